import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program to measure against that is not here and cannot be brought here; the message says why, for the results. */
export class PeerMissing extends Error {
  override name = 'PeerMissing';
}

const installMs = 20 * 60_000;
const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' ');

/** Runs an installation to its end, in a folder or here. Throws PeerMissing with what it said last. */
export const install = (
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): void => {
  const { status, error, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    cwd,
    env: { ...process.env, ...env },
    timeout: installMs,
  });
  if (status !== 0) throw new PeerMissing(`${command} ${args[0]} failed: ${error?.message ?? lastLines(stderr)}`);
};

/** What `find` finds, if need be after installing packages of the system, as root on Debian. Throws PeerMissing. */
export const ensurePackages = <T>(find: () => T | null, packages: readonly string[]): T => {
  const found = find();
  if (found) return found;
  const named = packages.join(' ');
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new PeerMissing(`not installed; it is in the packages ${named} of Debian, which only root installs`);
  console.log(`Installing ${named} …`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  install('apt-get', ['update', '-qq'], quiet);
  install('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  const installed = find();
  if (!installed) throw new PeerMissing(`not found although ${named} are installed`);
  return installed;
};

/** Sees to it that there is a Chromium, which draws the pages. Throws PeerMissing. */
export const ensureBrowser = (): void => {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium-browser'];
  const named = [process.env.CHROMIUM_SHELL, process.env.CHROMIUM, ...places];
  ensurePackages(() => named.find((path) => path && existsSync(path)) ?? null, ['chromium']);
};

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const version = 'v2.10.29';
const built = new URL('../../.build/bin/', import.meta.url).pathname;

/** The program nats-server: NATS_SERVER, or in PATH, or built here earlier; null when there is none. */
export const findNatsServer = (): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', built];
  const candidates = [process.env.NATS_SERVER, ...folders.map((folder) => join(folder, 'nats-server'))];
  return candidates.find((path) => path && existsSync(path)) ?? null;
};

const succeeds = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } }).status === 0;

const installByApt = (): boolean => {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync('/usr/bin/apt-get')) return false;
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return false;
  const apt = (...args: string[]) =>
    succeeds(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['apt-get', ...args], { DEBIAN_FRONTEND: 'noninteractive' });
  return apt('update', '-qq') && apt('install', '-y', '-qq', 'nats-server');
};

const installByGo = (): boolean => {
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0) return false;
  mkdirSync(built, { recursive: true });
  return succeeds('go', ['install', `github.com/nats-io/nats-server/v2@${version}`], { GOBIN: built });
};

/** The program nats-server, installed where it is missing; null where it cannot be. */
export const ensureNatsServer = (): string | null => {
  const found = findNatsServer();
  if (found) return found;
  console.error('Installing nats-server …');
  if (installByApt() && findNatsServer()) return findNatsServer();
  installByGo();
  return findNatsServer();
};

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The version that is installed where there is none; it builds with Go 1.22 and newer. */
export const k6Version = 'v0.57.0';

const built = new URL('../../.build/bin/', import.meta.url).pathname;
const installMs = 20 * 60_000;

interface Environment {
  env: NodeJS.ProcessEnv;
  exists: (path: string) => boolean;
}
const here: Environment = { env: process.env, exists: existsSync };

const inFolders = (name: string, folders: readonly string[], { exists }: Environment): string | null =>
  folders.map((folder) => join(folder, name)).find(exists) ?? null;

const pathOf = ({ env }: Environment): string[] => (env.PATH ?? '').split(delimiter).filter(Boolean);

/** The program k6: K6, or in PATH, or built here earlier; null when there is none. */
export const findK6 = (around: Environment = here): string | null => {
  const { K6 } = around.env;
  if (K6) return around.exists(K6) ? K6 : null;
  return inFolders('k6', [...pathOf(around), built], around);
};

/** The program go: in PATH, or where its own installation puts it; null when there is none. */
export const findGo = (around: Environment = here): string | null =>
  inFolders('go', [...pathOf(around), '/usr/local/go/bin'], around);

const installByGo = (go: string): void => {
  mkdirSync(built, { recursive: true });
  spawnSync(go, ['install', `go.k6.io/k6@${k6Version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GOBIN: built, CGO_ENABLED: '0' },
    timeout: installMs,
  });
};

/** The program k6, installed where it is missing; null where it cannot be. */
export const ensureK6 = (): string | null => {
  const found = findK6();
  if (found) return found;
  const go = findGo();
  if (!go || process.env.K6) return null;
  console.error(`Installing k6 ${k6Version} with Go; this takes some minutes …`);
  installByGo(go);
  return findK6();
};

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseUnfit } from './migrate.ts';

/** The user that the embedded Postgres runs as when root starts it. */
export const postgresUser = 'postgres';

/** A user of the operating system with the one group that a process started as this user keeps. */
export interface OsUser {
  uid: number;
  gid: number;
}

const lookUpUser = (): OsUser => {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, postgresUser], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  return { uid: id('-u'), gid: id('-g') };
};

/**
 * The user that the embedded Postgres runs as: under root a user of its own, created if need be; null: that of this
 * process.
 */
export const ensurePostgresUser = (): OsUser | null => {
  if (process.getuid?.() !== 0) return null;
  try {
    return lookUpUser();
  } catch {
    try {
      execFileSync('groupadd', ['--force', postgresUser], { stdio: 'ignore' });
      execFileSync('useradd', ['-g', postgresUser, postgresUser], { stdio: 'ignore' });
      return lookUpUser();
    } catch {
      throw new DatabaseUnfit(
        `The embedded Postgres can't run as root, and the user ${postgresUser} couldn't be created for it. Start as another user, or set DATABASE_URL.`,
      );
    }
  }
};

/**
 * The first part of a path, from the root, that a user may not enter (or, of a file at its end, execute); null for
 * none.
 */
export const firstForbidden = async ({ uid, gid }: OsUser, path: string): Promise<string | null> => {
  const parts = [resolve(path)];
  while (dirname(parts[0]!) !== parts[0]) parts.unshift(dirname(parts[0]!));
  for (const one of parts) {
    const found = await stat(one);
    const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return one;
  }
  return null;
};

/**
 * A path of a process's working directory that does not lead through the folders above it; null where the system has
 * none. '.' is not enough: Postgres resolves its data directory to an absolute path and goes by that.
 */
export const cwdPath = (): string | null => (existsSync('/proc/self/cwd') ? '/proc/self/cwd' : null);

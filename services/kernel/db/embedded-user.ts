import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseUnfit } from './migrate.ts';

/** The user that the embedded Postgres runs as when root starts it. */
export const deputy = 'postgres';

/** Somebody whom files are asked for: of the groups the one alone that a process of this user keeps. */
export interface Account {
  uid: number;
  gid: number;
}

const readAccount = (): Account => {
  const ask = (flag: string) =>
    Number(execFileSync('id', [flag, deputy], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  return { uid: ask('-u'), gid: ask('-g') };
};

/** Who the embedded Postgres runs as: a user of its own where root starts it, made if need be; null for whoever starts it. */
export const postgresAccount = (): Account | null => {
  if (process.getuid?.() !== 0) return null;
  try {
    return readAccount();
  } catch {
    try {
      execFileSync('groupadd', ['--force', deputy], { stdio: 'ignore' });
      execFileSync('useradd', ['-g', deputy, deputy], { stdio: 'ignore' });
      return readAccount();
    } catch {
      throw new DatabaseUnfit(
        `The embedded Postgres cannot run as root, and no user ${deputy} could be made for it: start as another user, or set DATABASE_URL.`,
      );
    }
  }
};

/** The first folder from the root to a path that somebody may not enter (of a program at its end: may not run); null when there is none. */
export const closedTo = async ({ uid, gid }: Account, path: string): Promise<string | null> => {
  const way = [resolve(path)];
  while (dirname(way[0]!) !== way[0]) way.unshift(dirname(way[0]!));
  for (const one of way) {
    const found = await stat(one);
    const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return one;
  }
  return null;
};

/**
 * Where a process, started in a folder, finds that folder again without entering those above it; null where the system
 * has no such name. Postgres needs a name that stays: it asks for the whole path of its folder and goes by that.
 */
export const ownFolder = (): string | null => (existsSync('/proc/self/cwd') ? '/proc/self/cwd' : null);

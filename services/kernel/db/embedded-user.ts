import { execFileSync } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseUnfit } from './migrate.ts';

/** The user that the embedded Postgres runs as when root starts it, as the package makes it. */
const user = 'postgres';

interface Account {
  uid: number;
  gids: readonly number[];
}

const readAccount = (): Account => {
  const ask = (flag: string) => execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  return { uid: Number(ask('-u')), gids: ask('-G').trim().split(' ').map(Number) };
};

const account = (): Account => {
  try {
    return readAccount();
  } catch {
    try {
      execFileSync('groupadd', ['--force', user], { stdio: 'ignore' });
      execFileSync('useradd', ['-g', user, user], { stdio: 'ignore' });
      return readAccount();
    } catch {
      throw new DatabaseUnfit(
        'The embedded Postgres cannot run as root, and no user postgres could be made for it: start as another user, or set DATABASE_URL.',
      );
    }
  }
};

const mayEnter = ({ uid, gids }: Account, found: { uid: number; gid: number; mode: number }): boolean => {
  const bit = found.uid === uid ? 0o100 : gids.includes(found.gid) ? 0o010 : 0o001;
  return (found.mode & bit) !== 0;
};

/** The first folder from the root to a path that somebody may not enter; null when there is none. */
const shut = async (who: Account, path: string): Promise<string | null> => {
  const way = [resolve(path)];
  while (dirname(way[0]!) !== way[0]) way.unshift(dirname(way[0]!));
  for (const one of way) if (!mayEnter(who, await stat(one))) return one;
  return null;
};

/**
 * Lets the user that Postgres runs as, when root starts it, into its own folder `dir` by its group, and into nothing else:
 * what lies above it and above `programs` stays as it is. Throws DatabaseUnfit, saying what can be done, where that user
 * may not enter one of them.
 */
export const letIn = async (dir: string, programs: readonly string[]): Promise<void> => {
  const who = account();
  const own = await stat(dir);
  if (!mayEnter(who, own)) {
    await chown(dir, own.uid, who.gids[0]!);
    await chmod(dir, (own.mode & 0o707) | 0o010);
  }
  for (const path of [dir, ...programs]) {
    const closed = await shut(who, path);
    if (closed !== null)
      throw new DatabaseUnfit(
        `The embedded Postgres cannot run as root; it runs as the user ${user}, who may not enter ${closed}. Start as another user, move the project and DATA_DIR to where everybody may enter (such as /srv), let it in with chmod o+x ${closed}, or set DATABASE_URL.`,
      );
  }
};

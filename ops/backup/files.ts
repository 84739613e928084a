import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { BackupUnfit, type ListedFile, type Manifest, readListed } from './manifest.ts';
import { createTap, packInto, settle, unpackLines } from './pack.ts';

const ownFolder = { recursive: true, mode: 0o700 } as const;

/** Where the file store of a data directory lies. */
export const storeIn = (dataDir: string): string => join(dataDir, 'files');

/** Every finished file of a store, by its path in there. */
async function* filesIn(root: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) {
      if (path !== 'unfinished') yield* filesIn(root, path);
    } else if (entry.isFile()) yield path;
  }
}

/** Copies a file and answers what it holds; null when it is gone. */
const copyFile = async (from: string, to: string): Promise<Omit<ListedFile, 'path'> | null> => {
  await mkdir(dirname(to), ownFolder);
  const { tap, read } = createTap();
  try {
    await pipeline(createReadStream(from), tap, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(to, { force: true });
    return null;
  }
  await settle(to);
  return read();
};

/** The files that rows name, as far as the tables are in this database. */
const named = async (on: pg.ClientBase): Promise<Set<string>> => {
  const columns = [
    ['public.media_use', 'key'],
    ['public.upload', 'key'],
    ['public.upload', 'thumbnail'],
    ['public.telemetry_archive', 'key'],
  ] as const;
  const keys = new Set<string>();
  for (const [table, column] of columns) {
    const { rows: there } = await on.query('select to_regclass($1) is not null as there', [table]);
    if (!there[0].there) continue;
    const { rows } = await on.query<{ key: string }>(
      `select distinct ${column} as key from ${table} where ${column} is not null`,
    );
    for (const { key } of rows) keys.add(key);
  }
  return keys;
};

/** Every file that the databases name at the moment of each connection's transaction. */
export const namedFiles = async (on: readonly pg.ClientBase[]): Promise<Set<string>> => {
  const keys = new Set<string>();
  for (const client of on) for (const key of await named(client)) keys.add(key);
  return keys;
};

/** Copies the store into the backup; answers the list, and the keys of what was copied. */
export const copyFiles = async (
  folder: string,
  dataDir: string,
): Promise<{ files: Manifest['files']; copied: Set<string> }> => {
  const from = storeIn(dataDir);
  const copied = new Set<string>();
  let rows = 0;
  let total = 0;
  async function* lines() {
    for await (const path of filesIn(from)) {
      const found = await copyFile(join(from, path), join(folder, 'files', path));
      if (!found) continue;
      rows += 1;
      total += found.bytes;
      copied.add(path.slice(path.lastIndexOf('/') + 1));
      yield `${JSON.stringify({ path, ...found })}\n`;
    }
  }
  const list = await packInto(folder, 'files.gz', lines(), () => rows);
  return { files: { ...list, total }, copied };
};

/** Brings the files of a backup into a data directory; throws BackupUnfit at one that is missing or damaged. */
export const restoreFiles = async (folder: string, { files }: Manifest, dataDir: string): Promise<void> => {
  const to = storeIn(dataDir);
  await mkdir(to, ownFolder);
  await unpackLines(folder, files, async (line) => {
    const { path, bytes, sha256 } = readListed(line);
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
      throw new BackupUnfit(`${path} is no file of a store.`);
    const target = join(to, path);
    const found = await copyFile(join(folder, 'files', path), `${target}.part`);
    if (found?.bytes !== bytes || found.sha256 !== sha256) {
      await rm(`${target}.part`, { force: true });
      throw new BackupUnfit(`The file ${path} of the backup is missing or damaged. The database was not restored.`);
    }
    await chmod(`${target}.part`, 0o644);
    await rename(`${target}.part`, target);
  });
};

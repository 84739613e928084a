import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { BackupUnfit, type ListedFile, type Manifest, readListed } from './manifest.ts';
import { createHashingStream, packInto, syncToDisk, unpackLines } from './pack.ts';

const ownFolder = { recursive: true, mode: 0o700 } as const;

/** Where the file store of a data directory lies. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Files of the product itself, written anew as it goes: the heads of the audit's chains. */
const operational = 'operational';
/** What is no upload or archived batch: files that are not finished, and those of the product itself. */
const apart = ['unfinished', operational];

/**
 * Every file below a folder of a store, by its path in the store; what lies apart only below a folder that is named.
 */
async function* filesIn(root: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) {
      if (!apart.includes(path)) yield* filesIn(root, path);
    } else if (entry.isFile()) yield path;
  }
}

/** Copies a file and answers what it holds; null when it is gone. */
const copyFile = async (from: string, to: string): Promise<Omit<ListedFile, 'path'> | null> => {
  await mkdir(dirname(to), ownFolder);
  const { tap, read } = createHashingStream();
  try {
    await pipeline(createReadStream(from), tap, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(to, { force: true });
    return null;
  }
  await syncToDisk(to);
  return read();
};

/** The files that rows name, as far as the tables are in this database. */
const named = async (on: pg.ClientBase): Promise<Set<string>> => {
  const columns = [
    ['public.media_use', 'key'],
    ['public.upload', 'key'],
    ['public.upload', 'thumbnail'],
    ['public.telemetry_archive', 'key'],
    ['public.mau_proof', 'file_key'],
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

/** Copies what lies below a folder of the store into the backup; a file that goes meanwhile is left out. */
async function* copyBelow(folder: string, dataDir: string, below?: string): AsyncGenerator<ListedFile> {
  const from = filesFolder(dataDir);
  for await (const path of filesIn(from, below)) {
    const found = await copyFile(join(from, path), join(folder, 'files', path));
    if (found) yield { path, ...found };
  }
}

/**
 * Copies the heads of the audit's chains. Each speaks of the log at the moment when it was written, so they are copied
 * before the snapshot: a head of rows that the backup does not hold would say that they were taken out.
 */
export const copyHeads = async (folder: string, dataDir: string): Promise<ListedFile[]> => {
  const copied: ListedFile[] = [];
  for await (const file of copyBelow(folder, dataDir, operational)) copied.push(file);
  return copied;
};

/**
 * Copies the rest of the store into the backup; answers the list with `heads` in it, and the keys of what was copied.
 */
export const copyFiles = async (
  folder: string,
  dataDir: string,
  heads: readonly ListedFile[],
): Promise<{ files: Manifest['files']; copied: Set<string> }> => {
  const copied = new Set<string>();
  let rows = 0;
  let total = 0;
  const line = (file: ListedFile): string => {
    rows += 1;
    total += file.bytes;
    return `${JSON.stringify(file)}\n`;
  };
  async function* lines() {
    yield* heads.map(line);
    for await (const file of copyBelow(folder, dataDir)) {
      copied.add(file.path.slice(file.path.lastIndexOf('/') + 1));
      yield line(file);
    }
  }
  const list = await packInto(folder, 'files.gz', lines(), () => rows);
  return { files: { ...list, total }, copied };
};

/** Brings the files of a backup into a data directory; throws BackupUnfit at one that is missing or damaged. */
export const restoreFiles = async (folder: string, { files }: Manifest, dataDir: string): Promise<void> => {
  const to = filesFolder(dataDir);
  await mkdir(to, ownFolder);
  await unpackLines(folder, files, async (line) => {
    const { path, bytes, sha256 } = readListed(line);
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
      throw new BackupUnfit(`${path} isn't a file of the store.`);
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

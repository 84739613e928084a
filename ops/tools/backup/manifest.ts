import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ToolRefused } from '../shell/tool-refused.ts';

/** What a backup cannot be used for, in one line that says what to do. */
export class BackupUnfit extends ToolRefused {}

const part = z.strictObject({
  /** The file inside of the backup. */
  file: z.string(),
  rows: z.number().int().min(0),
  /** Of the unpacked text. */
  bytes: z.number().int().min(0),
  sha256: z.string(),
});
/** A packed file of the backup, and what is in it. */
export type BackupPart = z.infer<typeof part>;

const table = part.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** Of which table it is a partition, and for what. */
  partition: z.strictObject({ of: z.string(), bound: z.string() }).nullable(),
});
/** A table of the backup. */
export type TablePart = z.infer<typeof table>;

const sequence = z.strictObject({
  schema: z.string(),
  name: z.string(),
  last_value: z.string(),
  is_called: z.boolean(),
});
export type SequenceState = z.infer<typeof sequence>;

const database = z.strictObject({
  /** The migrations that made it, with the hash of each. */
  migrations: z.array(z.string()),
  /** The release whose figures it holds; null where they are elsewhere. */
  figures: z.string().nullable(),
  tables: z.array(table),
  sequences: z.array(sequence),
});
/** A database of the backup. */
export type DatabasePart = z.infer<typeof database>;

const manifest = z.strictObject({
  format: z.literal(1),
  /** The moment of the snapshot, ISO 8601 by the database's clock. */
  moment: z.string(),
  /** Tells the root secret under which this was written from others, and nothing about it. */
  secret: z.string(),
  /** Ids of the keys that were made since the first: what they sealed opens with them alone. */
  keys: z.array(z.string()).default([]),
  databases: z.array(database).min(1).max(2),
  /** Batches that waited in JetStream: when that stream was made (unix ms), and the numbers of the first and last. */
  stream: part.extend({ made: z.number().int(), first: z.number().int(), last: z.number().int() }).nullable(),
  /** The list of the files: a line of JSON for each. `total` in bytes. */
  files: part.extend({ total: z.number().int() }),
  /** Files that the database names and that were not there. */
  missing: z.array(z.string()),
});
/** What a backup holds. It is written last: a folder without one is no backup. */
export type Manifest = z.infer<typeof manifest>;

const listed = z.strictObject({ path: z.string(), bytes: z.number().int(), sha256: z.string() });
/** A file of the store: its path in there. */
export type ListedFile = z.infer<typeof listed>;

/** A line of the list of files; throws when it is none. */
export const readListed = (line: string): ListedFile => listed.parse(JSON.parse(line));

/** A fingerprint of the root secret, which tells it from others and reveals nothing. */
export const fingerprint = (secrets: { keyed(purpose: string, value: string): string }): string =>
  secrets.keyed('backup', 'root secret');

const name = 'manifest.json';

/** Writes the manifest so that it is there whole or not at all. */
export const writeManifest = async (folder: string, content: Manifest): Promise<void> => {
  const draft = join(folder, `${name}.part`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, name));
};

/** Reads the manifest of a backup; throws BackupUnfit where there is none that can be read. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new BackupUnfit(`${folder} isn't a complete backup. It has no ${name}.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupUnfit(`This release can't read the ${name} in ${folder}.`);
  }
};

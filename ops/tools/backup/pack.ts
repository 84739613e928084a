import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type BackupPart, BackupUnfit } from './manifest.ts';

/** Syncs a file or folder to disk (fsync), so that it survives a power cut. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A pass-through that counts and hashes the bytes. */
export const createHashingStream = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* tap(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const whole = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(whole);
      bytes += whole.length;
      yield whole;
    }
  }
  return { tap, read: () => ({ bytes, sha256: hash.digest('hex') }) };
};

/** Packs what is read into a file of the backup; `rows` is asked when everything was read. */
export const packInto = async (
  folder: string,
  file: string,
  source: Readable | AsyncIterable<string>,
  rows: () => number,
): Promise<BackupPart> => {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { tap, read } = createHashingStream();
  // The quickest packing: three times smaller, and no slower than the database gives it out.
  await pipeline(source, tap, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }));
  await syncToDisk(path);
  return { file, rows: rows(), ...read() };
};

/**
 * Unpacks a file of the backup; throws BackupUnfit when it is not what was written. `into` is given what it has to
 * take.
 */
export const unpack = async (
  folder: string,
  part: BackupPart,
  into: Writable | ((source: AsyncIterable<Buffer>) => Promise<void>),
) => {
  const { tap, read } = createHashingStream();
  try {
    await pipeline(createReadStream(join(folder, part.file)), createGunzip(), tap, into as Writable);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code?.startsWith('Z_')) throw damaged(part);
    throw error;
  }
  const { bytes, sha256 } = read();
  if (bytes !== part.bytes || sha256 !== part.sha256) throw damaged(part);
};

const damaged = ({ file }: BackupPart): BackupUnfit =>
  new BackupUnfit(`The file ${file} of the backup is missing or damaged. Nothing was restored.`);

/** The lines of a file of the backup; throws BackupUnfit at the end when it was not what was written. */
export const unpackLines = async (
  folder: string,
  part: BackupPart,
  take: (line: string) => Promise<void>,
): Promise<void> => {
  await unpack(folder, part, async (source) => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of source) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop()!;
      for (const line of lines) await take(line);
    }
  });
};

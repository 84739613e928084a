import { appendFile, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileStore } from '#kernel/platform/files.ts';
import { isoDayOf } from '../count/counters/daily-delta.ts';
import { parsePayload } from '../count/payload.ts';
import { type ArchivedBatch, formatLine } from './line-format.ts';

const gzipText = promisify(gzip);
const dayMs = 86_400_000;
/** Most bytes of buffered lines before the fullest buffers are flushed; how many may remain then. */
const maxBufferedBytes = 16 * 1024 * 1024;
const targetBytes = 4 * 1024 * 1024;

/** The app of batches that name none. */
export const noApp = '00000000-0000-0000-0000-000000000000';

/** A finished file of one app, already in the file store. */
export interface AppFile {
  app_id: string;
  key: string;
  batches: number;
  events: number;
  bytes: number;
  /** First and last UTC day of its events, as `YYYY-MM-DD`; null when it has none. */
  min_day: string | null;
  max_day: string | null;
}

interface OpenFile {
  path: string;
  lines: string[];
  bufferedBytes: number;
  batches: number;
  events: number;
  from: number;
  to: number;
}

/**
 * Writes batches into a temporary gzip file for each app. Lines are buffered, 16 MiB in all however many apps there
 * are; when that is full, the fullest buffers are appended to their files (concatenated gzip files are one). The same
 * batches in the same order give the same files.
 */
export const createAppFileWriter = (files: FileStore) => {
  const openFiles = new Map<string, OpenFile>();
  let bufferedBytes = 0;

  const flush = async (file: OpenFile): Promise<void> => {
    if (file.lines.length === 0) return;
    const text = file.lines.join('');
    bufferedBytes -= file.bufferedBytes;
    file.lines = [];
    file.bufferedBytes = 0;
    await appendFile(file.path, new Uint8Array(await gzipText(text)));
  };

  const flushFullest = async (): Promise<void> => {
    const fullest = [...openFiles.entries()].sort(
      ([a, x], [b, y]) => y.bufferedBytes - x.bufferedBytes || (a < b ? -1 : 1),
    );
    for (const [, file] of fullest) {
      if (bufferedBytes <= targetBytes) return;
      await flush(file);
    }
  };

  const fileOf = (app: string): OpenFile => {
    const known = openFiles.get(app);
    if (known) return known;
    const fresh = {
      path: files.temporaryPath(),
      lines: [],
      bufferedBytes: 0,
      batches: 0,
      events: 0,
      from: Number.POSITIVE_INFINITY,
      to: Number.NEGATIVE_INFINITY,
    };
    openFiles.set(app, fresh);
    return fresh;
  };

  return {
    async add(row: ArchivedBatch): Promise<void> {
      const payload = parsePayload(row);
      const file = fileOf(payload?.app_id ?? noApp);
      const line = formatLine(row, payload !== null);
      file.lines.push(line);
      file.bufferedBytes += line.length;
      bufferedBytes += line.length;
      file.batches += 1;
      for (const { at } of payload?.events ?? []) {
        const day = Math.floor(at / dayMs);
        file.events += 1;
        file.from = Math.min(file.from, day);
        file.to = Math.max(file.to, day);
      }
      if (bufferedBytes > maxBufferedBytes) await flushFullest();
    },
    /** Flushes every file and moves it into the file store, in the order of the apps. */
    async finish(): Promise<AppFile[]> {
      const done: AppFile[] = [];
      for (const [app_id, file] of [...openFiles].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await flush(file);
        const { size } = await stat(file.path);
        const { batches, events } = file;
        const days = { min_day: events ? isoDayOf(file.from) : null, max_day: events ? isoDayOf(file.to) : null };
        done.push({ app_id, key: await files.store(file.path, 'gz'), batches, events, bytes: size, ...days });
      }
      return done;
    },
    /** Deletes temporary files that are not finished. */
    async discard(): Promise<void> {
      await Promise.all([...openFiles.values()].map((file) => rm(file.path, { force: true })));
    },
  };
};

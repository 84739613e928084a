import { appendFile, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileStore } from '#kernel/platform/files.ts';
import { dayName } from '../count/fold.ts';
import { parsePayload } from '../count/payload.ts';
import { type ArchivedBatch, lineOf } from './line.ts';

const pack = promisify(gzip);
const dayMs = 86_400_000;
/** Most that lines take in memory before they are packed; what the largest files are left with then. */
const mostBytes = 16 * 1024 * 1024;
const restBytes = 4 * 1024 * 1024;

/** Under which a batch is kept that names no app. */
export const noApp = '00000000-0000-0000-0000-000000000000';

/** A finished file of one app, already in the store. */
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

interface Open {
  path: string;
  lines: string[];
  waiting: number;
  batches: number;
  events: number;
  from: number;
  to: number;
}

/**
 * Sorts batches into a gzip file for each app. Lines wait in memory, 16 MiB of them in all, however many apps there are;
 * each time it is full, the fullest are packed and added to their files (gzip files laid end to end are one). The same
 * batches in the same order give the same files.
 */
export const createSpool = (files: FileStore) => {
  const open = new Map<string, Open>();
  let waiting = 0;

  const flush = async (one: Open): Promise<void> => {
    if (one.lines.length === 0) return;
    const text = one.lines.join('');
    waiting -= one.waiting;
    one.lines = [];
    one.waiting = 0;
    await appendFile(one.path, new Uint8Array(await pack(text)));
  };

  const makeRoom = async (): Promise<void> => {
    const fullest = [...open.entries()].sort(([a, x], [b, y]) => y.waiting - x.waiting || (a < b ? -1 : 1));
    for (const [, one] of fullest) {
      if (waiting <= restBytes) return;
      await flush(one);
    }
  };

  const fileOf = (app: string): Open => {
    const known = open.get(app);
    if (known) return known;
    const fresh = {
      path: files.temporaryPath(),
      lines: [],
      waiting: 0,
      batches: 0,
      events: 0,
      from: Number.POSITIVE_INFINITY,
      to: Number.NEGATIVE_INFINITY,
    };
    open.set(app, fresh);
    return fresh;
  };

  return {
    async add(row: ArchivedBatch): Promise<void> {
      const payload = parsePayload(row);
      const one = fileOf(payload?.app_id ?? noApp);
      const line = lineOf(row, payload !== null);
      one.lines.push(line);
      one.waiting += line.length;
      waiting += line.length;
      one.batches += 1;
      for (const { at } of payload?.events ?? []) {
        const day = Math.floor(at / dayMs);
        one.events += 1;
        one.from = Math.min(one.from, day);
        one.to = Math.max(one.to, day);
      }
      if (waiting > mostBytes) await makeRoom();
    },
    /** Takes every file into the store, in the order of the apps. */
    async finish(): Promise<AppFile[]> {
      const done: AppFile[] = [];
      for (const [app_id, one] of [...open].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await flush(one);
        const { size } = await stat(one.path);
        const { batches, events } = one;
        const days = { min_day: events ? dayName(one.from) : null, max_day: events ? dayName(one.to) : null };
        done.push({ app_id, key: await files.adopt(one.path, 'gz'), batches, events, bytes: size, ...days });
      }
      return done;
    },
    /** Throws away what is not finished. */
    async drop(): Promise<void> {
      await Promise.all([...open.values()].map((one) => rm(one.path, { force: true })));
    },
  };
};

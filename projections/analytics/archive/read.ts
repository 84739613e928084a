import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type LogPosition, lastLogPosition, type SourceName, type TelemetrySource } from '#kernel/telemetry-log/log.ts';
import { laneCount, laneSql } from '#kernel/telemetry-log/partition.ts';
import { finalisedStreamEnd, finalisedUntil, hourMs } from './hours.ts';
import { type ArchivedBatch, parseLine } from './line-format.ts';
import { type LaneRange, mergeLanes, positionBefore } from './merge-lanes.ts';

type Deps = Pick<Kernel, 'analytics' | 'files'>;

/** The archived file of an app and an hour. */
export interface ArchiveFile {
  hour_ms: EpochMs;
  app_id: string;
  key: string;
  batches: number;
  events: number;
  bytes: number;
}

interface HourRange {
  /** Only this app, or these. */
  app_id?: string | readonly string[] | undefined;
  /** First hour and the one after the last, unix ms. */
  from_hour: EpochMs;
  to_hour: EpochMs;
}

const appsOf = (named: HourRange['app_id']): readonly string[] | null =>
  named === undefined ? null : typeof named === 'string' ? [named] : named;

/** Where the id of a batch's app stands in its payload. */
const appStart = '{"v":2,"app_id":"';
const isOf = (apps: ReadonlySet<string>, payload: string): boolean =>
  payload.startsWith(appStart) && apps.has(payload.slice(appStart.length, payload.indexOf('"', appStart.length)));

/** The files of a range, by hour and app. Cost: one indexed read, a row for each app and hour. */
export const archiveFiles = async (
  on: Pick<pg.Pool, 'query'>,
  { app_id, from_hour, to_hour }: HourRange,
): Promise<ArchiveFile[]> => {
  const { rows } = await on.query<ArchiveFile>(
    `select extract(epoch from hour)::float8 * 1000 as hour_ms, app_id, key, batches, events, bytes
       from telemetry_archive
      where hour >= to_timestamp($1) and hour < to_timestamp($2) and ($3::uuid[] is null or app_id = any($3::uuid[]))
      order by hour, app_id`,
    [from_hour / 1000, to_hour / 1000, appsOf(app_id)],
  );
  return rows;
};

/** The batches of one file; throws when the file is not what was written. */
export async function* readFile(files: Kernel['files'], key: string): AsyncGenerator<ArchivedBatch> {
  const hash = createHash('sha256');
  const text = createGunzip().setEncoding('utf8');
  createReadStream(files.path(key))
    .on('data', (chunk) => hash.update(chunk))
    .on('error', (error) => text.destroy(error))
    .pipe(text);
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield parseLine(line);
  }
  if (rest !== '' || hash.digest('hex') !== key.slice(0, 64))
    throw new Error(`the file ${key} of the archive is damaged`);
}

/**
 * The archived batches of a range of hours, of one app or of all: hour after hour, in each hour app after app, in each
 * in the order of the log. A few hundred lines are in memory at a time. Throws at a damaged or missing file.
 */
export async function* readArchive({ analytics, files }: Deps, range: HourRange): AsyncGenerator<ArchivedBatch> {
  // Hour by hour, so that months of many apps are no list in memory.
  const hours = await analytics.pool.query<{ ms: EpochMs }>(
    `select distinct extract(epoch from hour)::float8 * 1000 as ms from telemetry_archive
      where hour >= to_timestamp($1) and hour < to_timestamp($2) and ($3::uuid[] is null or app_id = any($3::uuid[])) order by 1`,
    [range.from_hour / 1000, range.to_hour / 1000, appsOf(range.app_id)],
  );
  for (const { ms } of hours.rows)
    for (const { key } of await archiveFiles(analytics.pool, { ...range, from_hour: ms, to_hour: ms + 1 }))
      yield* readFile(files, key);
}

/**
 * Where the part of the logs begins that is not archived: by time for the inbox (unix ms), by position in each log's
 * lanes.
 */
export interface UnarchivedRange {
  since: EpochMs;
  /**
   * Batches that arrived in the inbox before this (unix ms, 0: none) were archived, and so counted, before the
   * positions of the logs were rewritten: those in their files cannot be compared with checkpoints.
   */
  renumberedBefore: EpochMs;
  /** When the positions of the inbox were rewritten last (unix ms, 0: never): checkpoints read before are none of them. */
  renumberedAt: EpochMs;
  laneRanges(source: SourceName, until?: (lane: number) => LogPosition): Promise<ReadonlyMap<number, LaneRange>>;
}

/** Reads which part of the logs is not archived. An hour that is finalised afterwards is in both. */
export const readUnarchivedRange = async (on: Pick<pg.Pool, 'query'>): Promise<UnarchivedRange> => {
  const since = (await finalisedUntil(on)) ?? 0;
  const ofStream = await finalisedStreamEnd(on);
  const { rows: last } = await on.query<{ ms: EpochMs | null; at: EpochMs | null }>(
    `select extract(epoch from max(hour))::float8 * 1000 as ms,
            (select extract(epoch from at)::float8 * 1000 from telemetry_renumbered) as at
       from telemetry_hour where earlier`,
  );
  return {
    since,
    renumberedBefore: last[0]!.ms === null ? 0 : last[0]!.ms + hourMs,
    renumberedAt: last[0]!.at ?? 0,
    async laneRanges(source, until = () => lastLogPosition) {
      const range = (lane: number, after: LogPosition) => [lane, { after, until: until(lane) }] as const;
      if (source === 'jetstream') {
        const after = { transaction_id: String(ofStream?.made ?? 0), position: String(ofStream?.end ?? 0) };
        return new Map(Array.from({ length: laneCount }, (_, lane) => range(lane, after)));
      }
      const { rows } = await on.query<LogPosition & { lane: number }>(
        `select distinct on ${laneSql('partition')} ${laneSql('partition')} as lane, transaction_id::text, position::text
           from telemetry_batch where received_at >= to_timestamp($1)
          order by ${laneSql('partition')}, telemetry_batch.transaction_id, telemetry_batch.position`,
        [since / 1000],
      );
      return new Map(rows.map((row) => range(row.lane, positionBefore(row))));
    },
  };
};

/**
 * The batches that are not in the archive, log after log, in each in its order, up to the positions that `until` names
 * (and only what nothing can come before any more). `app_id`: only of that app, or of those.
 */
export async function* readUnarchived(
  unarchived: UnarchivedRange,
  sources: readonly TelemetrySource[],
  { app_id, until }: { app_id?: HourRange['app_id']; until?: (source: SourceName, lane: number) => LogPosition } = {},
): AsyncGenerator<ArchivedBatch> {
  const named = appsOf(app_id);
  const apps = named && new Set(named);
  for (const source of sources) {
    const ranges = await unarchived.laneRanges(source.name, until && ((lane) => until(source.name, lane)));
    for await (const row of mergeLanes(source, ranges)) {
      if (source.name === 'postgres' && row.received_ms < unarchived.since) continue;
      if (apps === null || isOf(apps, row.payload)) yield { ...row, source: source.name };
    }
  }
}

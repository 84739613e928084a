import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { asBusError } from '#kernel/messaging/stream.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { comparePositions, type LogPosition, type SourceName, type StoredBatch } from '#kernel/telemetry-log/log.ts';
import { laneCount, laneOf, laneSql } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { lastSequenceBefore, messagesBetween, streamCreatedMs } from '#kernel/telemetry-log/stream.ts';
import { type AppFile, createAppFileWriter } from './app-files.ts';
import { finalisedStreamEnd, hourMs, nextHour, readStreamInfo } from './hours.ts';
import { type LaneRange, mergeLanes, positionBefore } from './merge-lanes.ts';

type Deps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'files' | 'log'>;

/** The part of the logs that belongs to an hour. */
interface HourExtent {
  inbox: ReadonlyMap<number, LaneRange>;
  inboxBatches: number;
  /** Numbers in the stream, without the first and with the last, and how many messages those are. */
  stream: { made: EpochMs; start: number; end: number; messages: number } | null;
}

/** An hour cannot be finalised yet; the message says why. */
class HourNotReady extends Error {}

const hourBounds = (hour: EpochMs) => [hour / 1000, (hour + hourMs) / 1000];

/** The range of an hour's batches in each lane of the inbox, and how many there are. */
const inboxExtent = async ({ analytics }: Deps, hour: EpochMs): Promise<Pick<HourExtent, 'inbox' | 'inboxBatches'>> =>
  transaction(analytics, async ({ client }) => {
    // An hour may have millions of positions, whose sorting takes longer than any request may.
    await client.query('set local statement_timeout = 600000');
    await client.query('set transaction read only');
    const range = `received_at >= to_timestamp($1) and received_at < to_timestamp($2)`;
    const edge = (order: 'asc' | 'desc') =>
      client.query<LogPosition & { lane: number }>(
        `select distinct on ${laneSql('partition')} ${laneSql('partition')} as lane, transaction_id::text, position::text
           from telemetry_batch where ${range}
          order by ${laneSql('partition')}, telemetry_batch.transaction_id ${order}, telemetry_batch.position ${order}`,
        hourBounds(hour),
      );
    const { rows: writers } = await client.query<{ open: boolean }>(
      'select inbox_write_open(to_timestamp($1)) as open',
      [(hour + hourMs) / 1000],
    );
    if (writers[0]!.open) throw new HourNotReady('a transaction of that hour is still open');
    const [first, last] = [await edge('asc'), await edge('desc')];
    const ends = new Map(last.rows.map((row) => [row.lane, row]));
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from telemetry_batch where ${range}`,
      hourBounds(hour),
    );
    const inbox = first.rows.map(
      (row) => [row.lane, { after: positionBefore(row), until: ends.get(row.lane)! }] as const,
    );
    return { inbox: new Map(inbox), inboxBatches: rows[0]!.count };
  });

const streamExtent = async (deps: Deps, hour: EpochMs): Promise<HourExtent['stream']> => {
  const stream = await readStreamInfo(deps);
  if (!stream) return null;
  const made = streamCreatedMs(stream.info);
  const before = await finalisedStreamEnd(deps.analytics.pool);
  const start = before?.made === made ? before.end : 0;
  const end = Math.max(start, await asBusError(lastSequenceBefore(stream.manager, hour + hourMs)));
  return { made, start, end, messages: await asBusError(messagesBetween(stream.manager, start, end)) };
};

/**
 * The batches of the stream's part in its order. Throws HourNotReady at its end when it has messages that were not
 * delivered: what the hour is said to have is deleted from the stream.
 */
async function* streamBatches(
  bus: NonNullable<Deps['bus']>,
  openStream: typeof createJetStreamSource,
  { made, start, end, messages }: NonNullable<HourExtent['stream']>,
): AsyncGenerator<StoredBatch> {
  const streamPosition = (position: number) => ({ transaction_id: String(made), position: String(position) });
  const range = { after: streamPosition(start), until: streamPosition(end) };
  const ranges = new Map(Array.from({ length: laneCount }, (_, lane) => [lane, range]));
  const unreadable = new Set<number>();
  const source = openStream(bus, (sequence) => {
    if (sequence > start && sequence <= end) unreadable.add(sequence);
  });
  let found = 0;
  for await (const row of mergeLanes(source, ranges)) {
    found += 1;
    yield row;
  }
  found += unreadable.size;
  if (found !== messages) throw new HourNotReady(`${found} of ${messages} messages of that hour can be read`);
}

/** Answers whether a batch is counted, by the checkpoints of all lanes. */
const readCheckpoints = async (
  on: Pick<pg.Pool, 'query'>,
): Promise<(source: SourceName, row: StoredBatch) => boolean> => {
  const { rows } = await on.query<LogPosition & { source: string; lane: number }>(
    'select source, lane, transaction_id::text, position::text from telemetry_checkpoint',
  );
  const checkpoints = new Map(rows.map((row) => [`${row.source} ${row.lane}`, row]));
  return (source, row) => comparePositions(row, checkpoints.get(`${source} ${laneOf(row.partition)}`)!) <= 0;
};

/** Writes the files of an hour; throws HourNotReady at a batch that is not counted, or when batches are missing. */
const writeFiles = async (
  deps: Deps,
  hour: EpochMs,
  { inbox, inboxBatches, stream }: HourExtent,
  openStream: typeof createJetStreamSource,
): Promise<AppFile[]> => {
  const writer = createAppFileWriter(deps.files);
  const isCounted = await readCheckpoints(deps.analytics.pool);
  let found = 0;
  const take = async (source: SourceName, row: StoredBatch) => {
    if (!isCounted(source, row)) throw new HourNotReady('a batch of that hour is not counted yet');
    await writer.add({ ...row, source });
  };
  try {
    for await (const row of mergeLanes(createPostgresSource(deps.analytics.pool), inbox)) {
      if (row.received_ms < hour || row.received_ms >= hour + hourMs) continue;
      await take('postgres', row);
      found += 1;
    }
    if (found !== inboxBatches) throw new HourNotReady(`${found} of ${inboxBatches} batches of that hour can be read`);
    if (stream && stream.end > stream.start && deps.bus)
      for await (const row of streamBatches(deps.bus, openStream, stream)) await take('jetstream', row);
    return await writer.finish();
  } finally {
    await writer.discard();
  }
};

/** Records an hour and its files in one transaction; does nothing when it is recorded already. */
const recordHour = (
  deps: Deps,
  hour: EpochMs,
  { inboxBatches, stream }: HourExtent,
  made: readonly AppFile[],
): Promise<void> =>
  transaction(deps.analytics, async ({ client }) => {
    const { rowCount } = await client.query(
      `insert into telemetry_hour (hour, inbox_batches, stream_made, stream_end)
       values (to_timestamp($1), $2, $3, $4) on conflict do nothing`,
      [hour / 1000, inboxBatches, stream?.made ?? null, stream?.end ?? null],
    );
    if (rowCount === 0) return;
    await client.query(
      `insert into telemetry_archive (hour, app_id, key, batches, events, bytes, sha256, min_day, max_day)
       select to_timestamp($1), app_id, key, batches, events, bytes, decode(left(key, 64), 'hex'), min_day, max_day
         from unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::bigint[], $7::date[], $8::date[])
              as t (app_id, key, batches, events, bytes, min_day, max_day)`,
      [
        hour / 1000,
        made.map((one) => one.app_id),
        made.map((one) => one.key),
        made.map((one) => one.batches),
        made.map((one) => one.events),
        made.map((one) => one.bytes),
        made.map((one) => one.min_day),
        made.map((one) => one.max_day),
      ],
    );
  });

/**
 * Writes the next hour that is over for ten minutes (`now` in unix ms by the database's clock) to the archive: a file
 * for each app, then, in one transaction, the hour and its files. Idempotent: interrupted anywhere, the next run writes
 * the same files. Answers whether there was such an hour; one with a batch that is not counted yet, or that cannot be
 * read, waits.
 */
export const finaliseNextHour = async (
  deps: Deps,
  now: EpochMs,
  openStream: typeof createJetStreamSource = createJetStreamSource,
): Promise<boolean> => {
  const hour = await nextHour(deps, now);
  if (hour === null) return false;
  try {
    const extent = { ...(await inboxExtent(deps, hour)), stream: await streamExtent(deps, hour) };
    const made = await writeFiles(deps, hour, extent, openStream);
    await recordHour(deps, hour, extent, made);
    return true;
  } catch (error) {
    if (!(error instanceof HourNotReady)) throw error;
    const late = now - hour > 6 * hourMs;
    deps.log[late ? 'error' : 'info'](
      { hour: new Date(hour).toISOString(), reason: error.message },
      'an hour waits for the archive',
    );
    return false;
  }
};

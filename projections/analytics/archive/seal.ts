import type pg from 'pg';
import { transaction } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { onBus } from '#kernel/messaging/stream.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import {
  comparePositions,
  type LogPosition,
  laneCount,
  type SourceName,
  type StoredBatch,
} from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { lastSequenceBefore, streamCreatedMs } from '#kernel/telemetry-log/stream.ts';
import { inLogOrder, placeBefore, type Stretch } from './batches.ts';
import { hourMs, nextHour, sealedOfStream, streamNow } from './hours.ts';
import { type AppFile, createSpool } from './spool.ts';

type Deps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'files' | 'log'>;

/** What of the logs belongs to an hour. */
interface Extent {
  inbox: ReadonlyMap<number, Stretch>;
  inboxBatches: number;
  stream: { made: number; start: number; end: number } | null;
}

/** An hour cannot be sealed yet; the message says why. */
class NotYet extends Error {}

const hourSeconds = (hour: number) => [hour / 1000, (hour + hourMs) / 1000];

/** Where the batches of an hour begin and end in each lane of the inbox, and how many there are. */
const inboxExtent = async ({ analytics }: Deps, hour: number): Promise<Pick<Extent, 'inbox' | 'inboxBatches'>> =>
  transaction(analytics, async ({ client }) => {
    // An hour may hold millions of places, whose sorting takes longer than any request may.
    await client.query('set local statement_timeout = 600000');
    await client.query('set transaction read only');
    const range = `received_at >= to_timestamp($1) and received_at < to_timestamp($2)`;
    const edge = (order: 'asc' | 'desc') =>
      client.query<LogPosition & { lane: number }>(
        `select distinct on (partition & 7) partition & 7 as lane, transaction_id::text, position::text
           from telemetry_batch where ${range}
          order by partition & 7, telemetry_batch.transaction_id ${order}, telemetry_batch.position ${order}`,
        hourSeconds(hour),
      );
    const { rows: seen } = await client.query<{ open: boolean }>('select inbox_write_open(to_timestamp($1)) as open', [
      (hour + hourMs) / 1000,
    ]);
    if (seen[0]!.open) throw new NotYet('a transaction of that hour is still open');
    const [first, last] = [await edge('asc'), await edge('desc')];
    const ends = new Map(last.rows.map((row) => [row.lane, row]));
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from telemetry_batch where ${range}`,
      hourSeconds(hour),
    );
    const inbox = first.rows.map((row) => [row.lane, { after: placeBefore(row), until: ends.get(row.lane)! }] as const);
    return { inbox: new Map(inbox), inboxBatches: rows[0]!.count };
  });

const streamExtent = async (deps: Deps, hour: number): Promise<Extent['stream']> => {
  const stream = await streamNow(deps);
  if (!stream) return null;
  const made = streamCreatedMs(stream.info);
  const before = await sealedOfStream(deps.analytics.pool);
  const start = before?.made === made ? before.end : 0;
  return { made, start, end: Math.max(start, await onBus(lastSequenceBefore(stream.manager, hour + hourMs))) };
};

/** What is counted, by log and lane. */
const readCheckpoints = async (
  on: Pick<pg.Pool, 'query'>,
): Promise<(source: SourceName, row: StoredBatch) => boolean> => {
  const { rows } = await on.query<LogPosition & { source: string; lane: number }>(
    'select source, lane, transaction_id::text, position::text from telemetry_checkpoint',
  );
  const places = new Map(rows.map((row) => [`${row.source} ${row.lane}`, row]));
  return (source, row) => comparePositions(row, places.get(`${source} ${row.partition & (laneCount - 1)}`)!) <= 0;
};

/** Writes the files of an hour; throws NotYet at a batch that is not counted, or when batches are missing. */
const writeFiles = async (deps: Deps, hour: number, { inbox, inboxBatches, stream }: Extent): Promise<AppFile[]> => {
  const spool = createSpool(deps.files);
  const isCounted = await readCheckpoints(deps.analytics.pool);
  let found = 0;
  const take = async (source: SourceName, row: StoredBatch) => {
    if (!isCounted(source, row)) throw new NotYet('a batch of that hour is not counted yet');
    await spool.add({ ...row, source });
  };
  try {
    for await (const row of inLogOrder(createPostgresSource(deps.analytics.pool), inbox)) {
      if (row.received_ms < hour || row.received_ms >= hour + hourMs) continue;
      await take('postgres', row);
      found += 1;
    }
    if (found !== inboxBatches) throw new NotYet(`${found} of ${inboxBatches} batches of that hour can be read`);
    if (stream && stream.end > stream.start && deps.bus) {
      const place = (position: number) => ({ transaction_id: String(stream.made), position: String(position) });
      const stretch = { after: place(stream.start), until: place(stream.end) };
      const every = new Map(Array.from({ length: laneCount }, (_, lane) => [lane, stretch]));
      for await (const row of inLogOrder(createJetStreamSource(deps.bus), every)) await take('jetstream', row);
    }
    return await spool.finish();
  } finally {
    await spool.drop();
  }
};

/** Notes an hour and its files in one transaction; does nothing when it is noted already. */
const noteHour = (
  deps: Deps,
  hour: number,
  { inboxBatches, stream }: Extent,
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
 * Writes the next hour that is over for ten minutes (`now` in unix ms by the database's clock) to the archive: a file for
 * each app, then, in one transaction, the hour and what it holds. Broken off anywhere it is begun anew and comes to the same
 * files. Answers whether there was such an hour; one with a batch that is not counted yet waits.
 */
export const sealNext = async (deps: Deps, now: number): Promise<boolean> => {
  const hour = await nextHour(deps, now);
  if (hour === null) return false;
  try {
    const extent = { ...(await inboxExtent(deps, hour)), stream: await streamExtent(deps, hour) };
    const made = await writeFiles(deps, hour, extent);
    await noteHour(deps, hour, extent, made);
    return true;
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
    const late = now - hour > 6 * hourMs;
    deps.log[late ? 'error' : 'info'](
      { hour: new Date(hour).toISOString(), reason: error.message },
      'an hour waits for the archive',
    );
    return false;
  }
};

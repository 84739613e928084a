import type pg from 'pg';
import type { Logger } from '#kernel/log.ts';
import { countRows, type Delta, emptyDelta, foldBatch, keyOf, precisionOf, viewerRows } from './fold.ts';
import { type InboxRow, type Place, parsePayload, readInbox, readingBytes } from './inbox.ts';
import { emptySketch, encodeSketch, withViewers } from './sketch.ts';
import { counters, type ViewerScope } from './tables.ts';

/** Held shared while figures are written, exclusively while a rebuild switches the tables. */
export const figuresLock = 7_300_006;

const rememberMs = 8 * 86_400_000;

/** Another aggregator moved the checkpoint first; nothing of this step was kept. */
export class Overtaken extends Error {}

/** What a step did: rows read and whether more wait, when the last was accepted, and how long its transaction was open; in ms. */
export interface Step {
  rows: number;
  more: boolean;
  lastMs: number;
  transactionMs: number;
}

/** Where the aggregator stands. */
export const readCheckpoint = async (on: pg.ClientBase): Promise<Place> => {
  const { rows } = await on.query<Place>(
    `select transaction_id::text, position::text from telemetry_checkpoint where name = 'analytics'`,
  );
  return rows[0]!;
};

/** The rows whose batch was not counted in the eight days before; of repetitions the first in log order is kept. */
const unseen = async (on: pg.ClientBase, rows: InboxRow[]): Promise<InboxRow[]> => {
  const { rows: known } = await on.query<{ instance_id: string; batch_id: string; seen_ms: number }>(
    `select instance_id, batch_id, floor(extract(epoch from seen_at) * 1000)::float8 as seen_ms
       from telemetry_seen where (instance_id, batch_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [rows.map((row) => row.instance_id), rows.map((row) => row.batch_id)],
  );
  const seen = new Map(known.map((row) => [`${row.instance_id} ${row.batch_id}`, row.seen_ms]));
  return rows.filter((row) => {
    const key = `${row.instance_id} ${row.batch_id}`;
    const before = seen.get(key);
    if (before !== undefined && before >= row.received_ms - rememberMs) return false;
    seen.set(key, row.received_ms);
    return true;
  });
};

interface SketchRow {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  day: string;
  sketch: Buffer;
}

const columns = (rows: readonly Omit<SketchRow, 'sketch'>[]) => [
  rows.map((row) => row.app_id),
  rows.map((row) => row.scope),
  rows.map((row) => row.subject_id),
  rows.map((row) => row.day),
];

/** The sketches that a delta changes, merged with what is stored. */
const changedSketches = async (on: pg.ClientBase, delta: Delta): Promise<SketchRow[]> => {
  const wanted = viewerRows(delta);
  if (wanted.length === 0) return [];
  const { rows } = await on.query<SketchRow>(
    `select app_id, scope, subject_id, day::text, sketch from daily_viewers
      where (app_id, scope, subject_id, day) in (select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[]))`,
    columns(wanted),
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row.sketch]));
  return wanted.flatMap(({ hashes, ...subject }) => {
    const before = stored.get(keyOf(subject)) ?? encodeSketch(emptySketch(precisionOf(subject.scope)));
    const sketch = withViewers(before, hashes);
    return sketch ? [{ ...subject, sketch }] : [];
  });
};

const writeCounts = async (on: pg.ClientBase, delta: Delta): Promise<void> => {
  const rows = countRows(delta);
  if (rows.length === 0) return;
  const values = counters.map((_, place) => rows.map((row) => row.values[place]!));
  await on.query(
    `insert into daily_count (app_id, scope, subject_id, day, ${counters.join(', ')})
     select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[],
                          ${counters.map((_, place) => `$${place + 5}::bigint[]`).join(', ')})
     on conflict (app_id, scope, subject_id, day)
     do update set ${counters.map((name) => `${name} = daily_count.${name} + excluded.${name}`).join(', ')}`,
    [
      rows.map((row) => row.app_id),
      rows.map((row) => row.scope),
      rows.map((row) => row.subject_id),
      rows.map((row) => row.day),
      ...values,
    ],
  );
};

const writeSketches = async (on: pg.ClientBase, rows: SketchRow[]): Promise<void> => {
  if (rows.length === 0) return;
  // All sketches in one binary value, cut in Postgres: an array of bytea would travel as text, four bytes for one.
  let next = 1;
  const starts = rows.map(({ sketch }) => {
    const start = next;
    next += sketch.length;
    return start;
  });
  await on.query(
    `insert into daily_viewers (app_id, scope, subject_id, day, sketch)
     select app_id, scope, subject_id, day, substring($7::bytea from start for length)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::int[], $6::int[])
            as t (app_id, scope, subject_id, day, start, length)
     on conflict (app_id, scope, subject_id, day) do update set sketch = excluded.sketch`,
    [
      ...columns(rows),
      starts,
      rows.map(({ sketch }) => sketch.length),
      Buffer.concat(rows.map(({ sketch }) => sketch)),
    ],
  );
};

const writeSeen = async (on: pg.ClientBase, rows: InboxRow[]): Promise<void> => {
  // A batch that comes again after eight days is remembered from then on; its last row of a flush is the one kept.
  const last = [...new Map(rows.map((row) => [`${row.instance_id} ${row.batch_id}`, row])).values()];
  await on.query(
    `insert into telemetry_seen (instance_id, batch_id, seen_at)
     select i, b, to_timestamp(ms / 1000.0) from unnest($1::uuid[], $2::uuid[], $3::float8[]) as t (i, b, ms)
     on conflict (instance_id, batch_id) do update set seen_at = excluded.seen_at`,
    [last.map((row) => row.instance_id), last.map((row) => row.batch_id), last.map((row) => row.received_ms)],
  );
};

const moveCheckpoint = async (on: pg.ClientBase, from: Place, to: Place): Promise<void> => {
  const { rowCount } = await on.query(
    `update telemetry_checkpoint set transaction_id = $3::xid8, position = $4::bigint
      where name = 'analytics' and transaction_id = $1::xid8 and position = $2::bigint`,
    [from.transaction_id, from.position, to.transaction_id, to.position],
  );
  if (rowCount !== 1) throw new Overtaken('the checkpoint was moved by another aggregator');
};

/**
 * Counts the next batches of the inbox, at most `limit` and up to `until`, on one connection. All reading and folding
 * comes before the transaction; the checkpoint's compare-and-set in it proves that nobody wrote in between. Counts,
 * sketches, batch ids and checkpoint commit together. Throws Overtaken when somebody did. `alone`: into tables that
 * nobody else knows.
 */
export const countNext = async (
  client: pg.ClientBase,
  log: Logger,
  limit: number,
  until: Place,
  beside: 'others' | 'alone' = 'others',
): Promise<Step> => {
  const from = await readCheckpoint(client);
  const rows = await readInbox(client, from, until, limit);
  if (rows.length === 0) return { rows: 0, more: false, lastMs: 0, transactionMs: 0 };
  const fresh = await unseen(client, rows);
  const delta = emptyDelta();
  for (const row of fresh) {
    const payload = parsePayload(row);
    if (payload) foldBatch(delta, row.instance_id, payload);
    else
      log.error({ transaction_id: row.transaction_id, position: row.position }, 'a batch in the inbox cannot be read');
  }
  const sketches = await changedSketches(client, delta);
  const started = performance.now();
  try {
    await client.query(beside === 'alone' ? 'begin' : `begin; select pg_advisory_xact_lock_shared(${figuresLock})`);
    await moveCheckpoint(client, from, rows.at(-1)!);
    if (fresh.length > 0) await writeSeen(client, fresh);
    await writeCounts(client, delta);
    await writeSketches(client, sketches);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  const bytes = rows.reduce((all, row) => all + row.payload.length, 0);
  return {
    rows: rows.length,
    more: rows.length === limit || bytes > readingBytes / 2,
    lastMs: rows.at(-1)!.received_ms,
    transactionMs: performance.now() - started,
  };
};

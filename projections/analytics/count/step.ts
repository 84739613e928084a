import type pg from 'pg';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { begin, together } from '#kernel/db/pool.ts';
import type { Logger } from '#kernel/platform/log.ts';
import {
  type LogPosition,
  laneOf,
  maxReadBytes,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';
import { bigints, uuids } from './arrays.ts';
import { parsePayload } from './payload.ts';
import { quickPayload } from './quick-payload.ts';
import type { MakeTallies } from './tallies.ts';
import type { CountedPayload, Tally } from './tally.ts';

const rememberMs = 8 * 86_400_000;

/** Another aggregator moved the checkpoint or merged spans of the lane first; nothing of this step was kept. */
export class Overtaken extends Error {}

/** What a step did: rows read and whether more wait, when the last was accepted, and how long its transaction was open; in ms. */
export interface Step {
  rows: number;
  more: boolean;
  lastMs: number;
  transactionMs: number;
}

/** Where a lane of a log is counted to. `versions` are others after each flush of the lane from either log, and each merge of its spans. */
export const readCheckpoint = async (
  on: pg.ClientBase,
  source: string,
  lane: number,
): Promise<LogPosition & { versions: string[] }> => {
  const { rows } = await on.query<LogPosition & { versions: string[] }>({
    name: 'read-checkpoint',
    text: `select transaction_id::text, position::text,
                  (select array_agg(xmin::text) from telemetry_checkpoint where lane = $2) as versions
             from telemetry_checkpoint where source = $1 and lane = $2`,
    values: [source, lane],
  });
  return rows[0]!;
};

/** What is to be counted of what was read, and the ids to remember. */
interface Fresh {
  rows: StoredBatch[];
  ids: StoredBatch[];
}

const idsOf = (rows: readonly StoredBatch[]) => [
  uuids(rows.map((row) => row.instance_id)),
  uuids(rows.map((row) => row.batch_id)),
];

/** The rows whose batch was not counted in the eight days before; of repetitions the first in log order is kept. */
const unseen = async (on: pg.ClientBase, rows: readonly StoredBatch[]): Promise<Fresh> => {
  // One descent of the key for each, whatever the planner believes about a young table.
  const { rows: known } = await on.query<{ place: number; seen_ms: number }>({
    name: 'telemetry-seen',
    text: `select asked.place, floor(extract(epoch from seen.seen_at) * 1000)::float8 as seen_ms
             from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (instance_id, batch_id, place)
            cross join lateral (select seen_at from telemetry_seen s
              where s.instance_id = asked.instance_id and s.batch_id = asked.batch_id limit 1) as seen`,
    values: idsOf(rows),
  });
  const keyOf = (row: StoredBatch): string => `${row.instance_id} ${row.batch_id}`;
  const seen = new Map(known.map(({ place, seen_ms }) => [keyOf(rows[place - 1]!), seen_ms]));
  // A batch that comes again after eight days is remembered from then on; its last row of a flush is the one kept.
  const ids = new Map<string, StoredBatch>();
  const fresh = rows.filter((row) => {
    const key = keyOf(row);
    const before = ids.get(key)?.received_ms ?? seen.get(key);
    if (before !== undefined && before >= row.received_ms - rememberMs) return false;
    ids.set(key, row);
    return true;
  });
  return { rows: fresh, ids: [...ids.values()] };
};

const writeSeen = (on: pg.ClientBase, ids: readonly StoredBatch[]): Promise<unknown> =>
  on.query({
    name: 'remember-batches',
    text: `insert into telemetry_seen (instance_id, batch_id, seen_at)
           select i, b, to_timestamp(ms / 1000.0) from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (i, b, ms)
           on conflict (instance_id, batch_id) do update set seen_at = excluded.seen_at`,
    values: [...idsOf(ids), bigints(ids.map((row) => row.received_ms))],
  });

/**
 * Moves the checkpoint of one log, and touches that of the other: what a flush read of a lane's figures and batch ids is
 * old as soon as anybody counts that lane, from whichever log.
 */
const moveCheckpoint = async (
  on: pg.ClientBase,
  source: string,
  lane: number,
  from: LogPosition & { versions: string[] },
  to: LogPosition,
): Promise<void> => {
  const { rowCount } = await on.query({
    name: 'move-checkpoint',
    text: `update telemetry_checkpoint c
              set transaction_id = case when c.source = $1 then $5::xid8 else c.transaction_id end,
                  position = case when c.source = $1 then $6::bigint else c.position end
             from (select source, transaction_id, position, xmin::text as version from telemetry_checkpoint
                    where lane = $2 order by source for update) as held
            where c.lane = $2 and c.source = held.source and held.version = any($7::text[])
              and (held.source <> $1 or (held.transaction_id = $3::xid8 and held.position = $4::bigint))`,
    values: [source, lane, from.transaction_id, from.position, to.transaction_id, to.position, from.versions],
  });
  if (rowCount !== from.versions.length) throw new Overtaken(`lane ${lane} was counted by another aggregator`);
};

/** What a flush adds, and how: alone in tables that nobody else knows, or beside others and a rebuild's switch. */
export interface Counting {
  log: Logger;
  tallies: MakeTallies;
  beside: 'others' | 'alone';
  /** Events before this time (unix ms) are left out. */
  since?: number;
}

const fold = ({ log, tallies, since }: Counting, rows: readonly StoredBatch[]): Tally[] => {
  const all = tallies();
  for (const row of rows) {
    const payload: CountedPayload | null = quickPayload(row.payload) ?? parsePayload(row);
    if (payload && since !== undefined) payload.events = payload.events.filter(({ at }) => at >= since);
    if (payload) for (const tally of all) tally.add({ row, payload, lane: laneOf(row.partition) });
    else
      log.error({ transaction_id: row.transaction_id, position: row.position }, 'a batch in the inbox cannot be read');
  }
  return all;
};

const hold: pg.QueryConfig = {
  name: 'hold-figures',
  text: `select pg_advisory_xact_lock_shared(${advisoryLocks.figures})`,
};

/**
 * Counts batches that were read, those left out that were counted before; `move`, the first statement of the
 * transaction, proves that nobody wrote since they were read. All reading and folding comes before the transaction, and
 * its statements are sent together. Answers for how many ms it was open.
 */
export const countRows = async (
  client: pg.ClientBase,
  counting: Counting,
  rows: StoredBatch[],
  move: () => Promise<void>,
): Promise<number> => {
  const fresh = await unseen(client, rows);
  const tallies = fold(counting, fresh.rows);
  await together(tallies.map((tally) => tally.read?.(client) ?? Promise.resolve()));
  const started = performance.now();
  try {
    await together([
      client.query(begin),
      counting.beside === 'alone' ? Promise.resolve() : client.query(hold),
      move(),
      fresh.ids.length > 0 ? writeSeen(client, fresh.ids) : Promise.resolve(),
      ...tallies.map((tally) => tally.write(client)),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  for (const tally of tallies) tally.committed?.();
  return performance.now() - started;
};

/**
 * Counts the next batches of a lane of a log, at most `limit` and up to `until`, on one connection. Figures, batch ids
 * and checkpoint commit together. Throws Overtaken when somebody else counted them.
 */
export const countNext = async (
  client: pg.ClientBase,
  counting: Counting,
  source: TelemetrySource,
  lane: number,
  limit: number,
  until: LogPosition,
): Promise<Step> => {
  const from = await readCheckpoint(client, source.name, lane);
  const rows = await source.read(lane, from, until, limit);
  if (rows.length === 0) return { rows: 0, more: false, lastMs: 0, transactionMs: 0 };
  const transactionMs = await countRows(client, counting, rows, () =>
    moveCheckpoint(client, source.name, lane, from, rows.at(-1)!),
  );
  const bytes = rows.reduce((all, row) => all + row.payload.length, 0);
  return {
    rows: rows.length,
    more: rows.length === limit || bytes > maxReadBytes / 2,
    lastMs: rows.at(-1)!.received_ms,
    transactionMs,
  };
};

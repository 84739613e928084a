import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { beginStatement, together } from '#kernel/db/transaction.ts';
import type { Logger } from '#kernel/platform/log.ts';
import { type LogPosition, maxReadBytes, type StoredBatch, type TelemetrySource } from '#kernel/telemetry-log/log.ts';
import { laneOf } from '#kernel/telemetry-log/partition.ts';
import type { CreateCounters } from './all-counters.ts';
import { moveLaneCheckpoint, readLaneCheckpoint } from './checkpoint.ts';
import type { Counter } from './counter.ts';
import { deduplicate, writeBatchIds } from './deduplicate.ts';
import { parsePayload } from './payload.ts';

/**
 * The result of an aggregation batch: rows read, whether more wait, when the last was accepted, time in the transaction
 * (ms).
 */
export interface BatchResult {
  rows: number;
  more: boolean;
  lastMs: EpochMs;
  transactionMs: number;
}

/** What a batch adds, and to which tables: the live ones, or the draft of a rebuild, which nobody else writes. */
export interface Aggregation {
  log: Logger;
  createCounters: CreateCounters;
  tables: 'live' | 'draft';
  /** Events before this time (unix ms) are left out. */
  since?: EpochMs;
}

const aggregate = ({ log, createCounters, since }: Aggregation, rows: readonly StoredBatch[]): Counter[] => {
  const counters = createCounters();
  for (const row of rows) {
    const payload = parsePayload(row);
    if (payload && since !== undefined) payload.events = payload.events.filter(({ at }) => at >= since);
    if (payload) for (const counter of counters) counter.add({ row, payload, lane: laneOf(row.partition) });
    else log.error({ transaction_id: row.transaction_id, position: row.position }, 'cannot read a batch in the inbox');
  }
  return counters;
};

/** Taken first by every transaction that writes figures: a rebuild does not switch their tables before it ends. */
export const holdFigures: pg.QueryConfig = {
  name: 'hold-figures',
  text: `select pg_advisory_xact_lock_shared(${advisoryLocks.figures})`,
};

/**
 * Counts batches, without those that were counted before; `move`, the first statement of the transaction, is the
 * compare-and-set that fences a stale writer. All reading and aggregating comes before the transaction, and its
 * statements are sent together. Answers for how many ms it was open.
 */
export const processBatch = async (
  client: pg.ClientBase,
  aggregation: Aggregation,
  rows: StoredBatch[],
  move: () => Promise<void>,
): Promise<number> => {
  const unique = await deduplicate(client, rows);
  const counters = aggregate(aggregation, unique.rows);
  await together(counters.map((counter) => counter.read?.(client) ?? Promise.resolve()));
  const started = performance.now();
  try {
    await together([
      client.query(beginStatement),
      aggregation.tables === 'draft' ? Promise.resolve() : client.query(holdFigures),
      move(),
      unique.ids.length > 0 ? writeBatchIds(client, unique.ids) : Promise.resolve(),
      ...counters.map((counter) => counter.write(client)),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  for (const counter of counters) counter.committed?.();
  return performance.now() - started;
};

/**
 * Counts the next batches of a lane of a log, at most `limit` and up to `until`, on one connection. Counts, batch ids
 * and checkpoint commit together. Throws StaleWriter when somebody else counted them.
 */
export const processNextBatch = async (
  client: pg.ClientBase,
  aggregation: Aggregation,
  source: TelemetrySource,
  lane: number,
  limit: number,
  until: LogPosition,
): Promise<BatchResult> => {
  const from = await readLaneCheckpoint(client, source.name, lane);
  const rows = await source.read(lane, from, until, limit);
  if (rows.length === 0) return { rows: 0, more: false, lastMs: 0, transactionMs: 0 };
  const transactionMs = await processBatch(client, aggregation, rows, () =>
    moveLaneCheckpoint(client, source.name, lane, from, rows.at(-1)!),
  );
  const bytes = rows.reduce((sum, row) => sum + row.payload.length, 0);
  return {
    rows: rows.length,
    more: rows.length === limit || bytes > maxReadBytes / 2,
    lastMs: rows.at(-1)!.received_ms,
    transactionMs,
  };
};

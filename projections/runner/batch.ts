import { type Db, isOutage } from '#kernel/db/pool.ts';
import { type Trx, transaction } from '#kernel/db/transaction.ts';
import type { Checkpoint, LogRow } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import { StaleWriter } from '../stale-writer.ts';
import type { StateChangeAt } from './stream-states.ts';
import type { ProjectionTables } from './tables.ts';

/** How often an event timed out by itself since it last succeeded, by its place in the log. */
export type EventTimeouts = Map<string, number>;

/** How to apply a batch; `onDeadLetter` is called for each event that is dead-lettered because it failed. */
export interface ApplyOptions {
  db: Db;
  tables: ProjectionTables;
  stateChangeAt: StateChangeAt;
  /** A transaction takes no further event after so many milliseconds. */
  budgetMs: number;
  /** Kept by whoever retries a batch; without it, an event that times out again and again is never dead-lettered. */
  timeouts?: EventTimeouts;
  onDeadLetter(row: LogRow, error: unknown): void;
  onCommitted?(trx: Trx): void;
}

// SQLSTATE classes of transient server conditions: connection, rollback, resources, state, operator, system.
const transientCodes = /^(08|25|40|53|55|57|58)/;

/** Whether the event itself caused the error (a poison event), so that a retry would fail again. */
export const isPoison = (error: unknown): boolean =>
  !(error instanceof StaleWriter) && !isOutage(error) && !transientCodes.test((error as { code?: string }).code ?? '');

/** Whether a statement ran into the time limit of its connection. */
export const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014';

// Each takes as long as a statement may: a minute of a slow database is no fault of an event.
const mostTimeouts = 5;

const timedOutTooOften = ({ timeouts }: ApplyOptions, row: LogRow, error: unknown): boolean => {
  if (!timeouts || !isTimeout(error)) return false;
  const times = (timeouts.get(row.position) ?? 0) + 1;
  timeouts.set(row.position, times);
  return times >= mostTimeouts;
};

/** Why an event is dead-lettered that did not fail itself. */
export const behindDeadLetter = 'waits for an earlier event of its stream';

const positionOf = ({ transaction_id, position }: Checkpoint): Checkpoint => ({ transaction_id, position });

const deadLetteredStreams = async (trx: Trx, deadLetterName: string): Promise<Set<string>> => {
  const { rows } = await trx.client.query<{ stream: string }>(
    'select distinct stream from parked_event where projection = $1',
    [deadLetterName],
  );
  return new Set(rows.map((row) => row.stream));
};

/** Dead-letters an event under a projection's name, with the reason. */
export const deadLetter = async (trx: Trx, deadLetterName: string, row: LogRow, error: unknown): Promise<void> => {
  const message = error instanceof Error ? error.message : String(error);
  await trx.client.query(
    `insert into parked_event (projection, stream, version, transaction_id, position, error)
     values ($1, $2, $3, $4::xid8, $5, $6) on conflict do nothing`,
    [deadLetterName, row.stream, row.version, row.transaction_id, row.position, message.slice(0, 1000)],
  );
};

/** Applies one event to a projection's tables, in the caller's transaction. */
export const applyRow = async (
  trx: Trx,
  options: Pick<ApplyOptions, 'tables' | 'stateChangeAt'>,
  row: LogRow,
): Promise<void> => {
  const event = toEvent(row);
  await options.tables.projection.apply(trx, event, await options.stateChangeAt(trx.client, event));
};

const applyTogether = async (options: ApplyOptions, at: Checkpoint, rows: readonly LogRow[]): Promise<number> => {
  const { projection, deadLetterName, begin, lockCheckpoint, moveCheckpoint } = options.tables;
  let committed: Trx | null = null;
  const taken = await transaction(
    options.db,
    async (trx) => {
      committed = trx;
      await lockCheckpoint(trx, at);
      const until = performance.now() + options.budgetMs;
      const deadLettered = await deadLetteredStreams(trx, deadLetterName);
      let applied = 0;
      for (const row of rows) {
        if (applied > 0 && performance.now() > until) break;
        if (deadLettered.has(row.stream)) await deadLetter(trx, deadLetterName, row, behindDeadLetter);
        else await applyRow(trx, options, row);
        applied += 1;
      }
      await projection.flush?.(trx);
      await moveCheckpoint(trx, at, positionOf(rows[applied - 1]!));
      return applied;
    },
    begin,
  );
  if (committed) options.onCommitted?.(committed);
  return taken;
};

const skipToDeadLetters = (options: ApplyOptions, at: Checkpoint, row: LogRow, error: unknown): Promise<void> =>
  transaction(
    options.db,
    async (trx) => {
      await options.tables.lockCheckpoint(trx, at);
      await deadLetter(trx, options.tables.deadLetterName, row, error);
      await options.tables.moveCheckpoint(trx, at, positionOf(row));
    },
    options.tables.begin,
  );

/** Applies a batch event by event and dead-letters the one that fails, with all later ones of its stream. */
const applyOneByOne = async (options: ApplyOptions, at: Checkpoint, rows: readonly LogRow[]): Promise<void> => {
  let from = at;
  for (const row of rows) {
    try {
      await applyTogether(options, from, [row]);
    } catch (error) {
      if (!isPoison(error) && !timedOutTooOften(options, row, error)) throw error;
      await skipToDeadLetters(options, from, row, error);
      options.onDeadLetter(row, error);
    }
    options.timeouts?.delete(row.position);
    from = positionOf(row);
  }
};

/**
 * Applies the first events of a batch in one transaction with the checkpoint, as many as the time allows, and answers
 * how many and the new checkpoint. A poison event is dead-lettered with all later ones of its stream; others continue.
 * So is one that times out by itself again and again, which would otherwise hold up everything behind it.
 */
export const applyBatch = async (
  options: ApplyOptions,
  at: Checkpoint,
  rows: readonly LogRow[],
): Promise<{ applied: number; at: Checkpoint }> => {
  const oneByOne = async () => {
    await applyOneByOne(options, at, rows);
    return rows.length;
  };
  let applied: number;
  // An event that timed out is tried by itself until it succeeds, so that one long statement is waited for, not two.
  if (rows.some((row) => options.timeouts?.has(row.position))) applied = await oneByOne();
  else
    try {
      applied = await applyTogether(options, at, rows);
    } catch (error) {
      if (!isPoison(error) && !(options.timeouts && isTimeout(error))) throw error;
      applied = await oneByOne();
    }
  return { applied, at: positionOf(rows[applied - 1]!) };
};

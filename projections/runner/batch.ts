import { type Db, isOutage, type Trx, transaction } from '#kernel/db/pool.ts';
import type { Checkpoint, LogRow } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import type { FoldAt } from './fold.ts';
import { Fenced, type Place } from './place.ts';

/** What applying a batch needs; `onParked` hears of each event that is set aside because it failed. */
export interface Applying {
  db: Db;
  place: Place;
  foldAt: FoldAt;
  /** A transaction takes no further event after so many milliseconds. */
  budgetMs: number;
  onParked(row: LogRow, error: unknown): void;
  onCommitted?(trx: Trx): void;
}

// Conditions of the server rather than faults of an event: connection, rollback, resources, state, operator, system.
const passing = /^(08|25|40|53|55|57|58)/;

/** True when an event itself is at fault, so that trying again would fail again. */
export const isPoison = (error: unknown): boolean =>
  !(error instanceof Fenced) && !isOutage(error) && !passing.test((error as { code?: string }).code ?? '');

/** Why an event is set aside that has no fault of its own. */
export const behind = 'waits for an earlier event of its stream';

const place = ({ transaction_id, position }: Checkpoint): Checkpoint => ({ transaction_id, position });

const parkedStreams = async (trx: Trx, parkedAs: string): Promise<Set<string>> => {
  const { rows } = await trx.client.query<{ stream: string }>(
    'select distinct stream from parked_event where projection = $1',
    [parkedAs],
  );
  return new Set(rows.map((row) => row.stream));
};

/** Sets an event aside under a name, with why. */
export const park = async (trx: Trx, parkedAs: string, row: LogRow, error: unknown): Promise<void> => {
  const words = error instanceof Error ? error.message : String(error);
  await trx.client.query(
    `insert into parked_event (projection, stream, version, transaction_id, position, error)
     values ($1, $2, $3, $4::xid8, $5, $6) on conflict do nothing`,
    [parkedAs, row.stream, row.version, row.transaction_id, row.position, words.slice(0, 1000)],
  );
};

/** Applies one event to the tables of a place, in the caller's transaction. */
export const applyRow = async (trx: Trx, into: Pick<Applying, 'place' | 'foldAt'>, row: LogRow): Promise<void> => {
  const event = toEvent(row);
  await into.place.projection.apply(trx, event, await into.foldAt(trx.client, event));
};

const together = async (into: Applying, at: Checkpoint, rows: readonly LogRow[]): Promise<number> => {
  const { projection, parkedAs, begin, hold, move } = into.place;
  let committed: Trx | null = null;
  const taken = await transaction(
    into.db,
    async (trx) => {
      committed = trx;
      await hold(trx, at);
      const until = performance.now() + into.budgetMs;
      const parked = await parkedStreams(trx, parkedAs);
      let count = 0;
      for (const row of rows) {
        if (count > 0 && performance.now() > until) break;
        if (parked.has(row.stream)) await park(trx, parkedAs, row, behind);
        else await applyRow(trx, into, row);
        count += 1;
      }
      await projection.flush?.(trx);
      await move(trx, at, place(rows[count - 1]!));
      return count;
    },
    begin,
  );
  if (committed) into.onCommitted?.(committed);
  return taken;
};

const setAside = (into: Applying, at: Checkpoint, row: LogRow, error: unknown): Promise<void> =>
  transaction(
    into.db,
    async (trx) => {
      await into.place.hold(trx, at);
      await park(trx, into.place.parkedAs, row, error);
      await into.place.move(trx, at, place(row));
    },
    into.place.begin,
  );

/** Applies a batch event by event, setting aside the one that fails; later ones of its stream follow it there. */
const singly = async (into: Applying, at: Checkpoint, rows: readonly LogRow[]): Promise<void> => {
  let from = at;
  for (const row of rows) {
    try {
      await together(into, from, [row]);
    } catch (error) {
      if (!isPoison(error)) throw error;
      await setAside(into, from, row, error);
      into.onParked(row, error);
    }
    from = place(row);
  }
};

/**
 * Applies the first events of a batch in one transaction with the checkpoint, as many as the time allows, and answers
 * how many and where the tables stand now. A poison event is parked with everything later of its stream; others go on.
 */
export const applyBatch = async (
  into: Applying,
  at: Checkpoint,
  rows: readonly LogRow[],
): Promise<{ count: number; at: Checkpoint }> => {
  let count: number;
  try {
    count = await together(into, at, rows);
  } catch (error) {
    if (!isPoison(error)) throw error;
    await singly(into, at, rows);
    count = rows.length;
  }
  return { count, at: place(rows[count - 1]!) };
};

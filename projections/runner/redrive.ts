import type { Db } from '#kernel/db/pool.ts';
import { type Trx, transaction } from '#kernel/db/transaction.ts';
import type { LogRow } from '#kernel/event-store/read.ts';
import { eventColumns } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Projection } from '../projection.ts';
import { applyRow, isPoison, isTimeout } from './batch.ts';
import { rebuildProjection } from './rebuild.ts';
import { createStateReader, type StateChangeAt } from './stream-states.ts';
import { liveTables, readCheckpoint } from './tables.ts';

/** How many dead letters of a stream were applied, how many are left, and the error of the next one. */
export interface RedriveResult {
  applied: number;
  left: number;
  error: string | null;
}

const nextDeadLetter = async (trx: Trx, name: string, stream: string): Promise<LogRow | null> => {
  const { rows } = await trx.client.query<LogRow>(
    `select ${eventColumns}, transaction_id::text, position::text from event
      where stream = $2 and version = (select min(version) from parked_event where projection = $1 and stream = $2)`,
    [name, stream],
  );
  return rows[0] ?? null;
};

const redriveNext = (
  db: Db,
  projection: Projection,
  hash: string,
  stateChangeAt: StateChangeAt,
  stream: string,
): Promise<Trx | null> => {
  const tables = liveTables(projection, hash);
  return transaction(
    db,
    async (trx) => {
      // The runner is blocked meanwhile, so that no later event of the stream overtakes a dead letter.
      await trx.client.query('select from projection_checkpoint where name = $1 for update', [projection.name]);
      const row = await nextDeadLetter(trx, projection.name, stream);
      if (!row) return null;
      await applyRow(trx, { tables, stateChangeAt: stateChangeAt }, row);
      await projection.flush?.(trx);
      await trx.client.query('delete from parked_event where projection = $1 and stream = $2 and version = $3', [
        projection.name,
        stream,
        row.version,
      ]);
      return trx;
    },
    tables.begin,
  );
};

/** The number of dead letters of a stream, and the error of the first. */
const deadLetterStatus = async ({ db }: Pick<Kernel, 'db'>, { name }: Projection, stream: string) => {
  const { rows } = await db.pool.query<{ left: number; error: string | null }>(
    `select count(*)::int as left, (array_agg(error order by version))[1] as error
       from parked_event where projection = $1 and stream = $2`,
    [name, stream],
  );
  return rows[0]!;
};

/**
 * Applies a projection's dead letters of a stream in order, each in its own transaction, until one fails again. A
 * chained projection is rebuilt instead.
 */
export const redrive = async (kernel: Kernel, projection: Projection, stream: string): Promise<RedriveResult> => {
  if (projection.chained) {
    const before = await deadLetterStatus(kernel, projection, stream);
    if (before.left > 0) await rebuildProjection(kernel, projection);
    const after = await deadLetterStatus(kernel, projection, stream);
    return { applied: before.left - after.left, ...after };
  }
  const hash = (await readCheckpoint(kernel.db.pool, projection.name))?.tables_hash ?? '';
  const stateChangeAt = createStateReader(1);
  let applied = 0;
  let error: string | null = null;
  try {
    for (let trx = await redriveNext(kernel.db, projection, hash, stateChangeAt, stream); trx; ) {
      applied += 1;
      projection.committed?.(kernel, trx);
      trx = await redriveNext(kernel.db, projection, hash, stateChangeAt, stream);
    }
  } catch (failed) {
    if (!isPoison(failed) && !isTimeout(failed)) throw failed;
    error = failed instanceof Error ? failed.message : String(failed);
  }
  return { applied, left: (await deadLetterStatus(kernel, projection, stream)).left, error };
};

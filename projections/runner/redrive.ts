import { type Db, type Trx, transaction } from '#kernel/db/pool.ts';
import type { LogRow } from '#kernel/event-store/read.ts';
import { eventColumns } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Projection } from '../projection.ts';
import { applyRow, isPoison } from './batch.ts';
import { createFolds, type FoldAt } from './fold.ts';
import { livePlace, readCheckpoint } from './place.ts';
import { rebuildProjection } from './rebuild.ts';

/** How many parked events of a stream were applied, how many still stand aside, and why the next one does. */
export interface Redriven {
  applied: number;
  left: number;
  error: string | null;
}

const nextParked = async (trx: Trx, name: string, stream: string): Promise<LogRow | null> => {
  const { rows } = await trx.client.query<LogRow>(
    `select ${eventColumns}, transaction_id::text, position::text from event
      where stream = $2 and version = (select min(version) from parked_event where projection = $1 and stream = $2)`,
    [name, stream],
  );
  return rows[0] ?? null;
};

const one = (db: Db, projection: Projection, hash: string, foldAt: FoldAt, stream: string): Promise<Trx | null> => {
  const place = livePlace(projection, hash);
  return transaction(
    db,
    async (trx) => {
      // The runner stands still meanwhile, so that no later event of the stream overtakes a parked one.
      await trx.client.query('select from projection_checkpoint where name = $1 for update', [projection.name]);
      const row = await nextParked(trx, projection.name, stream);
      if (!row) return null;
      await applyRow(trx, { place, foldAt }, row);
      await projection.flush?.(trx);
      await trx.client.query('delete from parked_event where projection = $1 and stream = $2 and version = $3', [
        projection.name,
        stream,
        row.version,
      ]);
      return trx;
    },
    place.begin,
  );
};

/** How many events of a stream stand aside, and why the first of them does. */
const standing = async ({ db }: Kernel, { name }: Projection, stream: string) => {
  const { rows } = await db.pool.query<{ left: number; error: string | null }>(
    `select count(*)::int as left, (array_agg(error order by version))[1] as error
       from parked_event where projection = $1 and stream = $2`,
    [name, stream],
  );
  return rows[0]!;
};

/**
 * Applies what a projection has parked of a stream, in order, each in its own transaction, until one fails again. A
 * chained projection is built anew for it, with every other stream.
 */
export const redrive = async (kernel: Kernel, projection: Projection, stream: string): Promise<Redriven> => {
  if (projection.chained) {
    const before = await standing(kernel, projection, stream);
    if (before.left > 0) await rebuildProjection(kernel, projection);
    const after = await standing(kernel, projection, stream);
    return { applied: before.left - after.left, ...after };
  }
  const hash = (await readCheckpoint(kernel.db.pool, projection.name))?.tables_hash ?? '';
  const foldAt = createFolds(1);
  let applied = 0;
  let error: string | null = null;
  try {
    for (let trx = await one(kernel.db, projection, hash, foldAt, stream); trx; ) {
      applied += 1;
      projection.committed?.(kernel, trx);
      trx = await one(kernel.db, projection, hash, foldAt, stream);
    }
  } catch (failed) {
    if (!isPoison(failed)) throw failed;
    error = failed instanceof Error ? failed.message : String(failed);
  }
  return { applied, left: (await standing(kernel, projection, stream)).left, error };
};

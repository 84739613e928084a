import type pg from 'pg';
import type { StoredBatch } from '#kernel/telemetry-log/log.ts';
import { bigints, uuids } from './binary-arrays.ts';

/** A batch that comes again within this time of the one that was counted is a duplicate. */
export const dedupWindowMs = 8 * 86_400_000;

/** The batches that are no duplicates, and the ids to remember. */
interface Deduplicated {
  rows: StoredBatch[];
  ids: StoredBatch[];
}

const idsOf = (rows: readonly StoredBatch[]) => [
  uuids(rows.map((row) => row.instance_id)),
  uuids(rows.map((row) => row.batch_id)),
];

/** Drops batches that were counted in the eight days before; of duplicates the first in log order stays. */
export const deduplicate = async (on: pg.ClientBase, rows: readonly StoredBatch[]): Promise<Deduplicated> => {
  // One descent of the key for each, whatever the planner believes about a young table.
  const { rows: found } = await on.query<{ place: number; seen_ms: number }>({
    name: 'telemetry-seen',
    text: `select asked.place, floor(extract(epoch from seen.seen_at) * 1000)::float8 as seen_ms
             from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (instance_id, batch_id, place)
            cross join lateral (select seen_at from telemetry_seen s
              where s.instance_id = asked.instance_id and s.batch_id = asked.batch_id limit 1) as seen`,
    values: idsOf(rows),
  });
  const keyOf = (row: StoredBatch): string => `${row.instance_id} ${row.batch_id}`;
  const seen = new Map(found.map(({ place, seen_ms }) => [keyOf(rows[place - 1]!), seen_ms]));
  // A batch that comes again after eight days is remembered from then on; the last row of a batch of rows is the one
  // kept.
  const ids = new Map<string, StoredBatch>();
  const unique = rows.filter((row) => {
    const key = keyOf(row);
    const before = ids.get(key)?.received_ms ?? seen.get(key);
    if (before !== undefined && before >= row.received_ms - dedupWindowMs) return false;
    ids.set(key, row);
    return true;
  });
  return { rows: unique, ids: [...ids.values()] };
};

/** Remembers ids of counted batches. */
export const writeBatchIds = (on: pg.ClientBase, ids: readonly StoredBatch[]): Promise<unknown> =>
  on.query({
    name: 'remember-batches',
    text: `insert into telemetry_seen (instance_id, batch_id, seen_at)
           select i, b, to_timestamp(ms / 1000.0) from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (i, b, ms)
           on conflict (instance_id, batch_id) do update set seen_at = excluded.seen_at`,
    values: [...idsOf(ids), bigints(ids.map((row) => row.received_ms))],
  });

import type { Db } from '#kernel/db/pool.ts';
import type { Checkpoint } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';

const stalledSeconds = 5;

interface Holder {
  pid: number;
  seconds: number;
  application_name: string;
  statement: string;
}

/** The oldest running write transaction of the server: no reader of the log gets past it. */
const oldestWriter = async (db: Db): Promise<Holder | null> => {
  const { rows } = await db.pool.query<Holder>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::float8 as seconds, application_name, statement
       from write_transactions() order by xact_start limit 1`,
  );
  return rows[0] ?? null;
};

/** Measures how far a projection is behind, what it has parked, and who holds the log's horizon back; alarms by log. */
export const measure = async (kernel: Kernel, db: Db, name: string, at: Checkpoint): Promise<void> => {
  const { rows } = await db.pool.query<{ ts: number | null; parked: number }>({
    name: 'projection-lag',
    text: `select (select ts from event where (transaction_id, position) > ($2::xid8, $3::bigint)
                    order by transaction_id, position limit 1) as ts,
                  (select count(*)::int from parked_event where projection = $1) as parked`,
    values: [name, at.transaction_id, at.position],
  });
  const { ts, parked } = rows[0]!;
  kernel.metrics.projectionLag.set({ projection: name }, ts === null ? 0 : Math.max(0, (Date.now() - ts) / 1000));
  kernel.metrics.projectionParked.set({ projection: name }, parked);
  const holder = await oldestWriter(db);
  kernel.metrics.horizonAge.set(holder?.seconds ?? 0);
  if (holder && holder.seconds > stalledSeconds)
    kernel.log.error({ holder, projection: name }, 'a write transaction holds back every reader of the log');
};

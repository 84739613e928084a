import type { Db } from '#kernel/db/pool.ts';
import type { Checkpoint } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';

const stalledSeconds = 5;

interface OldestWriter {
  pid: number;
  seconds: number;
  application_name: string;
  statement: string;
}

/** The oldest running write transaction of the server, beyond which no reader of the log can read. */
const oldestWriter = async (db: Db): Promise<OldestWriter | null> => {
  const { rows } = await db.pool.query<OldestWriter>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::float8 as seconds, application_name, statement
       from write_transactions() order by xact_start limit 1`,
  );
  return rows[0] ?? null;
};

/** Exports a projection's lag, its dead letters, and the age of the log's horizon; logs who holds the horizon back. */
export const measureProjection = async (
  kernel: Pick<Kernel, 'log' | 'metrics'>,
  db: Db,
  name: string,
  at: Checkpoint,
): Promise<void> => {
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
  const writer = await oldestWriter(db);
  kernel.metrics.horizonAge.set(writer?.seconds ?? 0);
  if (writer && writer.seconds > stalledSeconds)
    kernel.log.error(
      { holder: writer, projection: name },
      'a write transaction is holding back all readers of the log',
    );
};

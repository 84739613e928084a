import { randomUUID } from 'node:crypto';
import type { Db } from '#kernel/db/pool.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';

/** A worker without a heartbeat for this long is gone; its lanes are free. */
const leaseMs = 5000;

/** A worker's lease on lanes. It avoids double work only: what fences is the checkpoint's compare-and-set. */
export interface LaneLease {
  /** Sends a heartbeat and balances the lanes evenly between workers; answers those that are this worker's now. */
  renew(): Promise<readonly number[]>;
  /** Releases all lanes. */
  end(): Promise<void>;
}

/** Opens a worker's lease. It must be renewed more often than every 5 s. */
export const openLaneLease = (db: Db): LaneLease => {
  const id = randomUUID();
  const age = `${leaseMs} milliseconds`;

  const quota = async (): Promise<number> => {
    await db.pool.query(
      `insert into telemetry_worker values ($1, clock_timestamp()) on conflict (id) do update set seen_at = excluded.seen_at`,
      [id],
    );
    const { rows } = await db.pool.query<{ workers: number; before: number }>(
      `select count(*)::int as workers, (count(*) filter (where id < $1))::int as before
         from telemetry_worker where seen_at > clock_timestamp() - $2::interval`,
      [id, age],
    );
    const { workers, before } = rows[0]!;
    return Math.floor(laneCount / workers) + (before < laneCount % workers ? 1 : 0);
  };

  return {
    async renew() {
      const most = await quota();
      const { rows } = await db.pool.query<{ lane: number }>(
        `with held as (
           select lane, row_number() over (order by lane) as place from telemetry_lane where owner = $1
         ), given_back as (
           update telemetry_lane l set owner = null, until = '-infinity'
             from held where held.lane = l.lane and held.place > $2 and l.owner = $1 returning l.lane
         ), free as (
           select lane from telemetry_lane where until < clock_timestamp() and owner is distinct from $1
            order by lane limit greatest(0, $2 - (select count(*) from held)) for update skip locked
         )
         update telemetry_lane l set owner = $1, until = clock_timestamp() + $3::interval
          where (l.owner = $1 and l.lane in (select lane from held where place <= $2)) or l.lane in (select lane from free)
         returning l.lane`,
        [id, most, age],
      );
      return rows.map(({ lane }) => lane).sort((a, b) => a - b);
    },
    async end() {
      await db.pool.query(`update telemetry_lane set owner = null, until = '-infinity' where owner = $1`, [id]);
      await db.pool.query(
        `delete from telemetry_worker where id = $1 or seen_at < clock_timestamp() - interval '1 hour'`,
        [id],
      );
    },
  };
};

import type pg from 'pg';
import type { ProjectionRow } from '#contracts/admin/admin-log.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Bus, BusUnavailable } from '#kernel/messaging/bus.ts';
import { say } from '#kernel/platform/say.ts';
import { readLaneBacklog } from '#kernel/telemetry-log/jetstream-source.ts';
import type { LogPosition } from '#kernel/telemetry-log/log.ts';
import { laneSql } from '#kernel/telemetry-log/partition.ts';
import type { Projection } from '../projection.ts';
import type { RebuildHashes } from '../runner/rebuild.ts';

/** Every read model that can be looked at: those that follow the log, and how each (others included) is built anew. */
export interface ReadModels {
  following: readonly Projection[];
  rebuild: Readonly<Record<string, (kernel: Kernel) => Promise<RebuildHashes>>>;
}

/**
 * How far a read model is behind: seconds since the oldest thing that it lacks, and how many those are (at most
 * 100,000); both null while nobody can tell.
 */
interface Lag<Known = number | null> {
  lag: Known;
  behind: Known;
  ts_moved: UnixSeconds | null;
}
type HealthDeps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db'>;
const countAtMost = 100_000;

const followerLag = async ({ db }: Pick<Kernel, 'db'>, name: string): Promise<Lag> => {
  const { rows } = await db.pool.query<Lag>(
    `select coalesce(greatest(0, extract(epoch from now()) - first.ts / 1000.0), 0)::float8 as lag,
            (select count(*)::int from (select from event e
               where (e.transaction_id, e.position) > (c.transaction_id, c.position) limit ${countAtMost}) as missing) as behind,
            extract(epoch from c.updated_at)::bigint as ts_moved
       from projection_checkpoint c
       left join lateral (select ts from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position)
                           order by e.transaction_id, e.position limit 1) as first on true
      where c.name = $1`,
    [name],
  );
  return rows[0] ?? { lag: 0, behind: 0, ts_moved: null };
};

const inboxLag = async ({ analytics }: Pick<Kernel, 'analytics'>): Promise<Lag<number>> => {
  const { rows } = await analytics.pool.query<Lag<number>>(
    `select coalesce(max(greatest(0, extract(epoch from now() - first.received_at))), 0)::float8 as lag,
            coalesce(sum(missing.batches), 0)::int as behind, null as ts_moved
       from telemetry_checkpoint c
      cross join lateral (select count(*) as batches from (
              select from telemetry_batch b where ${laneSql('b.partition')} = c.lane
                 and (b.transaction_id, b.position) > (c.transaction_id, c.position) limit ${countAtMost}) as next) as missing
       left join lateral (select received_at from telemetry_batch b where ${laneSql('b.partition')} = c.lane
                             and (b.transaction_id, b.position) > (c.transaction_id, c.position)
                           order by b.transaction_id, b.position limit 1) as first on true
      where c.source = 'postgres'`,
  );
  return rows[0] ?? { lag: 0, behind: 0, ts_moved: null };
};

/** Of what the stream holds. Throws while NATS is down. */
const streamLag = async (analytics: Kernel['analytics'], bus: Bus): Promise<Lag<number>> => {
  const { rows } = await analytics.pool.query<LogPosition & { lane: number }>(
    `select lane, transaction_id::text, position::text from telemetry_checkpoint where source = 'jetstream'`,
  );
  const backlogs = await Promise.all(rows.map((row) => readLaneBacklog(bus, row.lane, row)));
  const ages = backlogs.map(({ oldest_ms }) => (oldest_ms === null ? 0 : (Date.now() - oldest_ms) / 1000));
  return {
    lag: Math.max(0, ...ages),
    behind: backlogs.reduce((sum, { messages }) => sum + messages, 0),
    ts_moved: null,
  };
};

/** Of both logs. Unknown while the one that is written cannot be reached; the other has hardly anything. */
const analyticsLag = async ({ analytics, bus, config }: HealthDeps): Promise<Lag> => {
  const inbox = await inboxLag({ analytics });
  if (!bus) return inbox;
  try {
    const stream = await streamLag(analytics, bus);
    const behind = Math.min(countAtMost, inbox.behind + stream.behind);
    return { lag: Math.max(inbox.lag, stream.lag), behind, ts_moved: null };
  } catch (error) {
    if (!(error instanceof BusUnavailable)) throw error;
    return config.TELEMETRY_LOG === 'jetstream' ? { lag: null, behind: null, ts_moved: null } : inbox;
  }
};

const lagOf = (kernel: HealthDeps, { following }: ReadModels, name: string): Promise<Lag> => {
  if (name === 'analytics') return analyticsLag(kernel);
  if (following.some((one) => one.name === name)) return followerLag(kernel, name);
  // The catalog is written by the append itself.
  return Promise.resolve({ lag: 0, behind: 0, ts_moved: null });
};

const isHeld = async (on: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> => {
  const { rows } = await on.query<{ held: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)) as held`,
    [`rebuild:${name}`],
  );
  return rows[0]!.held;
};

/** Whether a read model is being built anew somewhere at this moment. */
export const isRebuilding = (kernel: Pick<Kernel, 'db' | 'analytics'>, name: string): Promise<boolean> =>
  isHeld(name === 'analytics' ? kernel.analytics.pool : kernel.db.pool, name);

/** About what share of a read model's rows its new tables have, as Postgres has counted them in passing. */
const shareRebuilt = async (kernel: Pick<Kernel, 'db' | 'analytics'>, name: string): Promise<number | null> => {
  const { pool } = name === 'analytics' ? kernel.analytics : kernel.db;
  const { rows } = await pool.query<{ live: number; next: number }>(
    `select coalesce(sum(n_live_tup) filter (where schemaname = $1), 0)::float8 as live,
            coalesce(sum(n_live_tup) filter (where schemaname = $2), 0)::float8 as next
       from pg_stat_user_tables where schemaname in ($1, $2)`,
    [name, `${name}_next`],
  );
  const { live, next } = rows[0]!;
  // The tables are compared after the last row, so that all of them is not the end.
  return live > 0 ? Math.min(0.99, next / live) : null;
};

interface Run {
  ts_start: UnixSeconds;
  ts_end: UnixSeconds | null;
  row_count: number | null;
  equal: boolean | null;
  error: string | null;
  started_by: string | null;
  /** It began a moment ago and may not hold its lock yet. */
  young: boolean;
}

const lastRebuild = async (
  kernel: Pick<Kernel, 'analytics' | 'db'>,
  name: string,
): Promise<ProjectionRow['rebuild']> => {
  const { rows } = await kernel.db.pool.query<Run>(
    `select extract(epoch from started_at)::bigint as ts_start, extract(epoch from ended_at)::bigint as ts_end,
            row_count, equal, error, started_by, started_at > now() - interval '10 seconds' as young
       from rebuild_run where projection = $1`,
    [name],
  );
  const run = rows[0];
  if (!run) return null;
  const { row_count, young, ...facts } = run;
  const base = { ...facts, rows: row_count, share: null };
  if (run.ts_end !== null) return { ...base, state: run.error === null ? 'done' : 'failed' };
  if (young || (await isRebuilding(kernel, name)))
    return { ...base, share: await shareRebuilt(kernel, name), state: 'running' };
  return { ...base, state: 'failed', error: say(staffWords.rebuildBrokeOff) };
};

/** The health of every read model, in the order of their names. */
export const readHealth = async (kernel: HealthDeps, models: ReadModels): Promise<ProjectionRow[]> => {
  const { rows: parked } = await kernel.db.pool.query<{ projection: string; events: number; streams: number }>(
    'select projection, count(*)::int as events, count(distinct stream)::int as streams from parked_event group by 1',
  );
  const names = [...new Set([...models.following.map((one) => one.name), ...Object.keys(models.rebuild)])].sort();
  return Promise.all(
    names.map(async (name) => {
      const aside = parked.find((row) => row.projection === name);
      return {
        id: name,
        name,
        ...(await lagOf(kernel, models, name)),
        parked_events: aside?.events ?? 0,
        parked_streams: aside?.streams ?? 0,
        redrivable: models.following.some((one) => one.name === name),
        rebuild: await lastRebuild(kernel, name),
      };
    }),
  );
};

/** A parked event as staff see it. */
export interface Parked {
  id: string;
  projection: string;
  stream: string;
  version: number;
  type: string;
  error: string;
  ts: number;
}

/** A page of the events that read models have set aside, in the order of the log. */
export const listParked = async (
  { db }: Pick<Kernel, 'db'>,
  projection: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: Parked[]; total: number }> => {
  const [found, counted] = await Promise.all([
    db.pool.query<Parked>(
      `select p.projection || '/' || p.stream || '/' || p.version as id, p.projection, p.stream, p.version,
              coalesce(e.type, '') as type, p.error, extract(epoch from p.parked_at)::bigint as ts
         from parked_event p left join event e on e.stream = p.stream and e.version = p.version
        where $1::text is null or p.projection = $1
        order by p.transaction_id, p.position, p.projection limit $2 offset $3`,
      [projection ?? null, limit, offset],
    ),
    db.pool.query<{ total: number }>(
      'select count(*)::int as total from parked_event where $1::text is null or projection = $1',
      [projection ?? null],
    ),
  ]);
  return { data: found.rows, total: counted.rows[0]!.total };
};

const sameTables = ({ before, after }: RebuildHashes): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].every((table) => before[table] === after[table]);

/** Builds a read model anew and keeps how it went, whatever comes of it. */
export const runRebuild = async (
  kernel: Kernel,
  name: string,
  work: (kernel: Kernel) => Promise<RebuildHashes>,
  staffId: string,
): Promise<void> => {
  const { pool } = kernel.db;
  await pool.query(
    `insert into rebuild_run (projection, started_at, started_by) values ($1, now(), $2)
     on conflict (projection) do update
        set started_at = now(), started_by = $2, ended_at = null, row_count = null, equal = null, error = null`,
    [name, staffId],
  );
  kernel.log.info({ projection: name, staff_id: staffId }, 'staff asked for a rebuild');
  const end = (row_count: number | null, equal: boolean | null, error: string | null) =>
    pool.query(
      'update rebuild_run set ended_at = now(), row_count = $2, equal = $3, error = $4 where projection = $1',
      [name, row_count, equal, error],
    );
  try {
    const done = await work(kernel);
    await end(done.rows ?? null, sameTables(done), null);
  } catch (error) {
    kernel.log.error({ err: error, projection: name }, 'a rebuild requested by staff failed');
    await end(null, null, (error instanceof Error ? error.message : String(error)).slice(0, 1000));
  }
};

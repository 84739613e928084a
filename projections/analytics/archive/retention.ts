import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { advisoryLocks, releaseAdvisoryLock, tryAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { asBusError } from '#kernel/messaging/stream.ts';
import { inboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { laneSql } from '#kernel/telemetry-log/partition.ts';
import { streamCreatedMs, telemetryStream } from '#kernel/telemetry-log/stream.ts';
import { finalisedStreamEnd, hourMs, readStreamInfo } from './hours.ts';

type Deps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'files' | 'log'>;

const dayMs = 24 * hourMs;
const chunk = 200;

/** Whether everything in the inbox of a day is archived and counted. */
const isArchivedAndCounted = async (client: pg.ClientBase, day: number): Promise<boolean> => {
  const { rows } = await client.query<{ hours: number; archived: number; there: number; counted: boolean }>(
    `select (select count(*)::int from telemetry_hour where hour >= d.starts and hour < d.ends) as hours,
            (select coalesce(sum(inbox_batches), 0)::int from telemetry_hour where hour >= d.starts and hour < d.ends) as archived,
            (select count(*)::int from telemetry_batch where received_at >= d.starts and received_at < d.ends) as there,
            not exists (select from telemetry_checkpoint c where c.source = 'postgres' and exists (
              select from telemetry_batch b
               where ${laneSql('b.partition')} = c.lane and b.received_at >= d.starts and b.received_at < d.ends
                 and (b.transaction_id, b.position) > (c.transaction_id, c.position))) as counted
       from (select to_timestamp($1) as starts, to_timestamp($2) as ends) as d`,
    [day / 1000, (day + dayMs) / 1000],
  );
  const { hours, archived, there, counted } = rows[0]!;
  return there === 0 || (hours === 24 && there === archived && counted);
};

/** Past days that the inbox has rows of: in a partition of their own, in the catch-all one, or both. */
const pastDays = async (
  analytics: Kernel['analytics'],
  now: EpochMs,
): Promise<{ name: string | null; day: number }[]> => {
  const own: { name: string | null; day: number }[] = await inboxDays(analytics);
  const { rows } = await analytics.pool.query<{ day: number }>(
    `select distinct floor(extract(epoch from received_at) / 86400)::float8 * $1 as day from telemetry_batch_rest`,
    [dayMs],
  );
  const rest = rows.filter(({ day }) => !own.some((one) => one.day === day));
  return [...own, ...rest.map(({ day }) => ({ name: null, day }))].filter(({ day }) => day + dayMs + hourMs <= now);
};

/** Drops past days of the inbox that are archived and counted. One that is being read is retried in the next run. */
const dropInboxDays = async ({ analytics, log }: Deps, client: pg.ClientBase, now: EpochMs): Promise<void> => {
  for (const { name, day } of await pastDays(analytics, now)) {
    const range = [day / 1000, (day + dayMs) / 1000];
    await client.query('set statement_timeout = 600000');
    const safe = await isArchivedAndCounted(client, day);
    await client.query('reset statement_timeout');
    if (!safe) {
      const late = now - day > 2 * dayMs;
      if (late) log.error({ day: new Date(day).toISOString() }, 'a day of the inbox is not archived and counted yet');
      continue;
    }
    try {
      // It needs an exclusive lock, and must not make writers queue up behind it.
      await client.query('begin; set local lock_timeout = 200');
      await client.query(
        'delete from telemetry_batch_rest where received_at >= to_timestamp($1) and received_at < to_timestamp($2)',
        range,
      );
      if (name) await client.query('select drop_telemetry_day($1)', [new Date(day).toISOString().slice(0, 10)]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
};

/** Purges the archived part of the stream. */
const purgeStream = async (deps: Deps): Promise<void> => {
  const stream = await readStreamInfo(deps);
  const archived = await finalisedStreamEnd(deps.analytics.pool);
  if (!stream || archived?.made !== streamCreatedMs(stream.info) || stream.info.state.first_seq > archived.end) return;
  await asBusError(stream.manager.streams.purge(telemetryStream, { seq: archived.end + 1 }));
};

/** Deletes archived files past retention: each file before its row, so that none is orphaned. */
const expireFiles = async ({ files, config }: Deps, client: pg.ClientBase, now: EpochMs): Promise<void> => {
  const before = (now - config.RAW_RETENTION_DAYS * dayMs) / 1000;
  for (;;) {
    const { rows } = await client.query<{ hour: Date; app_id: string; key: string }>(
      'select hour, app_id, key from telemetry_archive where hour < to_timestamp($1) order by hour, app_id limit $2',
      [before, chunk],
    );
    if (rows.length === 0) break;
    // First: a rebuild must know that it cannot recount these hours.
    await client.query(
      `insert into telemetry_expired (until) values (to_timestamp($1))
       on conflict (one) do update set until = greatest(telemetry_expired.until, excluded.until)`,
      [(rows.at(-1)!.hour.getTime() + hourMs) / 1000],
    );
    for (const { key } of rows) await files.remove(key, Date.now() + 1);
    await client.query(
      `delete from telemetry_archive where (hour, app_id) in (select * from unnest($1::timestamptz[], $2::uuid[]))`,
      [rows.map((row) => row.hour), rows.map((row) => row.app_id)],
    );
  }
  // The last hour always stays: it says where the archive continues.
  await client.query(
    `delete from telemetry_hour where hour < to_timestamp($1) and hour < (select max(hour) from telemetry_hour)`,
    [before],
  );
};

/**
 * Deletes what is archived from the logs, and what is older than RAW_RETENTION_DAYS from the archive (`now` in unix ms
 * by the database's clock); nothing while somebody holds `advisoryLocks.archive`.
 */
export const applyRetention = async (deps: Deps, now: EpochMs): Promise<void> => {
  const client = await deps.analytics.pool.connect();
  let broken: Error | undefined;
  try {
    if (!(await tryAdvisoryLock(client, advisoryLocks.archive))) return;
    await dropInboxDays(deps, client, now);
    await purgeStream(deps);
    await expireFiles(deps, client, now);
    await releaseAdvisoryLock(client, advisoryLocks.archive);
  } catch (error) {
    // A connection that may hold the lock is not reused.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
};

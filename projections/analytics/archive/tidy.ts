import type pg from 'pg';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { onBus } from '#kernel/messaging/stream.ts';
import { inboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { streamCreatedMs, telemetryStream } from '#kernel/telemetry-log/stream.ts';
import { hourMs, sealedOfStream, streamNow } from './hours.ts';

type Deps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'files' | 'log'>;

const dayMs = 24 * hourMs;
const chunk = 200;

/** Whether everything in the inbox of a day stands in the archive and is counted. */
const isSafe = async (client: pg.ClientBase, day: number): Promise<boolean> => {
  const { rows } = await client.query<{ hours: number; archived: number; there: number; counted: boolean }>(
    `select (select count(*)::int from telemetry_hour where hour >= d.starts and hour < d.ends) as hours,
            (select coalesce(sum(inbox_batches), 0)::int from telemetry_hour where hour >= d.starts and hour < d.ends) as archived,
            (select count(*)::int from telemetry_batch where received_at >= d.starts and received_at < d.ends) as there,
            not exists (select from telemetry_checkpoint c where c.source = 'postgres' and exists (
              select from telemetry_batch b
               where (b.partition & 7) = c.lane and b.received_at >= d.starts and b.received_at < d.ends
                 and (b.transaction_id, b.position) > (c.transaction_id, c.position))) as counted
       from (select to_timestamp($1) as starts, to_timestamp($2) as ends) as d`,
    [day / 1000, (day + dayMs) / 1000],
  );
  const { hours, archived, there, counted } = rows[0]!;
  return there === 0 || (hours === 24 && there === archived && counted);
};

/** Days that are over and of which the inbox holds something: a partition of their own, rows of the catch-all one, or both. */
const pastDays = async (
  analytics: Kernel['analytics'],
  now: number,
): Promise<{ name: string | null; day: number }[]> => {
  const own: { name: string | null; day: number }[] = await inboxDays(analytics);
  const { rows } = await analytics.pool.query<{ day: number }>(
    `select distinct floor(extract(epoch from received_at) / 86400)::float8 * $1 as day from telemetry_batch_rest`,
    [dayMs],
  );
  const rest = rows.filter(({ day }) => !own.some((one) => one.day === day));
  return [...own, ...rest.map(({ day }) => ({ name: null, day }))].filter(({ day }) => day + dayMs + hourMs <= now);
};

/** Removes days of the inbox that are over, archived and counted. One that is read at the moment goes another time. */
const dropDays = async ({ analytics, log }: Deps, client: pg.ClientBase, now: number): Promise<void> => {
  for (const { name, day } of await pastDays(analytics, now)) {
    const range = [day / 1000, (day + dayMs) / 1000];
    await client.query('set statement_timeout = 600000');
    const safe = await isSafe(client, day);
    await client.query('reset statement_timeout');
    if (!safe) {
      const late = now - day > 2 * dayMs;
      if (late) log.error({ day: new Date(day).toISOString() }, 'a day of the inbox is not archived and counted');
      continue;
    }
    try {
      // It needs every writer to be out for a moment, and must not keep those that come waiting behind it.
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

/** Removes from the stream what is archived. */
const purgeStream = async (deps: Deps): Promise<void> => {
  const stream = await streamNow(deps);
  const sealed = await sealedOfStream(deps.analytics.pool);
  if (!stream || sealed?.made !== streamCreatedMs(stream.info) || stream.info.state.first_seq > sealed.end) return;
  await onBus(stream.manager.streams.purge(telemetryStream, { seq: sealed.end + 1 }));
};

/** Removes what the archive has kept for long enough: each file, then its row, so that none is left behind. */
const expire = async ({ files, config }: Deps, client: pg.ClientBase, now: number): Promise<void> => {
  const before = (now - config.RAW_RETENTION_DAYS * dayMs) / 1000;
  for (;;) {
    const { rows } = await client.query<{ hour: Date; app_id: string; key: string }>(
      'select hour, app_id, key from telemetry_archive where hour < to_timestamp($1) order by hour, app_id limit $2',
      [before, chunk],
    );
    if (rows.length === 0) break;
    // First of all: a rebuild must know that it cannot count these hours anew.
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
  // The last hour stays in any case: it says where the archive goes on.
  await client.query(
    `delete from telemetry_hour where hour < to_timestamp($1) and hour < (select max(hour) from telemetry_hour)`,
    [before],
  );
};

/**
 * Removes what stands in the archive from the logs, and from the archive what is older than RAW_RETENTION_DAYS (`now` in
 * unix ms by the database's clock); nothing while somebody holds `archiveLock`.
 */
export const tidy = async (deps: Deps, now: number): Promise<void> => {
  const client = await deps.analytics.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.archive,
    ]);
    if (!rows[0]!.mine) return;
    await dropDays(deps, client, now);
    await purgeStream(deps);
    await expire(deps, client, now);
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.archive]);
  } catch (error) {
    // A connection that may hold the lock is not given back.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
};

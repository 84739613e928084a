import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Logger } from '../platform/log.ts';

const dayMs = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Creates the inbox's daily table partitions for the database's today and `ahead` days after it. A day whose batches
 * already went to the catch-all partition keeps them there.
 */
export const ensureInboxDays = async (db: Db, log: Logger, ahead = 7): Promise<void> => {
  const { rows } = await db.pool.query<{ today: string; have: string[] }>(
    `select current_date::text as today,
            array(select inhrelid::regclass::text from pg_inherits where inhparent = 'telemetry_batch'::regclass) as have`,
  );
  const { today, have } = rows[0]!;
  for (let offset = 0; offset <= ahead; offset += 1) {
    const start = Date.parse(today) + offset * dayMs;
    const name = `telemetry_batch_${isoDay(start).replaceAll('-', '')}`;
    if (have.includes(name)) continue;
    try {
      await transaction(db, async ({ client }) => {
        await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.inbox]);
        await client.query('select make_telemetry_day($1)', [isoDay(start)]);
      });
    } catch (error) {
      log.warn({ err: error, partition: name }, 'a day of the inbox has no partition');
    }
  }
};

/** Days of the inbox that have a partition of their own, oldest first: its name and when the day began, unix ms. */
export const inboxDays = async (db: Pick<Db, 'pool'>): Promise<{ name: string; day: number }[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'telemetry_batch'::regclass order by 1`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /^telemetry_batch_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
    return day ? [{ name, day: Date.parse(`${year}-${month}-${day}T00:00:00Z`) }] : [];
  });
};

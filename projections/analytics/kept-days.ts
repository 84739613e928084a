import type pg from 'pg';

const dayMs = 86_400_000;
/** An event may lie so far ahead of the batch that brings it, and a batch may bring events that are so old. */
const aheadMs = 5 * 60_000;
const lateDays = 8;

/** Tables with rows of single days, and what of a row is copied. */
const dailyTables = ['daily_count', 'daily_viewers', 'answer', 'daily_answer', 'daily_response'] as const;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The first moment (unix ms, the start of a UTC day) whose events can all be counted anew from archive and logs; null when
 * nothing was ever removed, and so everything can.
 */
export const countableSince = async (on: pg.ClientBase): Promise<number | null> => {
  const { rows } = await on.query<{ until: number }>(
    'select extract(epoch from until)::float8 * 1000 as until from telemetry_expired',
  );
  const until = rows[0]?.until;
  return until === undefined ? null : Math.floor((until + aheadMs + dayMs - 1) / dayMs) * dayMs;
};

const copyDay = async (on: pg.ClientBase, from: string, to: string, day: string): Promise<void> => {
  for (const table of dailyTables)
    await on.query(`insert into ${to}.${table} select * from ${from}.${table} where day = $1`, [day]);
};

/** The days before `since` that have figures, those that late batches may still change last. */
const daysBefore = async (on: pg.ClientBase, schema: string, since: number): Promise<string[]> => {
  const { rows } = await on.query<{ day: string }>(
    `select day::text from (select distinct day from ${schema}.daily_count
       union select distinct day from ${schema}.daily_viewers
       union select distinct day from ${schema}.daily_answer) as had where day < $1 order by day`,
    [isoDay(since)],
  );
  return rows.map(({ day }) => day);
};

const copyAccountViewers = async (on: pg.ClientBase, from: string, to: string, since: number): Promise<void> => {
  const day = isoDay(since);
  const month = `${day.slice(0, 7)}-01`;
  const daysKept = 2 ** (Number(day.slice(8, 10)) - 1) - 1;
  await on.query(
    `insert into ${to}.account_viewer as held
     select account_id, month, viewer, case when month = $1 then days & $2 else days end
       from ${from}.account_viewer where month < $1 or (month = $1 and days & $2 <> 0)
     on conflict (account_id, month, viewer) do update set days = held.days | excluded.days`,
    [month, daysKept],
  );
  await on.query(`delete from ${to}.account_month where month <= $1`, [month]);
  await on.query(
    `insert into ${to}.account_month select account_id, month, 0, count(*) from ${to}.account_viewer
      where month <= $1 group by account_id, month`,
    [month],
  );
};

/**
 * Copies the figures of days that can no longer be counted anew. `settled` copies a day at a time what cannot change any
 * more; `rest`, to be called while no figures are written, copies what is left.
 */
export const keptDays = (on: pg.ClientBase, from: string, to: string, since: number, nowMs: number) => {
  const moving = isoDay(nowMs - lateDays * dayMs);
  return {
    async settled() {
      for (const day of await daysBefore(on, from, since)) if (day < moving) await copyDay(on, from, to, day);
    },
    async rest() {
      for (const day of await daysBefore(on, from, since)) if (day >= moving) await copyDay(on, from, to, day);
      await copyAccountViewers(on, from, to, since);
    },
  };
};

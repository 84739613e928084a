import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';

const dayMs = 86_400_000;
/** An event may lie so far ahead of the batch that brings it, and a batch may bring events that are so old. */
const aheadMs = 5 * 60_000;
const lateDays = 8;

/** Tables with rows of single days. */
const dailyTables = [
  'daily_count',
  'daily_viewers',
  'hourly_count',
  'daily_version',
  'version_day',
  'answer',
  'daily_answer',
  'daily_response',
] as const;
/** The tables to copy of days that cannot be recounted; all others follow from them. */
export const carriedTables = [...dailyTables, 'account_viewer', 'first_answer'] as const;
type CarriedTable = (typeof carriedTables)[number];

/** Values of columns that an earlier release does not have, as SQL: its viewers were never crowded. */
const derived: Readonly<Record<string, string>> = {
  'account_viewer.billed_from': 'month + round(log(2, days & -days))::int',
};

/**
 * Columns to copy, as SQL: their names in the target, with some replaced by expressions, and their values in the
 * source.
 */
interface CopyColumns {
  into: string;
  names(other: Record<string, string>): string;
  values: string;
}

/**
 * The columns of a table that two schemas have in common, by name; a number that only `to` has is 0. Null when `from`
 * has no such table; throws when `to` needs something that `from` does not have.
 */
export const copyColumns = async (
  on: pg.ClientBase,
  from: string,
  to: string,
  table: CarriedTable,
): Promise<CopyColumns | null> => {
  const { rows } = await on.query<{ name: string; held: boolean; needed: boolean; number: boolean }>(
    `select c.attname as name, f.attname is not null as held, c.attnotnull and not c.atthasdef as needed,
            t.typcategory = 'N' as number
       from pg_attribute c
       join pg_type t on t.oid = c.atttypid
       left join pg_attribute f on f.attrelid = to_regclass($1) and f.attname = c.attname and not f.attisdropped
      where c.attrelid = to_regclass($2) and c.attnum > 0 and not c.attisdropped order by c.attnum`,
    [`${from}.${table}`, `${to}.${table}`],
  );
  if (!rows.some(({ held }) => held)) return null;
  const missing = rows.find(({ held, needed, number }) => needed && !held && !number);
  if (missing) throw new Error(`the column ${missing.name} of ${table} has no default`);
  const defaultOf = (name: string): string | undefined => derived[`${table}.${name}`];
  const copied = rows.filter(({ held, needed, name }) => held || needed || defaultOf(name) !== undefined);
  return {
    into: copied.map(({ name }) => `"${name}"`).join(', '),
    names: (other) => copied.map(({ name }) => other[name] ?? `"${name}"`).join(', '),
    values: copied.map(({ name, held }) => `${held ? `"${name}"` : (defaultOf(name) ?? '0')} as "${name}"`).join(', '),
  };
};

const isoDay = (ms: EpochMs): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The first UTC day (its start, unix ms) whose events can all be recounted from archive and logs; null when nothing is
 * past retention, and so everything can.
 */
export const recountableSince = async (on: Pick<pg.Pool, 'query'>): Promise<EpochMs | null> => {
  const { rows } = await on.query<{ until: EpochMs }>(
    'select extract(epoch from until)::float8 * 1000 as until from telemetry_expired',
  );
  const until = rows[0]?.until;
  return until === undefined ? null : Math.floor((until + aheadMs + dayMs - 1) / dayMs) * dayMs;
};

const copyDay = async (on: pg.ClientBase, from: string, to: string, day: string): Promise<void> => {
  for (const table of dailyTables) {
    const columns = await copyColumns(on, from, to, table);
    if (!columns) continue;
    await on.query(
      `insert into ${to}.${table} (${columns.into}) select ${columns.values} from ${from}.${table} where day = $1`,
      [day],
    );
  }
};

/** The days with counts before `since`, in order. */
const daysBefore = async (on: pg.ClientBase, schema: string, since: EpochMs): Promise<string[]> => {
  const days = new Set<string>();
  for (const table of ['daily_count', 'daily_viewers', 'daily_answer'] as const) {
    const { rows: found } = await on.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `${schema}.${table}`,
    ]);
    if (!found[0]!.there) continue;
    const { rows } = await on.query<{ day: string }>(
      `select distinct day::text from ${schema}.${table} where day < $1`,
      [isoDay(since)],
    );
    for (const { day } of rows) days.add(day);
  }
  return [...days].sort();
};

const copyAccountViewers = async (on: pg.ClientBase, from: string, to: string, since: EpochMs): Promise<void> => {
  const day = isoDay(since);
  const month = `${day.slice(0, 7)}-01`;
  const daysKept = 2 ** (Number(day.slice(8, 10)) - 1) - 1;
  const columns = await copyColumns(on, from, to, 'account_viewer');
  if (!columns) return;
  await on.query(
    `insert into ${to}.account_viewer as held (${columns.into})
     select ${columns.names({
       days: 'case when month = $1 then days & $2 else days end',
       billed_from: 'case when billed_from < $3 then billed_from end',
     })}
       from (select ${columns.values} from ${from}.account_viewer) as given
      where month < $1 or (month = $1 and days & $2 <> 0)
     on conflict (account_id, month, viewer)
     do update set days = held.days | excluded.days, billed_from = least(held.billed_from, excluded.billed_from)`,
    [month, daysKept, day],
  );
  await on.query(`delete from ${to}.account_month where month <= $1`, [month]);
  await on.query(
    `insert into ${to}.account_month (account_id, month, lane, viewers)
     select account_id, month, 0, count(*) from ${to}.account_viewer
      where month <= $1 group by account_id, month`,
    [month],
  );
};

/**
 * Copies who has given which answers on days before `since`, of a release that did not keep them from its answers: what
 * those viewers answer later does not count.
 */
const copyFirstAnswers = async (on: pg.ClientBase, from: string, to: string, since: EpochMs): Promise<void> => {
  const columns = await copyColumns(on, from, to, 'first_answer');
  const columnsOfAnswers = columns ? null : await copyColumns(on, from, to, 'answer');
  if (!columns && !columnsOfAnswers) return;
  await on.query(
    columns
      ? `insert into ${to}.first_answer (${columns.into}) select ${columns.values} from ${from}.first_answer
          where day < $1 on conflict do nothing`
      : `insert into ${to}.first_answer (story_id, component_id, type, viewer, day)
         select story_id, component_id, type, viewer, min(day) from ${from}.answer
          where day < $1 and viewer is not null group by story_id, component_id, type, viewer on conflict do nothing`,
    [isoDay(since)],
  );
};

/**
 * Carries over the days that can no longer be recounted. `copyFirstAnswers` is to be called before what follows them is
 * counted, and again after each look at how far that goes, since an answer of such a day may have come meanwhile;
 * `copyFinalDays` copies the days that late batches cannot change any more; `copyOpenDays`, to be called under the exclusive
 * lock, the others.
 */
export const carryOverDays = (on: pg.ClientBase, from: string, to: string, since: EpochMs, nowMs: EpochMs) => {
  const firstOpenDay = isoDay(nowMs - lateDays * dayMs);
  let firstAnswersAreFinal = false;
  return {
    async copyFirstAnswers() {
      if (firstAnswersAreFinal) return;
      await copyFirstAnswers(on, from, to, since);
      firstAnswersAreFinal = isoDay(since) <= firstOpenDay;
    },
    async copyFinalDays() {
      for (const day of await daysBefore(on, from, since)) if (day < firstOpenDay) await copyDay(on, from, to, day);
    },
    async copyOpenDays() {
      for (const day of await daysBefore(on, from, since)) if (day >= firstOpenDay) await copyDay(on, from, to, day);
      await copyAccountViewers(on, from, to, since);
    },
  };
};
export type CarriedOverDays = ReturnType<typeof carryOverDays>;

import type { Spans } from '#contracts/like-with-like.ts';
import type { Db } from '#kernel/db/pool.ts';
import { precisionOf } from '../count/fold.ts';
import { type Cover, chooseCover, readComplete } from '../rollups/cover.ts';
import { countTogether } from '../rollups/union.ts';
import { type Counter, counters, type Scope, type ViewerScope } from '../tables.ts';

/** Sums of counters over some days. */
export type Counts = Record<Counter, number>;

/** Figures of one subject: per UTC day the counts and the number of viewers, and the sketches of each range asked for. */
export interface Figures {
  counts: Map<string, Counts>;
  /** Viewers of each day; of what lies in several lanes, as an app does, `readDailyReach` tells it. */
  daily: Map<string, number>;
  /** In the order of the ranges asked for: all sketches that together hold a range's viewers. */
  ranges: Buffer[][];
}

/** Figures of one subject over one range. */
export interface Total {
  counts: Counts;
  reach: number;
  /** The viewers of each day, added up. */
  viewerDays: number;
}

/** Everything about some subjects: of which apps, which kind, which ids, and from which to which UTC day. */
export interface Ask<S extends string> {
  apps: readonly string[];
  scope: S;
  subjects: readonly string[];
  from: string;
  to: string;
}
/** The same with the ranges, each days in a row within `from` and `to`, whose reach is wanted. */
export interface AskReach extends Ask<Scope> {
  ranges: readonly (readonly string[])[];
}

const values = ({ apps, scope, subjects, from, to }: Ask<string>) => [apps, scope, subjects, from, to];
const where = `where app_id = any($1::uuid[]) and scope = $2 and subject_id = any($3::uuid[])`;
const ofDays = `${where} and day between $4::date and $5::date`;

interface DayRow {
  subject_id: string;
  day: string;
}

const none = (): Counts => Object.fromEntries(counters.map((name) => [name, 0])) as Counts;
const addTo = (sum: Counts, counts: Counts): void => {
  for (const name of counters) sum[name] += counts[name];
};

/** The sketches that together cover a range: of merged spans where there are any, else of days. */
const readCovered = async (
  { pool }: Db,
  { apps, scope, subjects }: Omit<Ask<string>, 'from' | 'to'>,
  cover: Cover,
): Promise<{ subject_id: string; sketch: Buffer }[]> => {
  const { rows } = await pool.query<{ subject_id: string; sketch: Buffer }>({
    name: 'figures-cover',
    text: `select subject_id, sketch from daily_viewers ${where} and day = any($4::date[])
           union all
           select subject_id, sketch from span_viewers ${where}
              and (span, starts) in (select * from unnest($5::text[], $6::date[]))`,
    values: [
      apps,
      scope,
      subjects,
      cover.days,
      cover.spans.map(({ span }) => span),
      cover.spans.map(({ starts }) => starts),
    ],
  });
  return rows;
};

/** The counts of each subject on each day, only those that are named. Cost: one read on the primary key, rows ≤ subjects × days × lanes. */
export const readDailyCounts = async <Name extends Counter>(
  { pool }: Db,
  ask: Ask<Scope>,
  names: readonly Name[],
): Promise<(DayRow & Record<Name, number>)[]> => {
  const { rows } = await pool.query<DayRow & Record<Name, number>>({
    name: `figures-days-${names.length === counters.length ? 'all' : names.join('-')}`,
    text: `select subject_id, day::text, ${names.join(', ')} from daily_count ${ofDays}`,
    values: values(ask),
  });
  return rows;
};

/** The viewers of each subject on each day and in each lane. Cost: one read on the primary key. */
export const readDailyViewers = async (
  { pool }: Db,
  ask: Ask<ViewerScope>,
): Promise<(DayRow & { viewers: number })[]> => {
  const { rows } = await pool.query<DayRow & { viewers: number }>({
    name: 'figures-viewers',
    text: `select subject_id, day::text, viewers from daily_viewers ${ofDays}`,
    values: values(ask),
  });
  return rows;
};

/**
 * The figures of subjects by id; one without any is not in the answer. Cost: reads on primary keys, a row of numbers for
 * each subject and day, and for each range a sketch of at most 3 KB for each subject and merged span or day that covers
 * it; never the number of events.
 */
export const readFigures = async (db: Db, ask: AskReach): Promise<Map<string, Figures>> => {
  const found = new Map<string, Figures>();
  if (ask.subjects.length === 0) return found;
  const of = (id: string): Figures => {
    let figures = found.get(id);
    if (!figures) {
      figures = { counts: new Map(), daily: new Map(), ranges: ask.ranges.map(() => []) };
      found.set(id, figures);
    }
    return figures;
  };
  const complete = ask.ranges.length > 0 ? await readComplete(db) : [];
  const [counts, viewers, ...ranges] = await Promise.all([
    readDailyCounts(db, ask, counters),
    readDailyViewers(db, ask),
    ...ask.ranges.map((days) => readCovered(db, ask, chooseCover(days, complete))),
  ]);
  for (const { subject_id, day, ...row } of counts) {
    const own = of(subject_id).counts;
    const held = own.get(day);
    if (held) addTo(held, row);
    else own.set(day, row);
  }
  for (const { subject_id, day, viewers: count } of viewers) {
    const own = of(subject_id).daily;
    own.set(day, (own.get(day) ?? 0) + count);
  }
  for (const [index, rows] of ranges.entries())
    for (const { subject_id, sketch } of rows) of(subject_id).ranges[index]!.push(sketch);
  return found;
};

/** Things of one kind, each with its app. */
export interface Things {
  scope: Scope;
  things: readonly { id: string; app_id: string }[];
}

// Subject by subject: to group them all at once takes Postgres half as long again.
const eachSubject = (columns: string, table: string): string =>
  `select s.subject_id, sums.* from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)
    cross join lateral (select ${columns} from ${table} t where t.app_id = s.app_id and t.scope = $3
       and t.subject_id = s.subject_id and t.day between $4::date and $5::date having count(*) > 0) sums`;
const eachValues = ({ scope, things }: Things, range: readonly string[]) => [
  things.map(({ app_id }) => app_id),
  things.map(({ id }) => id),
  scope,
  range[0],
  range.at(-1),
];

const nothing = (): Total => ({ counts: none(), reach: 0, viewerDays: 0 });

const readSums = async ({ pool }: Db, things: Things, range: readonly string[]): Promise<Map<string, Counts>> => {
  const sums = counters.map((name) => `sum(${name})::int8 as ${name}`).join(', ');
  const { rows } = await pool.query<{ subject_id: string } & Counts>({
    name: 'figures-sums',
    text: eachSubject(sums, 'daily_count'),
    values: eachValues(things, range),
  });
  return new Map(rows.map((row) => [row.subject_id, row]));
};

const readViewerDays = async ({ pool }: Db, things: Things, range: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ subject_id: string; viewers: number }>({
    name: 'figures-viewer-days',
    text: eachSubject('sum(viewers) as viewers', 'daily_viewers'),
    values: eachValues(things, range),
  });
  return new Map(rows.map(({ subject_id, viewers }) => [subject_id, viewers]));
};

const bySubject = (rows: readonly { subject_id: string; sketch: Buffer }[]): Map<string, Buffer[]> => {
  const found = new Map<string, Buffer[]>();
  for (const { subject_id, sketch } of rows) {
    const held = found.get(subject_id);
    if (held) held.push(sketch);
    else found.set(subject_id, [sketch]);
  }
  return found;
};

/**
 * The figures of many subjects over one range, days in a row; `of` a subject without any all are zero. Days are added up
 * in Postgres. Cost: reads on primary keys, rows = subjects, and a sketch for each subject and merged span or day that
 * covers the range.
 */
export const readTotals = async (
  db: Db,
  asked: Things,
  range: readonly string[],
  { viewerDays = false } = {},
): Promise<(id: string) => Total> => {
  const { scope, things } = asked;
  if (things.length === 0) return nothing;
  const subjects = things.map(({ id }) => id);
  const apps = [...new Set(things.map(({ app_id }) => app_id))];
  const [sums, seen, sketches] = await Promise.all([
    readSums(db, asked, range),
    viewerDays ? readViewerDays(db, asked, range) : new Map<string, number>(),
    readComplete(db).then((complete) => readCovered(db, { apps, scope, subjects }, chooseCover(range, complete))),
  ]);
  const precision = precisionOf(scope);
  const reach = new Map([...bySubject(sketches)].map(([id, encoded]) => [id, countTogether(precision, encoded)]));
  return (id) => ({
    counts: sums.get(id) ?? none(),
    reach: reach.get(id) ?? 0,
    viewerDays: seen.get(id) ?? 0,
  });
};

/** The first UTC day that anything of a subject was counted on. Cost: one step into the primary key for each subject. */
export const readFirstDays = async (
  { pool }: Db,
  { scope, things }: { scope: ViewerScope; things: Things['things'] },
): Promise<(id: string) => string | null> => {
  const { rows } = await pool.query<{ subject_id: string; day: string | null }>({
    name: 'figures-first-days',
    text: `select s.subject_id, least(
             (select t.day from daily_count t where t.app_id = s.app_id and t.scope = $3 and t.subject_id = s.subject_id
               order by t.day limit 1),
             (select t.day from daily_viewers t where t.app_id = s.app_id and t.scope = $3 and t.subject_id = s.subject_id
               order by t.day limit 1))::text as day
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)`,
    values: [things.map(({ app_id }) => app_id), things.map(({ id }) => id), scope],
  });
  const days = new Map(rows.map(({ subject_id, day }) => [subject_id, day]));
  return (id) => days.get(id) ?? null;
};

/** The earliest of some days; null is none. */
export const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((least, day) => (day !== null && (least === null || day < least) ? day : least), null);

/** The figures of many subjects over both spans of a change; what was read of the whole ranges serves where they are the same. */
export const readSpans = async (
  db: Db,
  asked: Things,
  spans: Spans,
  whole: { days: readonly string[]; now: (id: string) => Total; before: (id: string) => Total },
): Promise<Record<keyof Spans, (id: string) => Total>> => {
  if (spans.now.length === whole.days.length) return { now: whole.now, before: whole.before };
  if (spans.now.length === 0) return { now: nothing, before: nothing };
  const [now, before] = await Promise.all([readTotals(db, asked, spans.now), readTotals(db, asked, spans.before)]);
  return { now, before };
};

/** The stored sketches of subjects' days. Cost: one read on the primary key, rows ≤ subjects × days × lanes. */
export const readSketches = async (
  db: Db,
  ask: Ask<ViewerScope>,
): Promise<{ subject_id: string; day: string; sketch: Buffer }[]> => {
  const { rows } = await db.pool.query<DayRow & { sketch: Buffer }>({
    name: 'figures-sketches',
    text: `select subject_id, day::text, sketch from daily_viewers ${ofDays}`,
    values: values(ask),
  });
  return rows;
};

/**
 * Distinct viewers of all subjects together on each day. Cost: one read on the primary key; sketches (12 KB for `active`)
 * only of days of which several lanes or subjects have some.
 */
export const readDailyReach = async ({ pool }: Db, ask: Ask<ViewerScope>): Promise<(day: string) => number> => {
  const days = new Map<string, { viewers: number; sketches: Buffer[] }>();
  if (ask.subjects.length === 0) return () => 0;
  const { rows } = await pool.query<{ day: string; viewers: number; sketch: Buffer | null }>({
    name: 'figures-daily-reach',
    text: `select day::text, viewers, case when count(*) over (partition by day) > 1 then sketch end as sketch
             from daily_viewers ${ofDays}`,
    values: values(ask),
  });
  for (const { day, viewers, sketch } of rows) {
    const held = days.get(day) ?? { viewers, sketches: [] };
    if (sketch) held.sketches.push(sketch);
    days.set(day, held);
  }
  return (day) => {
    const { viewers = 0, sketches = [] } = days.get(day) ?? {};
    return sketches.length === 0 ? viewers : countTogether(precisionOf(ask.scope), sketches);
  };
};

/** The counts of one or more subjects added up over days. */
export const sumOver = (figures: Iterable<Figures | undefined>, days: readonly string[]): Counts => {
  const sum = none();
  for (const one of figures)
    for (const day of days) {
      const counts = one?.counts.get(day);
      if (counts) addTo(sum, counts);
    }
  return sum;
};

/** The number of distinct viewers of one or more subjects in a range asked for, by its place: never a sum of days. */
export const reachIn = (figures: Iterable<Figures | undefined>, range: number): number =>
  countTogether(
    precisionOf('app'),
    [...figures].flatMap((one) => one?.ranges[range] ?? []),
  );

/** Rounds to one decimal. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Mean foreground time of a story in seconds, one decimal. */
export const watchSeconds = ({ watch_ms, leaves }: Counts): number =>
  leaves === 0 ? 0 : oneDecimal(watch_ms / leaves / 1000);

/** Clicks per impression as a fraction. */
export const clickRate = ({ clicks, impressions }: Counts): number => (impressions === 0 ? 0 : clicks / impressions);

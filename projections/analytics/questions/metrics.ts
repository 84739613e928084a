import type { Spans } from '#contracts/stats/like-with-like.ts';
import type { Db } from '#kernel/db/pool.ts';
import { sketchPrecision } from '../count/counters/daily-delta.ts';
import { decodeSketches } from '../rollups/decode-sketches.ts';
import { planRange, planSums, type RollupPlan, readCompletePeriods } from '../rollups/plan.ts';
import { countUnion } from '../rollups/union.ts';
import { type CounterColumn, counterColumns, type Scope, type ViewerScope } from '../tables.ts';

/** Sums of counters over some days. */
export type CounterSums = Record<CounterColumn, number>;

/** Metrics of one subject: counts and number of viewers by UTC day, and the sketches of each requested range. */
export interface SubjectMetrics {
  counts: Map<string, CounterSums>;
  /** Viewers by day; for subjects in several lanes, as an app is, `readDailyReach` gives it. */
  daily: Map<string, number>;
  /** In the order of the requested ranges: the sketches whose union is a range's viewers. */
  ranges: Buffer[][];
}

/** Metrics of one subject over one range, with those counts that were asked for. */
export interface RangeTotals<Name extends CounterColumn = CounterColumn> {
  counts: Record<Name, number>;
  reach: number;
  /** The sum of each day's viewers. */
  viewerDays: number;
}

/** Selects subjects by app, kind and id, and UTC days from first to last. */
export interface MetricsQuery<S extends string> {
  apps: readonly string[];
  scope: S;
  subjects: readonly string[];
  from: string;
  to: string;
}
/** The same with ranges of consecutive days within `from` and `to` whose reach is wanted. */
export interface ReachQuery extends MetricsQuery<Scope> {
  ranges: readonly (readonly string[])[];
}

const values = ({ apps, scope, subjects, from, to }: MetricsQuery<string>) => [apps, scope, subjects, from, to];
// The subjects stand in a subquery, whose values the planner does not look at: to weigh a thousand of them one by one takes
// it longer than they take to be read.
const where = `where app_id = any($1::uuid[]) and scope = $2 and subject_id = any(array(select unnest($3::uuid[])))`;
const ofDays = `${where} and day between $4::date and $5::date`;

interface DayRow {
  subject_id: string;
  day: string;
}

/** Counters at zero. */
export const zeroSums = (): CounterSums => Object.fromEntries(counterColumns.map((name) => [name, 0])) as CounterSums;
/** Adds counters to a sum. */
export const addTo = (sum: CounterSums, counts: CounterSums): void => {
  for (const name of counterColumns) sum[name] += counts[name];
};

// Each column of a period is named by itself, so that the index leaves out a subject's other periods.
const wherePlanned = `${where} and span = any($5::text[]) and starts = any($6::date[])
              and (span, starts) in (select * from unnest($5::text[], $6::date[]))`;

const plannedValues = ({ apps, scope, subjects }: Omit<MetricsQuery<string>, 'from' | 'to'>, plan: RollupPlan) => [
  apps,
  scope,
  subjects,
  plan.days,
  plan.periods.map(({ kind }) => kind),
  plan.periods.map(({ starts }) => starts),
];

/** The sketches of a roll-up plan: of complete periods where there are any, else of days. */
export const readPlannedSketches = async (
  { pool }: Db,
  query: Omit<MetricsQuery<string>, 'from' | 'to'>,
  plan: RollupPlan,
): Promise<{ subject_id: string; sketch: Buffer }[]> => {
  const { rows } = await pool.query<{ subject_id: string; sketch: string }>({
    name: 'figures-cover',
    text: `select subject_id, encode(sketch, 'base64') as sketch from daily_viewers ${where} and day = any($4::date[])
           union all
           select subject_id, encode(sketch, 'base64') from span_viewers ${wherePlanned}`,
    values: plannedValues(query, plan),
  });
  return decodeSketches(rows);
};

/** The named counts of each subject by day. Cost: one read on the primary key, rows ≤ subjects × days × lanes. */
export const readDailyCounts = async <Name extends CounterColumn>(
  { pool }: Db,
  query: MetricsQuery<Scope>,
  names: readonly Name[],
): Promise<(DayRow & Record<Name, number>)[]> => {
  const { rows } = await pool.query<DayRow & Record<Name, number>>({
    name: `figures-days-${names.length === counterColumns.length ? 'all' : names.join('-')}`,
    text: `select subject_id, day::text, ${names.join(', ')} from daily_count ${ofDays}`,
    values: values(query),
  });
  return rows;
};

/** The viewers of each subject on each day and in each lane. Cost: one read on the primary key. */
export const readDailyViewers = async (
  { pool }: Db,
  query: MetricsQuery<ViewerScope>,
): Promise<(DayRow & { viewers: number })[]> => {
  const { rows } = await pool.query<DayRow & { viewers: number }>({
    name: 'figures-viewers',
    text: `select subject_id, day::text, viewers from daily_viewers ${ofDays}`,
    values: values(query),
  });
  return rows;
};

/**
 * The metrics of subjects by id, without subjects that have none. Cost: reads on primary keys, a row of numbers for
 * each subject and day, and for each range a sketch of at most 3 KB for each subject and period or day of its plan;
 * never the number of events.
 */
export const readMetrics = async (db: Db, query: ReachQuery): Promise<Map<string, SubjectMetrics>> => {
  const found = new Map<string, SubjectMetrics>();
  if (query.subjects.length === 0) return found;
  const of = (id: string): SubjectMetrics => {
    let metrics = found.get(id);
    if (!metrics) {
      metrics = { counts: new Map(), daily: new Map(), ranges: query.ranges.map(() => []) };
      found.set(id, metrics);
    }
    return metrics;
  };
  const complete = query.ranges.length > 0 ? await readCompletePeriods(db) : [];
  const [counts, viewers, ...ranges] = await Promise.all([
    readDailyCounts(db, query, counterColumns),
    readDailyViewers(db, query),
    ...query.ranges.map((days) => readPlannedSketches(db, query, planRange(days, complete))),
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

/** Entities of one kind, each with its app. */
export interface EntitySet {
  scope: Scope;
  entities: readonly { id: string; app_id: string }[];
}

const everyCount: readonly CounterColumn[] = counterColumns;
const zeroTotals = (): RangeTotals => ({ counts: zeroSums(), reach: 0, viewerDays: 0 });

/** The named counts of subjects, and the sum of each day's viewers where they are wanted, by the pieces of a plan. */
const readSums = async <Name extends CounterColumn>(
  { pool }: Db,
  query: Omit<MetricsQuery<Scope>, 'from' | 'to'>,
  plan: RollupPlan,
  { names, viewerDays }: { names: readonly Name[]; viewerDays: boolean },
): Promise<Map<string, Record<Name, number> & { viewer_days?: number }>> => {
  const columns = names.join(', ');
  const viewers = viewerDays
    ? `union all select subject_id, ${names.map(() => '0').join(', ')}, viewers from daily_viewers ${where} and day = any($4::date[])`
    : '';
  const summed = [...names, ...(viewerDays ? ['viewer_days'] : [])];
  const { rows } = await pool.query<{ subject_id: string } & Record<Name, number> & { viewer_days?: number }>({
    name: `figures-sums-${names.length === counterColumns.length ? 'all' : names.join('-')}${viewerDays ? '-viewers' : ''}`,
    text: `select subject_id, ${summed.map((name) => `sum(${name})::int8 as ${name}`).join(', ')}
             from (select subject_id, ${columns}${viewerDays ? ', 0 as viewer_days' : ''}
                     from daily_count ${where} and day = any($4::date[])
                   ${viewers}
                   union all
                   select subject_id, ${summed.join(', ')} from span_count ${wherePlanned}) as pieces
            group by subject_id`,
    values: plannedValues(query, plan),
  });
  return new Map(rows.map((row) => [row.subject_id, row]));
};

const bySubject = (rows: readonly { subject_id: string; sketch: Buffer }[]): Map<string, Buffer[]> => {
  const found = new Map<string, Buffer[]>();
  for (const { subject_id, sketch } of rows) if (!found.get(subject_id)?.push(sketch)) found.set(subject_id, [sketch]);
  return found;
};

/** What of a range is read: counts by name (all of them where none is named), and the sum of each day's viewers. */
export interface TotalsWanted<Name extends CounterColumn> {
  viewerDays?: boolean;
  names?: readonly Name[];
}

/**
 * The metrics of many subjects over one range of consecutive days, zeros for a subject without any. Periods and
 * days are summed in Postgres. Cost: reads on primary keys, rows = subjects, and a sketch for each subject and period or day
 * of the plan.
 */
export const readRangeTotals = async <Name extends CounterColumn = CounterColumn>(
  db: Db,
  set: EntitySet,
  range: readonly string[],
  { viewerDays = false, names = everyCount as readonly Name[] }: TotalsWanted<Name> = {},
): Promise<(id: string) => RangeTotals<Name>> => {
  const { scope, entities } = set;
  if (entities.length === 0) return zeroTotals;
  const subjects = entities.map(({ id }) => id);
  const apps = [...new Set(entities.map(({ app_id }) => app_id))];
  const complete = await readCompletePeriods(db);
  const query = { apps, scope, subjects };
  const [sums, sketches] = await Promise.all([
    readSums(db, query, planSums(range, complete), { names, viewerDays }),
    readPlannedSketches(db, query, planRange(range, complete)),
  ]);
  const precision = sketchPrecision(scope);
  const reach = new Map([...bySubject(sketches)].map(([id, encoded]) => [id, countUnion(precision, encoded)]));
  return (id) => ({
    counts: sums.get(id) ?? zeroSums(),
    reach: reach.get(id) ?? 0,
    viewerDays: sums.get(id)?.viewer_days ?? 0,
  });
};

/** The first UTC day with counts of a subject. Cost: one descent of the primary key for each subject. */
export const readFirstDays = async (
  { pool }: Db,
  { scope, entities }: { scope: ViewerScope; entities: EntitySet['entities'] },
): Promise<(id: string) => string | null> => {
  const { rows } = await pool.query<{ subject_id: string; day: string | null }>({
    name: 'figures-first-days',
    text: `select s.subject_id, least(
             (select t.day from daily_count t where t.app_id = s.app_id and t.scope = $3 and t.subject_id = s.subject_id
               order by t.day limit 1),
             (select t.day from daily_viewers t where t.app_id = s.app_id and t.scope = $3 and t.subject_id = s.subject_id
               order by t.day limit 1))::text as day
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)`,
    values: [entities.map(({ app_id }) => app_id), entities.map(({ id }) => id), scope],
  });
  const days = new Map(rows.map(({ subject_id, day }) => [subject_id, day]));
  return (id) => days.get(id) ?? null;
};

/** The earliest of some days; nulls are left out. */
export const earliestDay = (days: readonly (string | null)[]): string | null =>
  days.reduce((least, day) => (day !== null && (least === null || day < least) ? day : least), null);

/**
 * The metrics of many subjects over both sides of a comparison; reuses what was read where a side is the whole range.
 */
export const readComparedTotals = async <Name extends CounterColumn = CounterColumn>(
  db: Db,
  set: EntitySet,
  spans: Spans,
  whole: { days: readonly string[]; now: (id: string) => RangeTotals<Name>; before: (id: string) => RangeTotals<Name> },
  names?: readonly Name[],
): Promise<Record<keyof Spans, (id: string) => RangeTotals<Name>>> => {
  if (spans.now.length === whole.days.length) return { now: whole.now, before: whole.before };
  if (spans.now.length === 0) return { now: zeroTotals, before: zeroTotals };
  const [now, before] = await Promise.all([
    readRangeTotals(db, set, spans.now, names && { names }),
    readRangeTotals(db, set, spans.before, names && { names }),
  ]);
  return { now, before };
};

/** The stored sketches of subjects' days. Cost: one read on the primary key, rows ≤ subjects × days × lanes. */
export const readSketches = async (
  db: Db,
  query: MetricsQuery<ViewerScope>,
): Promise<{ subject_id: string; day: string; sketch: Buffer }[]> => {
  const { rows } = await db.pool.query<DayRow & { sketch: Buffer }>({
    name: 'figures-sketches',
    text: `select subject_id, day::text, sketch from daily_viewers ${ofDays}`,
    values: values(query),
  });
  return rows;
};

/**
 * Distinct viewers of all subjects together by day. Cost: one read on the primary key; sketches (12 KB for
 * `active`) only of days of which several lanes or subjects have some.
 */
export const readDailyReach = async (
  { pool }: Db,
  query: MetricsQuery<ViewerScope>,
): Promise<(day: string) => number> => {
  const days = new Map<string, { viewers: number; sketches: Buffer[] }>();
  if (query.subjects.length === 0) return () => 0;
  const { rows } = await pool.query<{ day: string; viewers: number; sketch: string | null }>({
    name: 'figures-daily-reach',
    text: `select day::text, viewers,
                  case when count(*) over (partition by day) > 1 then encode(sketch, 'base64') end as sketch
             from daily_viewers ${ofDays}`,
    values: values(query),
  });
  for (const { day, viewers } of rows) days.set(day, { viewers, sketches: [] });
  const several = rows.flatMap(({ day, sketch }) => (sketch === null ? [] : [{ day, sketch }]));
  for (const { day, sketch } of decodeSketches(several)) days.get(day)!.sketches.push(sketch);
  return (day) => {
    const { viewers = 0, sketches = [] } = days.get(day) ?? {};
    return sketches.length === 0 ? viewers : countUnion(sketchPrecision(query.scope), sketches);
  };
};

/** The counts of one or more subjects summed over days. */
export const sumCounters = (metrics: Iterable<SubjectMetrics | undefined>, days: readonly string[]): CounterSums => {
  const sum = zeroSums();
  for (const one of metrics)
    for (const day of days) {
      const counts = one?.counts.get(day);
      if (counts) addTo(sum, counts);
    }
  return sum;
};

/** The distinct viewers of one or more subjects in a requested range, by its index: never a sum of days. */
export const reachIn = (metrics: Iterable<SubjectMetrics | undefined>, range: number): number =>
  countUnion(
    sketchPrecision('app'),
    [...metrics].flatMap((one) => one?.ranges[range] ?? []),
  );

/** Rounds to one decimal. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Mean foreground time of a story in seconds, one decimal. */
export const averageWatchSeconds = ({ watch_ms, leaves }: Pick<CounterSums, 'watch_ms' | 'leaves'>): number =>
  leaves === 0 ? 0 : oneDecimal(watch_ms / leaves / 1000);

/** Clicks per impression as a fraction. */
export const clickRate = ({ clicks, impressions }: Pick<CounterSums, 'clicks' | 'impressions'>): number =>
  impressions === 0 ? 0 : clicks / impressions;

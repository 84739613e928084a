import type { Db } from '#kernel/db/pool.ts';
import { type Cover, chooseCover, readComplete } from './cover.ts';
import { precisionOf } from './fold.ts';
import { countTogether } from './sketch.ts';
import { type Counter, counters, type Scope, type ViewerScope } from './tables.ts';

/** Sums of counters over some days. */
export type Counts = Record<Counter, number>;

/** Figures of one subject: per UTC day the counts and the number of viewers, and the sketches of each range asked for. */
export interface Figures {
  counts: Map<string, Counts>;
  /** Viewers of each day; of what lies in several lanes, as an app does, read `sketchesOfDays` instead. */
  daily: Map<string, number>;
  /** In the order of the ranges asked for: all sketches that together hold a range's viewers. */
  ranges: Buffer[][];
}

/** Everything about some subjects: of which apps, which kind, which ids, and from which to which UTC day. */
export interface Ask<S extends string> {
  apps: readonly string[];
  scope: S;
  subjects: readonly string[];
  from: string;
  to: string;
}
/** The same with the ranges, within `from` and `to`, whose reach is wanted. */
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

/** The sketches that together cover a range: of whole months and weeks where they are merged, else of days. */
const readCovered = async (
  { pool }: Db,
  { apps, scope, subjects }: Ask<string>,
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

/**
 * The figures of subjects by id; one without any is not in the answer. Cost: reads on primary keys, a row of numbers for
 * each subject and day, and for each range a sketch of at most 3 KB for each subject and month, week or day that it
 * falls into; never the number of events.
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
  const complete = await readComplete(db);
  const [counts, viewers, ...ranges] = await Promise.all([
    db.pool.query<DayRow & Counts>({
      name: 'figures-counts',
      text: `select subject_id, day::text, ${counters.join(', ')} from daily_count ${ofDays}`,
      values: values(ask),
    }),
    db.pool.query<DayRow & { viewers: number }>({
      name: 'figures-viewers',
      text: `select subject_id, day::text, viewers from daily_viewers ${ofDays}`,
      values: values(ask),
    }),
    ...ask.ranges.map((days) => readCovered(db, ask, chooseCover(days, complete))),
  ]);
  for (const { subject_id, day, ...row } of counts.rows) {
    const own = of(subject_id).counts;
    const held = own.get(day);
    if (held) addTo(held, row as Counts);
    else own.set(day, row as Counts);
  }
  for (const { subject_id, day, viewers: count } of viewers.rows) {
    const own = of(subject_id).daily;
    own.set(day, (own.get(day) ?? 0) + count);
  }
  for (const [index, rows] of ranges.entries())
    for (const { subject_id, sketch } of rows) of(subject_id).ranges[index]!.push(sketch);
  return found;
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

/** Distinct viewers of all subjects together on each day. Cost: subjects × days × lanes sketches (12 KB for `active`). */
export const readDailyReach = async (db: Db, ask: Ask<ViewerScope>): Promise<(day: string) => number> => {
  const days = new Map<string, Buffer[]>();
  if (ask.subjects.length > 0)
    for (const { day, sketch } of await readSketches(db, ask)) {
      const held = days.get(day);
      if (held) held.push(sketch);
      else days.set(day, [sketch]);
    }
  return (day) => countTogether(precisionOf(ask.scope), days.get(day) ?? []);
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
export const reachIn = (figures: Iterable<Figures | undefined>, range: number): number => {
  const sketches = [...figures].flatMap((one) => one?.ranges[range] ?? []);
  return sketches.length === 0 ? 0 : countTogether(precisionOf('app'), sketches);
};

/** Rounds to one decimal. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Mean foreground time of a story in seconds, one decimal. */
export const watchSeconds = ({ watch_ms, leaves }: Counts): number =>
  leaves === 0 ? 0 : oneDecimal(watch_ms / leaves / 1000);

/** Clicks per impression as a fraction. */
export const clickRate = ({ clicks, impressions }: Counts): number => (impressions === 0 ? 0 : clicks / impressions);

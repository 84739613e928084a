import type { Db } from '#kernel/db/pool.ts';
import { precisionOf } from './fold.ts';
import { countTogether } from './sketch.ts';
import { type Counter, counters, type Scope, type ViewerScope } from './tables.ts';

/** Sums of counters over some days. */
export type Counts = Record<Counter, number>;

/** Figures of one subject: per UTC day the counts, and the sketch of its viewers. */
export interface Figures {
  counts: Map<string, Counts>;
  sketches: Map<string, Buffer>;
}

/** Everything about some subjects: of which apps, which kind, which ids, and from which to which UTC day. */
export interface Ask<S extends string> {
  apps: readonly string[];
  scope: S;
  subjects: readonly string[];
  from: string;
  to: string;
}

const values = ({ apps, scope, subjects, from, to }: Ask<string>) => [apps, scope, subjects, from, to];
const where = `where app_id = any($1::uuid[]) and scope = $2 and subject_id = any($3::uuid[])
                 and day between $4::date and $5::date`;

/**
 * The figures of subjects by id; one without any is not in the answer. Cost: two reads on primary keys, rows ≤ subjects ×
 * days, each with at most 3 KB of sketch (12 KB of an app's active viewers); never the number of events.
 */
export const readFigures = async (db: Db, ask: Ask<Scope>): Promise<Map<string, Figures>> => {
  const found = new Map<string, Figures>();
  if (ask.subjects.length === 0) return found;
  const of = (id: string): Figures => {
    let figures = found.get(id);
    if (!figures) {
      figures = { counts: new Map(), sketches: new Map() };
      found.set(id, figures);
    }
    return figures;
  };
  const [counts, sketches] = await Promise.all([
    db.pool.query<{ subject_id: string; day: string } & Counts>({
      name: 'figures-counts',
      text: `select subject_id, day::text, ${counters.join(', ')} from daily_count ${where}`,
      values: values(ask),
    }),
    readSketches(db, ask),
  ]);
  for (const { subject_id, day, ...row } of counts.rows) of(subject_id).counts.set(day, row as Counts);
  for (const { subject_id, day, sketch } of sketches) of(subject_id).sketches.set(day, sketch);
  return found;
};

/** The stored sketches of subjects. Cost: one read on the primary key, rows ≤ subjects × days. */
export const readSketches = async (
  db: Db,
  ask: Ask<ViewerScope>,
): Promise<{ subject_id: string; day: string; sketch: Buffer }[]> => {
  const { rows } = await db.pool.query<{ subject_id: string; day: string; sketch: Buffer }>({
    name: 'figures-sketches',
    text: `select subject_id, day::text, sketch from daily_viewers ${where}`,
    values: values(ask),
  });
  return rows;
};

const none = (): Counts => Object.fromEntries(counters.map((name) => [name, 0])) as Counts;

/** The counts of one or more subjects added up over days. */
export const sumOver = (figures: Iterable<Figures | undefined>, days: readonly string[]): Counts => {
  const sum = none();
  for (const one of figures)
    for (const day of days) {
      const counts = one?.counts.get(day);
      if (counts) for (const name of counters) sum[name] += counts[name];
    }
  return sum;
};

/** The number of distinct viewers of one or more subjects over days: sketches merged, never a sum of days. */
export const reachOver = (figures: Iterable<Figures | undefined>, days: readonly string[]): number => {
  const sketches: Buffer[] = [];
  for (const one of figures)
    for (const day of days) {
      const sketch = one?.sketches.get(day);
      if (sketch) sketches.push(sketch);
    }
  return sketches.length === 0 ? 0 : countTogether(precisionOf('app'), sketches);
};

/** Rounds to one decimal. */
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Mean foreground time of a story in seconds, one decimal. */
export const watchSeconds = ({ watch_ms, leaves }: Counts): number =>
  leaves === 0 ? 0 : oneDecimal(watch_ms / leaves / 1000);

/** Clicks per impression as a fraction. */
export const clickRate = ({ clicks, impressions }: Counts): number => (impressions === 0 ? 0 : clicks / impressions);

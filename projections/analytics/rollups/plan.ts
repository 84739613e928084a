import type { Db } from '#kernel/db/pool.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { addDays, type PeriodKind, periodStarting, type RollupPeriod } from './periods.ts';

/** What to read for a range of days: rollups of periods, and the days that are left. */
export interface RollupPlan {
  periods: RollupPeriod[];
  days: string[];
}

const readPeriods = async ({ pool }: Db): Promise<RollupPeriod[]> => {
  const { rows } = await pool.query<{ span: PeriodKind; starts: string }>({
    name: 'figures-complete',
    text: `select span, starts::text from span_lane where complete group by span, starts having count(*) = $1`,
    values: [laneCount],
  });
  return rows.map(({ span, starts }) => periodStarting(span, starts));
};

const underWay = new WeakMap<Db, Promise<RollupPeriod[]>>();

/** The periods that every lane has compacted. Cost: one small table. Whoever asks while they are read gets the same answer. */
export const readCompletePeriods = (db: Db): Promise<RollupPeriod[]> => {
  const held = underWay.get(db);
  if (held) return held;
  const read = readPeriods(db).finally(() => underWay.delete(db));
  underWay.set(db, read);
  return read;
};

/**
 * Plans a range of consecutive days with as few sketches as the complete periods allow. A day may be covered twice: a
 * viewer in two sketches counts once in their union.
 */
export const planRange = (range: readonly string[], complete: readonly RollupPeriod[]): RollupPlan => {
  const plan: RollupPlan = { periods: [], days: [] };
  const [first, last] = [range[0]!, range.at(-1)!];
  const inside = complete.filter(({ starts, ends }) => starts >= first && ends <= last);
  for (let day = first; day <= last; ) {
    let best: RollupPeriod | null = null;
    for (const period of inside)
      if (period.starts <= day && period.ends > day && (!best || period.ends > best.ends)) best = period;
    if (best) plan.periods.push(best);
    else plan.days.push(day);
    day = addDays(best ? best.ends : day, 1);
  }
  return plan;
};

/**
 * Plans a range of consecutive days with as few rows as the complete periods allow, each day in just one of them: counts
 * are added up.
 */
export const planSums = (range: readonly string[], complete: readonly RollupPeriod[]): RollupPlan => {
  const places = new Map(range.map((day, place) => [day, place]));
  const inside = complete.filter(({ starts, ends }) => places.has(starts) && places.has(ends));
  const next = ({ ends }: RollupPeriod): number => places.get(ends)! + 1;
  // From the last day on: how many rows are left from each day, and the period that is read first, if any.
  const left: number[] = new Array(range.length + 1).fill(0);
  const first: (RollupPeriod | null)[] = range.map(() => null);
  for (let place = range.length - 1; place >= 0; place -= 1) {
    left[place] = left[place + 1]! + 1;
    for (const period of inside)
      if (period.starts === range[place] && left[next(period)]! + 1 < left[place]!) {
        left[place] = left[next(period)]! + 1;
        first[place] = period;
      }
  }
  const plan: RollupPlan = { periods: [], days: [] };
  for (let place = 0; place < range.length; ) {
    const period = first[place];
    if (period) plan.periods.push(period);
    else plan.days.push(range[place]!);
    place = period ? next(period) : place + 1;
  }
  return plan;
};

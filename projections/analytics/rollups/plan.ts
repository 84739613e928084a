import type { Db } from '#kernel/db/pool.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { addDays, type PeriodKind, periodStarting, type RollupPeriod } from './periods.ts';

/** The sketches to read for a range of days: rollups of periods, and the days that are left. */
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

import { compareSpans } from '#contracts/stats/like-with-like.ts';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readGroups } from '../entities.ts';
import {
  type EntitySet,
  readComparedTotals,
  readDailyCounts,
  readDailyViewers,
  readFirstDays,
  readRangeTotals,
} from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { type DaySums, dayCounters, dayFigures, groupFigures, noSums } from './figures.ts';

interface DayFigures extends DaySums {
  viewers: number;
}

/** The figures of each group and day; a day without any has zeros. Cost: groups × days as numbers. */
const readDays = async (
  db: Db,
  groups: readonly { id: string; app_id: string }[],
  days: readonly string[],
): Promise<(id: string, day: string) => DayFigures> => {
  const found = new Map<string, DayFigures>();
  const onDay = (id: string, day: string): DayFigures => {
    const key = `${id} ${day}`;
    const held = found.get(key) ?? { ...noSums(), viewers: 0 };
    found.set(key, held);
    return held;
  };
  const query = {
    apps: [...new Set(groups.map(({ app_id }) => app_id))],
    scope: 'group' as const,
    subjects: groups.map(({ id }) => id),
    from: days[0]!,
    to: days.at(-1)!,
  };
  const [counts, viewers] = await Promise.all([readDailyCounts(db, query, dayCounters), readDailyViewers(db, query)]);
  for (const { subject_id, day, ...row } of counts) {
    const held = onDay(subject_id, day);
    for (const name of dayCounters) held[name] += row[name];
  }
  for (const { subject_id, day, viewers: count } of viewers) onDay(subject_id, day).viewers += count;
  return onDay;
};

/**
 * The metrics of groups over a range, the range before it, and, unless they are not wanted, each day. Cost: groups × days
 * of both ranges summed in Postgres, groups × (periods + days of the plan) as sketches, and for `days` groups × days as
 * numbers.
 */
export const readGroupStats = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range, previous, spans }: QueryScope,
  { days = true } = {},
): Promise<GroupStatsRow[]> => {
  const { db, analytics, config } = kernel;
  const groups = await readGroups(db, config.MEDIA_URL, filter);
  const set: EntitySet = { scope: 'group', entities: groups };
  const [now, before, onDay, firstDay] = await Promise.all([
    readRangeTotals(analytics, set, range.days),
    readRangeTotals(analytics, set, previous.days),
    days ? readDays(analytics, groups, range.days) : null,
    readFirstDays(analytics, set),
  ]);
  const sides = await readComparedTotals(analytics, set, spans, { days: range.days, now, before });
  return groups.map(({ ts_created: _, ...group }) => ({
    ...group,
    stats: groupFigures(now(group.id)),
    previous: groupFigures(before(group.id)),
    compared: compareSpans(spans, firstDay(group.id), (side) => groupFigures(sides[side](group.id))),
    daily: onDay
      ? range.days.map((date) => {
          const own = onDay(group.id, date);
          return dayFigures(date, own, own.viewers);
        })
      : [],
  }));
};

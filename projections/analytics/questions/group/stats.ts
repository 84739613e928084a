import { invalidField } from '#contracts/api/errors.ts';
import { compareSpans } from '#contracts/stats/like-with-like.ts';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { mapInTurns } from '#kernel/platform/in-turns.ts';
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

/** Each day of each group is an entry of the answer: 10,000 groups of a week, or 273 of a year. */
const mostGroupDays = 100_000;

interface DayFigures extends DaySums {
  viewers: number;
}

/** The figures of each group and day; a day without any has zeros. Cost: the days that have some, as numbers. */
const readDays = async (
  db: Db,
  groups: readonly { id: string; app_id: string }[],
  days: readonly string[],
): Promise<(id: string, day: string) => DayFigures> => {
  const found = new Map<string, DayFigures>();
  const none: DayFigures = { ...noSums(), viewers: 0 };
  const onDay = (id: string, day: string): DayFigures => {
    const key = `${id} ${day}`;
    const held = found.get(key) ?? { ...none };
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
  return (id, day) => found.get(`${id} ${day}`) ?? none;
};

/**
 * The metrics of groups over a range, the range before it, and, unless they are not wanted, each day. Cost: groups × days
 * of both ranges summed in Postgres, groups × (periods + days of the plan) as sketches, and for `days` groups × days as
 * numbers, refused as Invalid above 100,000 of them.
 */
export const readGroupStats = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range, previous, spans }: QueryScope,
  { days = true } = {},
): Promise<GroupStatsRow[]> => {
  const { db, analytics, config } = kernel;
  const groups = await readGroups(db, config.MEDIA_URL, filter);
  if (days && groups.length * range.days.length > mostGroupDays)
    throw invalidField('days', fill(figureWords.tooManyGroupDays, { most: mostGroupDays }));
  const set: EntitySet = { scope: 'group', entities: groups };
  const [now, before, onDay, firstDay] = await Promise.all([
    readRangeTotals(analytics, set, range.days),
    readRangeTotals(analytics, set, previous.days),
    days ? readDays(analytics, groups, range.days) : null,
    readFirstDays(analytics, set),
  ]);
  const sides = await readComparedTotals(analytics, set, spans, { days: range.days, now, before });
  const rowOf = ({ ts_created: _, ...group }: (typeof groups)[number]): GroupStatsRow => ({
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
  });
  return mapInTurns(groups, rowOf, { aTurn: 200 });
};

import { compareSpans } from '#contracts/stats/like-with-like.ts';
import type { GroupTotals } from '#contracts/stats/stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { counterColumns } from '../../tables.ts';
import { eachDayOf } from '../day-range.ts';
import { readGroups } from '../entities.ts';
import { addTo, type CounterSums, earliestDay, readFirstDays, zeroSums } from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { dayFigures, groupFigures } from './figures.ts';
import { readGroupViewers } from './viewers.ts';

/** The counts of groups together by UTC day. Cost: groups × days summed in Postgres on the primary key, rows = days. */
export const readDaySums = async (
  { pool }: Db,
  groups: readonly { id: string; app_id: string }[],
  days: readonly string[],
): Promise<(day: string) => CounterSums> => {
  const { rows } = await pool.query<{ day: string } & CounterSums>({
    name: 'figures-group-days',
    text: `select t.day::text, ${counterColumns.map((name) => `sum(t.${name})::int8 as ${name}`).join(', ')}
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)
             join daily_count t on t.app_id = s.app_id and t.scope = 'group' and t.subject_id = s.subject_id
            where t.day = any($3::date[]) group by t.day`,
    values: [groups.map(({ app_id }) => app_id), groups.map(({ id }) => id), days],
  });
  const sums = new Map(rows.map(({ day, ...row }) => [day, row as CounterSums]));
  return (day) => sums.get(day) ?? zeroSums();
};

/**
 * The metrics of all groups of a scope together over a range, the range before it, and each day of both. Cost: groups × days
 * of both ranges summed in Postgres, one descent of the primary key for each group, and what `readGroupViewers` costs.
 */
export const readGroupTotals = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  scope: QueryScope,
): Promise<GroupTotals> => {
  const { filter, range, previous, spans } = scope;
  const { db, analytics, config } = kernel;
  const groups = await readGroups(db, config.MEDIA_URL, filter);
  const days = eachDayOf(range, previous);
  const [sumsOn, viewers, firstDay] = await Promise.all([
    readDaySums(analytics, groups, days),
    readGroupViewers(kernel, scope, groups, days, [range.days, previous.days, spans.now, spans.before]),
    readFirstDays(analytics, { scope: 'group', entities: groups }),
  ]);
  const figuresOver = (span: readonly string[]) => {
    const counts = zeroSums();
    for (const day of span) addTo(counts, sumsOn(day));
    return groupFigures({ counts, reach: viewers.over(span) });
  };
  const dailyOf = (span: readonly string[]) => span.map((day) => dayFigures(day, sumsOn(day), viewers.onDay(day)));
  return {
    groups: groups.length,
    lacks_deleted: viewers.lacksDeleted,
    stats: figuresOver(range.days),
    previous: figuresOver(previous.days),
    compared: compareSpans(spans, earliestDay(groups.map(({ id }) => firstDay(id))), (side) =>
      figuresOver(spans[side]),
    ),
    daily: dailyOf(range.days),
    previous_daily: dailyOf(previous.days),
  };
};

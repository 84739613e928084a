import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DailyStats, GroupStatsRow, GroupTotals } from '#contracts/stats/stats.ts';
import { http } from '../api/http.ts';
import type { FiguresScope } from './use-scope.ts';

/** Whole UTC days, both included, as unix seconds. */
export interface Days {
  from: number;
  to: number;
}

/** Whether an address names none, one or several. */
const list = (ids: readonly string[]) => (ids.length > 0 ? ids.join(',') : null);

const refreshMs = 60_000;

/** The ids that a scope names. */
export const idsOf = ({ apps, instances, groups }: FiguresScope) => ({
  app_id: list(apps.map(({ id }) => id)),
  instance_id: list(instances),
  story_group_id: list(groups),
});

/** What the figures of a scope are asked by; `versus` is where the days that they are compared with start, null: before. */
export const figuresQuery = (scope: FiguresScope, { from, to }: Days, versus: number | null) => ({
  ...idsOf(scope),
  ts_start: from,
  ts_end: to,
  ts_versus: versus,
});

/** The figures of each group of the apps and instances, without those of days. */
export const analyticsRowsQuery = (scope: FiguresScope, days: Days, versus: number | null) => {
  const query = { ...figuresQuery({ ...scope, groups: [] }, days, versus), days: 'false' };
  return queryOptions({
    queryKey: ['analytics', 'rows', query],
    queryFn: ({ signal }) => http.get<GroupStatsRow[]>('/story_group/n/stats', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
};

/** The figures of all groups of the scope together. */
export const groupTotalsQuery = (scope: FiguresScope, days: Days, versus: number | null) => {
  const query = figuresQuery(scope, days, versus);
  return queryOptions({
    queryKey: ['analytics', 'totals', query],
    queryFn: ({ signal }) => http.get<GroupTotals>('/story_group/n/stats/totals', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
};

/** The figures by day of up to 50 groups, by group. */
export const groupDaysQuery = (groups: readonly string[], { from, to }: Days) => {
  const query = { story_group_id: list(groups), ts_start: from, ts_end: to };
  return queryOptions({
    queryKey: ['analytics', 'days', query],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly DailyStats[]>> => {
      const rows = await http.get<GroupStatsRow[]>('/story_group/n/stats', { signal, query });
      return new Map(rows.map(({ id, daily }) => [id, daily]));
    },
    enabled: groups.length > 0,
    refetchInterval: refreshMs,
  });
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GroupInteractiveRow, InteractiveTotals } from '#contracts/stats/interactive-stats.ts';
import { http } from '../../api/http.ts';
import { type Days, figuresQuery } from '../analytics-queries.ts';
import type { FiguresScope } from '../use-scope.ts';

const refreshMs = 60_000;
const url = '/story_group/n/interactive_stats';

/** What was answered in days; those of other days stay on the screen until the new ones come. */
interface InDays<Data> {
  days: Days;
  data: Data;
}

/** The answers of each group of the apps and instances, with the days that they are of. */
export const answerRowsQuery = (scope: FiguresScope, days: Days) => {
  // Single components would come with groups that are named.
  const query = figuresQuery({ ...scope, groups: [] }, days, null);
  return queryOptions({
    queryKey: ['analytics', 'answers', query],
    queryFn: async ({ signal }): Promise<InDays<GroupInteractiveRow[]>> => ({
      days,
      data: await http.get(url, { signal, query }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
};

/** The answers of all groups of the scope together, by day as well. */
export const answerTotalsQuery = (scope: FiguresScope, days: Days, versus: number | null) => {
  const query = figuresQuery(scope, days, versus);
  return queryOptions({
    queryKey: ['analytics', 'answer-totals', query],
    queryFn: ({ signal }) => http.get<InteractiveTotals>(`${url}/totals`, { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
};

/** The answers to each component of a group, by day as well, with these days; null when there is no such group. */
export const groupAnswersQuery = (groupId: string, days: Days) => {
  const query = { story_group_id: groupId, days: 'true', ts_start: days.from, ts_end: days.to };
  return queryOptions<InDays<GroupInteractiveRow | null>>({
    queryKey: ['analytics', 'group-answers', query],
    queryFn: async ({ signal }) => ({
      days,
      data: (await http.get<GroupInteractiveRow[]>(url, { signal, query }))[0] ?? null,
    }),
    placeholderData: (before) => (before?.data?.id === groupId ? before : undefined),
    refetchInterval: refreshMs,
  });
};

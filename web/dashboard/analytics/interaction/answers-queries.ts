import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { GroupInteractiveRow, InteractiveTotals } from '#contracts/stats/interactive-stats.ts';
import { http } from '../../api/http.ts';
import { type Days, figuresQuery } from '../analytics-queries.ts';
import type { FiguresScope } from '../use-scope.ts';

const refreshMs = 60_000;
const url = '/story_group/n/interactive_stats';

/** The answers of each group of the apps and instances. */
export const answerRowsQuery = (scope: FiguresScope, days: Days) => {
  // Single components would come with groups that are named.
  const query = figuresQuery({ ...scope, groups: [] }, days, null);
  return queryOptions({
    queryKey: ['analytics', 'answers', query],
    queryFn: ({ signal }) => http.get<GroupInteractiveRow[]>(url, { signal, query }),
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

/** The answers to each component of a group, by day as well; null when there is no such group. */
export const groupAnswersQuery = (groupId: string, { from, to }: Days) => {
  const query = { story_group_id: groupId, days: 'true', ts_start: from, ts_end: to };
  return queryOptions({
    queryKey: ['analytics', 'group-answers', query],
    queryFn: async ({ signal }) => (await http.get<GroupInteractiveRow[]>(url, { signal, query }))[0] ?? null,
    placeholderData: (before: GroupInteractiveRow | null | undefined) => (before?.id === groupId ? before : undefined),
    refetchInterval: refreshMs,
  });
};

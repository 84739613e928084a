import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { useRange } from '../group/analytics/use-range.ts';
import { whyNone } from '../kit/text/compared-words.ts';
import { useSession } from '../shell/session/session-value.ts';
import { analyticsRowsQuery, groupTotalsQuery } from './analytics-queries.ts';
import type { GroupLine } from './group-columns.ts';
import type { FiguresScope } from './use-scope.ts';

const noRows: readonly GroupStatsRow[] = [];

/** The figures of a scope in the days of the address, of each group and of all together, against those from `versus` on. */
export function useFigures(scope: FiguresScope, versus: number | null) {
  const { account } = useSession();
  const { range } = useRange();
  const enabled = scope.apps.length > 0;
  const rows = useQuery({ ...analyticsRowsQuery(scope, range, versus), enabled });
  const totals = useQuery({ ...groupTotalsQuery(scope, range, versus), enabled });
  const all = rows.data ?? noRows;
  const several = scope.apps.length > 1;
  const { groups } = scope;
  const lastDay = dayText(range.to);
  const lines = useMemo<GroupLine[]>(() => {
    const apps = new Map(scope.apps.map((app) => [app.id, app]));
    return all
      .filter((row) => apps.has(row.app_id) && (groups.length === 0 || groups.includes(row.id)))
      .map((row) => {
        const app = apps.get(row.app_id)!;
        const instance = app.instances.find(({ id }) => id === row.instance_id);
        return {
          row,
          place: (several ? app.title : instance?.title) ?? '',
          isWeb: app.store_type === 'web',
          none: whyNone(row.compared.first_day, account.ts_created, lastDay),
        };
      });
  }, [all, scope.apps, groups, several, account.ts_created, lastDay]);
  return {
    range,
    rows: all,
    lines,
    totals: totals.data,
    none: totals.data ? whyNone(totals.data.compared.first_day, account.ts_created, lastDay) : null,
    /** Whether a group is named that is not among the rows. */
    unknown: rows.isSuccess && !rows.isPlaceholderData && groups.some((id) => !all.some((row) => row.id === id)),
    pending: rows.isPending || totals.isPending,
    failed: rows.isError || totals.isError,
    /** Whether the figures of the groups, or of all together, are not there. */
    missing: !rows.data || !totals.data,
    /** Whether those of other days or apps are still on the screen. */
    stale: rows.isPlaceholderData || totals.isPlaceholderData,
    countedAt: rows.dataUpdatedAt,
    /** The same of all groups together. */
    totalsAt: totals.dataUpdatedAt,
    again: () => void Promise.all([rows.refetch(), totals.refetch()]),
  };
}
export type Figures = ReturnType<typeof useFigures>;

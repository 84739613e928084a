import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import { useRange } from '../group/analytics/use-range.ts';
import { dateIn } from '../kit/text/format.ts';
import { useSession } from '../shell/session/session-value.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { analyticsRowsQuery, groupTotalsQuery } from './analytics-queries.ts';
import type { GroupLine } from './group-columns.ts';
import type { FiguresScope } from './use-scope.ts';

const dayEnd = 86_399;
const noRows: readonly GroupStatsRow[] = [];

/** Why there can be no figure in days that end at `to`; `firstDay` is the first one with data, null without any yet. */
export const noneBefore = (firstDay: string | null, created: number, to: number): string | null => {
  const first = firstDay === null ? created : Date.parse(`${firstDay}T00:00:00Z`) / 1000;
  return to + dayEnd < first ? t(analyticsWords.noDataBefore, { day: dateIn('UTC', first) }) : null;
};

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
          none: noneBefore(row.compared.first_day, account.ts_created, range.to),
        };
      });
  }, [all, scope.apps, groups, several, account.ts_created, range.to]);
  return {
    range,
    rows: all,
    lines,
    totals: totals.data,
    none: totals.data ? noneBefore(totals.data.compared.first_day, account.ts_created, range.to) : null,
    /** Whether a group is named that is not among the rows. */
    unknown: rows.isSuccess && !rows.isPlaceholderData && groups.some((id) => !all.some((row) => row.id === id)),
    pending: rows.isPending || totals.isPending,
    failed: rows.isError || totals.isError,
    /** Whether those of other days or apps are still on the screen. */
    stale: rows.isPlaceholderData || totals.isPlaceholderData,
    countedAt: rows.dataUpdatedAt,
    again: () => void Promise.all([rows.refetch(), totals.refetch()]),
  };
}
export type Figures = ReturnType<typeof useFigures>;

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { groupLiveTimesQuery, groupsOfAppQuery } from '../content/story-group-queries.ts';
import { useGroupSearch } from '../group/use-group-search.ts';
import { entriesByDay, type Month, monthIn, monthKey, monthRange, readMonth } from './calendar-days.ts';

/** The calendar's choices, as the address holds them, and what it shows. */
export function useCalendar(app: AppRow, zone: string, today: number) {
  const { search, set } = useGroupSearch();
  const list = useQuery(groupsOfAppQuery(app.id));
  const only = search.get('only');
  const instance = app.instances.find((one) => one.id === only) ?? null;
  const named = search.get('month');
  const month = useMemo<Month>(() => readMonth(named) ?? monthIn(zone, today), [named, zone, today]);
  const range = useMemo(() => monthRange(month, zone), [month, zone]);
  const isAhead = range.ts_start > today;
  const past = useQuery({ ...groupLiveTimesQuery(app.id, range), enabled: !isAhead });
  const times = useMemo(
    () => (isAhead ? { until: range.ts_start - 1, times: [] } : past.data),
    [isAhead, range, past.data],
  );
  const chosen = instance?.id;
  const days = useMemo(() => {
    if (!list.data || !times) return undefined;
    const isShown = (row: { instance_id: string }) => chosen === undefined || row.instance_id === chosen;
    return entriesByDay({ ...times, times: times.times.filter(isShown) }, list.data.filter(isShown), zone);
  }, [list.data, times, chosen, zone]);
  const failed = [list, past].filter((one) => one.isError && !one.data);
  const write = (name: string, value: string | null) => set({ [name]: value }, { push: true });
  return {
    days,
    error: failed[0]?.error ?? null,
    reload: () => failed.forEach((one) => void one.refetch()),
    month,
    instance,
    showMonth: (next: Month | null) => write('month', next && monthKey(next)),
    showInstance: (id: string | null) => write('only', id),
  };
}

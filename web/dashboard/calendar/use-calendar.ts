import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { groupsOfAppQuery } from '../content/story-group-queries.ts';
import { entriesByDay, type Month, monthIn, monthKey, readMonth } from './calendar-days.ts';

/** The calendar's choices, as the address holds them, and what it shows. */
export function useCalendar(app: AppRow, zone: string, today: number) {
  const [search, setSearch] = useSearchParams();
  const list = useQuery(groupsOfAppQuery(app.id));
  const only = search.get('only');
  const instance = app.instances.find((one) => one.id === only) ?? null;
  const named = search.get('month');
  const month = useMemo<Month>(() => readMonth(named) ?? monthIn(zone, today), [named, zone, today]);
  const chosen = instance?.id;
  const days = useMemo(() => {
    const rows = list.data?.filter((row) => chosen === undefined || row.instance_id === chosen);
    return rows && entriesByDay(rows, zone);
  }, [list.data, chosen, zone]);
  const write = (name: string, value: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    list,
    days,
    month,
    instance,
    showMonth: (next: Month | null) => write('month', next && monthKey(next)),
    showInstance: (id: string | null) => write('only', id),
  };
}

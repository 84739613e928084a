import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type GroupFilterName, readFilter, savedFilter, saveFilter } from './group-filters.ts';

/** The filter and the searched name, as the address holds them. */
export interface Filters {
  filter: GroupFilterName;
  find: string;
  setFilter: (name: GroupFilterName) => void;
  setFind: (find: string) => void;
  reset: () => void;
}

/** Reads and writes the filter in the address; the last one of each app comes back. */
export function useFilters(appId: string): Filters {
  const [search, setSearch] = useSearchParams();
  const shownApp = useRef<string | null>(null);
  const named = readFilter(search.get('status'));
  const filter = named ?? 'All';

  const change = (edit: (next: URLSearchParams) => void) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const write = (next: URLSearchParams, name: GroupFilterName) => {
    if (name === 'All') next.delete('status');
    else next.set('status', name.toLowerCase());
  };

  useEffect(() => {
    if (shownApp.current === appId) return;
    const wanted = shownApp.current === null && named ? named : savedFilter(appId);
    const moved = shownApp.current !== null;
    shownApp.current = appId;
    if (wanted !== filter || moved) {
      change((next) => {
        write(next, wanted);
        if (moved) next.delete('find');
      });
    }
  });

  const setFilter = (name: GroupFilterName) => {
    saveFilter(appId, name);
    change((next) => write(next, name));
  };
  const setFind = (find: string) => change((next) => (find ? next.set('find', find) : next.delete('find')));
  const reset = () => {
    saveFilter(appId, 'All');
    change((next) => {
      next.delete('status');
      next.delete('find');
    });
  };
  return { filter, find: search.get('find') ?? '', setFilter, setFind, reset };
}

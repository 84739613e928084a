import { useStoreContext } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearch } from '../../shell/current-search.ts';
import { everyGroup, type GroupChoice, type GroupFilterName, readFilter } from './group-filters.ts';

/** The status, the labels and the searched name, as the address holds them. */
export interface Filters extends GroupChoice {
  setFilter: (name: GroupFilterName) => void;
  setLabels: (labels: readonly string[]) => void;
  setFind: (find: string) => void;
  reset: () => void;
}

const writeFilter = (next: URLSearchParams, name: GroupFilterName) => {
  if (name === everyGroup) next.delete('status');
  else next.set('status', name.toLowerCase());
};
const writeLabels = (next: URLSearchParams, labels: readonly string[]) => {
  next.delete('label');
  for (const label of labels) next.append('label', label);
};

/** The filters that a person chose last in each app. */
function useKeptFilters(appId: string) {
  const kept = useStoreContext();
  const [filterKey, labelsKey] = [`content.filter.${appId}`, `content.labels.${appId}`];
  return {
    filter: () => readFilter(kept.getItem<string>(filterKey) ?? null) ?? everyGroup,
    labels: () => kept.getItem<string[]>(labelsKey) ?? [],
    keepFilter: (name: GroupFilterName) => kept.setItem(filterKey, name.toLowerCase()),
    keepLabels: (labels: readonly string[]) => kept.setItem(labelsKey, labels),
  };
}

/** Reads and writes the filters in the address; the last ones of each app come back. */
export function useFilters(appId: string): Filters {
  const [search, setSearch] = useSearchParams();
  const kept = useKeptFilters(appId);
  const shownApp = useRef<string | null>(null);
  const filter = readFilter(search.get('status')) ?? everyGroup;
  const named = search.getAll('label').join('\n');
  const labels = useMemo(() => (named ? named.split('\n') : []), [named]);

  const change = (edit: (next: URLSearchParams) => void) =>
    setSearch(
      () => {
        const next = currentSearch();
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  useEffect(() => {
    if (shownApp.current === appId) return;
    const moved = shownApp.current !== null;
    shownApp.current = appId;
    // An address that names a filter of its own is shown as it is; otherwise what was chosen last comes back.
    if (!moved && (filter !== everyGroup || labels.length > 0)) return;
    const wanted = { filter: kept.filter(), labels: kept.labels() };
    if (!moved && wanted.filter === everyGroup && wanted.labels.length === 0) return;
    const bringBack = (next: URLSearchParams): void => {
      writeFilter(next, wanted.filter);
      writeLabels(next, wanted.labels);
      if (moved) next.delete('find');
    };
    // Whoever has left for another page by now would be led back for nothing.
    const next = currentSearch();
    const before = `${next}`;
    bringBack(next);
    if (`${next}` !== before) change(bringBack);
  });

  const setFilter = (name: GroupFilterName) => {
    kept.keepFilter(name);
    change((next) => writeFilter(next, name));
  };
  const setLabels = (chosen: readonly string[]) => {
    kept.keepLabels(chosen);
    change((next) => writeLabels(next, chosen));
  };
  const setFind = (find: string) => change((next) => (find ? next.set('find', find) : next.delete('find')));
  const reset = () => {
    kept.keepFilter(everyGroup);
    kept.keepLabels([]);
    change((next) => {
      for (const name of ['status', 'label', 'find']) next.delete(name);
    });
  };
  return { filter, labels, find: search.get('find') ?? '', setFilter, setLabels, setFind, reset };
}

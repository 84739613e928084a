import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearch } from '../shell/current-search.ts';

/**
 * The part of the address that this page keeps its state in; setting null or '' takes a name out. With `push` it is a step
 * that can be gone back, unless it changes nothing.
 */
export function useGroupSearch() {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (patch: Record<string, string | null>, how: { push?: boolean } = {}) => {
      const now = currentSearch();
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(patch)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { replace: !how.push || String(next) === String(now) });
    },
    [setSearch],
  );
  return { search, set };
}

/** The tabs of the page. */
export type GroupTab = 'stories' | 'analytics' | 'history';

const tabs: readonly (string | null)[] = ['stories', 'analytics', 'history'] satisfies GroupTab[];

/** The tab that the address names, else the usual one. */
export function tabOf(search: URLSearchParams, usual: GroupTab): GroupTab {
  const tab = search.get('tab');
  return tabs.includes(tab) ? (tab as GroupTab) : usual;
}

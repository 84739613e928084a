import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearch } from '../shell/current-search.ts';

/** The part of the address that this page keeps its state in; setting null or '' takes a name out. */
export function useGroupSearch() {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (patch: Record<string, string | null>, how: { push?: boolean } = {}) =>
      setSearch(
        () => {
          const next = currentSearch();
          for (const [name, value] of Object.entries(patch)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: !how.push },
      ),
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

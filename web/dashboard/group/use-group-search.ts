import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The part of the address that this page keeps its state in; setting null or '' takes a name out. */
export function useGroupSearch() {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (patch: Record<string, string | null>, how: { push?: boolean } = {}) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
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

/** The tabs of the page; an unknown one is the first. */
export type GroupTab = 'stories' | 'analytics' | 'history';

/** The tab that the address names. */
export function tabOf(search: URLSearchParams): GroupTab {
  const tab = search.get('tab');
  return tab === 'analytics' || tab === 'history' ? tab : 'stories';
}

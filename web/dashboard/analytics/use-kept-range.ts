import { useStore } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useGroupSearch } from '../group/use-group-search.ts';

interface Kept {
  range: string | null;
  from: string | null;
  to: string | null;
}

/**
 * Opens the page with the range of last time, or the last week, where its address names none, and keeps the one that it then
 * has: a link to it holds the days for whoever opens it.
 */
export function useKeptRange(): void {
  const { search, set } = useGroupSearch();
  const [kept, keep] = useStore<Kept | null>('analytics.range', null);
  const isOpen = useRef(false);
  const [range, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept counts once, then it follows the address
  useEffect(() => {
    const isNamed = range !== null || from !== null;
    if (isNamed) keep({ range, from, to });
    else set(!isOpen.current && kept ? { ...kept } : { range: 'week' });
    isOpen.current = true;
  }, [range, from, to]);
}

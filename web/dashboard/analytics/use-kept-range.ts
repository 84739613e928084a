import { useStore } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useGroupSearch } from '../group/use-group-search.ts';

interface Kept {
  range: string | null;
  from: string | null;
  to: string | null;
}

/** Opens the page with the range of last time where its address names none, and keeps the one that it then has. */
export function useKeptRange(): void {
  const { search, set } = useGroupSearch();
  const [kept, keep] = useStore<Kept | null>('analytics.range', null);
  const isOpen = useRef(false);
  const [range, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept counts once, then it follows the address
  useEffect(() => {
    const isNamed = range !== null || from !== null;
    if (!isOpen.current && !isNamed && kept) set({ ...kept });
    else keep(isNamed ? { range, from, to } : null);
    isOpen.current = true;
  }, [range, from, to]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FoundApp, storeSearchPauseMs } from '#contracts/api/store.ts';
import { ApiError } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import type { Asking } from './app-form.ts';

/** What a search in a store has come to. */
export type SearchState = 'idle' | 'searching' | 'found' | 'none' | 'unreachable' | 'refused';

/** A search in a store. */
export interface StoreSearch {
  state: SearchState;
  apps: readonly FoundApp[];
  retry: () => void;
}

const queryOf = ({ store_type, ...question }: Asking) =>
  'store_id' in question
    ? { store_id: question.store_id, store_type }
    : { app_name: (question as { app_name: string }).app_name, store_type };

/** Asks the store 1200 ms after the last change of what is asked. */
export function useStoreSearch(asking: Asking | null): StoreSearch {
  const key = asking ? JSON.stringify(queryOf(asking)) : null;
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return setAsked(null);
    const timer = setTimeout(() => setAsked(key), storeSearchPauseMs);
    return () => clearTimeout(timer);
  }, [key]);
  const query = useQuery({
    queryKey: ['app-find', asked],
    queryFn: ({ signal }) => http.get<FoundApp[]>('/app/find', { signal, query: JSON.parse(asked!) }),
    enabled: asked !== null && asked === key,
    staleTime: 60_000,
    retry: false,
  });
  const state = (): SearchState => {
    if (key === null) return 'idle';
    if (asked !== key || query.isFetching) return 'searching';
    if (query.error instanceof ApiError && query.error.code === 'AppRefused') return 'refused';
    if (query.isError) return 'unreachable';
    return query.data?.length ? 'found' : 'none';
  };
  const reached = state();
  return {
    state: reached,
    apps: reached === 'found' ? (query.data ?? []) : [],
    retry: () => void query.refetch(),
  };
}

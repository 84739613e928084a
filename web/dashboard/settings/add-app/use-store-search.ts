import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FoundApp, type MobileStore, storeSearchPauseMs } from '#contracts/api/store.ts';
import { ApiError } from '../../api/error.ts';
import { http } from '../../api/http.ts';

/** What a search in a store has come to. */
export type SearchState = 'idle' | 'searching' | 'found' | 'none' | 'unreachable' | 'refused';

/** A search in a store. */
export interface StoreSearch {
  state: SearchState;
  apps: readonly FoundApp[];
  retry: () => void;
}

/** What is asked: an id or a name, of one store or of all that it may be in. */
export type StoreInquiry = ({ store_id: string } | { app_name: string }) & { store_type?: MobileStore | null };

/** Where it is asked: by who is signed in, or by people who are about to sign up. */
export type LookupRoute = '/app/find' | '/registration/find_app';

const queryOf = ({ store_type, ...question }: StoreInquiry) => ({
  ...('store_id' in question ? { store_id: question.store_id } : { app_name: question.app_name }),
  ...(store_type ? { store_type } : {}),
});

/** The answer of the stores to an inquiry, kept for a minute. */
export const storeSearch = (inquiry: StoreInquiry, route: LookupRoute = '/app/find') =>
  queryOptions({
    queryKey: ['app-find', JSON.stringify(queryOf(inquiry))],
    queryFn: ({ signal }) =>
      http.get<FoundApp[]>(route, {
        signal,
        query: queryOf(inquiry),
        auth: route === '/app/find' ? 'session' : 'none',
      }),
    staleTime: 60_000,
    retry: false,
  });

/** Asks the stores 1200 ms after the last change of what is asked; what is known already is there at once. */
export function useStoreSearch(inquiry: StoreInquiry | null, route?: LookupRoute): StoreSearch {
  const client = useQueryClient();
  const search = storeSearch(inquiry ?? { app_name: '' }, route);
  const key = inquiry ? String(search.queryKey[1]) : null;
  const [asked, setAsked] = useState<string | null>(null);
  const due = key !== null && (asked === key || client.getQueryData(search.queryKey) !== undefined);
  useEffect(() => {
    if (key === null || due) return setAsked(key);
    const timer = setTimeout(() => setAsked(key), storeSearchPauseMs);
    return () => clearTimeout(timer);
  }, [key, due]);
  const query = useQuery({ ...search, enabled: due });
  const state = (): SearchState => {
    if (key === null) return 'idle';
    if (!due || query.isFetching) return 'searching';
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

import { useEffect, useState } from 'react';
import type { FoundApp } from '#contracts/api/store.ts';
import { storeSearchPauseMs } from '#contracts/api/store-question.ts';
import { ApiError } from '../../api/error.ts';
import { inquiryKey, knownApps, type LookupRoute, lookUp, type StoreInquiry } from './store-lookup.ts';

/** What a search in a store has come to. */
export type SearchState = 'idle' | 'searching' | 'found' | 'none' | 'unreachable' | 'refused';

/** A search in a store. */
export interface StoreSearch {
  state: SearchState;
  apps: readonly FoundApp[];
  retry: () => void;
}

const none: readonly FoundApp[] = [];

/** Asks the stores 1200 ms after the last change of what is asked; what is known already is there at once. */
export function useStoreSearch(inquiry: StoreInquiry | null, route: LookupRoute = '/app/find'): StoreSearch {
  const key = inquiry && inquiryKey(inquiry);
  const [answer, setAnswer] = useState<{ key: string; apps?: readonly FoundApp[]; error?: unknown } | null>(null);
  const [again, setAgain] = useState({ key, count: 0 });
  const attempt = again.key === key ? again.count : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked, another attempt asks again
  useEffect(() => {
    if (!inquiry || !key) return setAnswer(null);
    const known = knownApps(inquiry);
    if (known) return setAnswer({ key, apps: known });
    const left = new AbortController();
    const ask = () =>
      lookUp(inquiry, route, left.signal).then(
        (apps) => !left.signal.aborted && setAnswer({ key, apps }),
        (error: unknown) => !left.signal.aborted && setAnswer({ key, error }),
      );
    const timer = setTimeout(ask, attempt > 0 ? 0 : storeSearchPauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key, route, attempt]);

  const known = inquiry && knownApps(inquiry);
  const of = known ? { apps: known, error: undefined } : answer?.key === key ? answer : null;
  const state = (): SearchState => {
    if (key === null) return 'idle';
    if (!of) return 'searching';
    if (of.error instanceof ApiError && of.error.code === 'AppRefused') return 'refused';
    if (of.error) return 'unreachable';
    return of.apps?.length ? 'found' : 'none';
  };
  return {
    state: state(),
    apps: of?.apps ?? none,
    retry: () => {
      setAnswer(null);
      setAgain({ key, count: attempt + 1 });
    },
  };
}

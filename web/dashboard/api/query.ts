import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './error.ts';
import { onPersonChange } from './session.ts';

const passing: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Repeats only what may pass by itself (no answer, 502 to 504), twice. */
export const repeatsPassing = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof ApiError && passing.has(error.status);

/** A query client that repeats only what may pass by itself. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: repeatsPassing,
        retryDelay: (count) => 500 * 2 ** count,
      },
      // Without a connection what is asked for fails and says so: done later it would surprise.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The query client of this page. */
export const queryClient = makeQueryClient();

// Nobody sees what the person before has loaded.
onPersonChange(() => queryClient.clear());

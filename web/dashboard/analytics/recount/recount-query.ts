import { queryOptions } from '@tanstack/react-query';
import type { RecountAnswer, StoodAnswer } from '#contracts/stats/recount.ts';
import { ApiError } from '../../api/error.ts';
import { repeatsPassing } from '../../api/query.ts';
import { type RecountProgress, recountEvents } from '../../api/recount-events.ts';
import type { Days } from '../analytics-queries.ts';
import type { RecountQuestion } from './use-recount.ts';

/** What a recount answers: under another rule, or as it stood. */
export type Recounted = RecountAnswer | StoodAnswer;

/** What the keys of all recounts begin with. */
export const recountKey = ['analytics', 'recount'] as const;

/** The server learns within a moment that a recount was given up, and until then runs no other one. */
const givenUpMs = 5000;
let givenUpAt = Number.NEGATIVE_INFINITY;

const bodyOf = (question: RecountQuestion) =>
  question.by === 'rule' ? { rule: { impression_seconds: question.seconds } } : { accepted_until: question.at };

/** The figures of an app in some days counted again; `tell` is called with the progress. */
export const recountQuery = (
  app_id: string,
  { from, to }: Days,
  question: RecountQuestion,
  tell: (progress: RecountProgress | null) => void,
) =>
  queryOptions({
    queryKey: [...recountKey, app_id, from, to, question],
    queryFn: async ({ signal }) => {
      tell(null);
      signal.addEventListener('abort', () => {
        givenUpAt = Date.now();
      });
      const body = { app_id, ts_start: from, ts_end: to, ...bodyOf(question) };
      return recountEvents<Recounted>('/analytics/recount', body, signal, tell);
    },
    enabled: question.by === 'rule' ? question.seconds !== null : question.at !== null,
    // Nobody is made to wait for what they did not ask for.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (count, error) => {
      const waits = error instanceof ApiError && error.code === 'Conflict' && Date.now() - givenUpAt < givenUpMs;
      return waits || repeatsPassing(count, error);
    },
  });

import { queryOptions } from '@tanstack/react-query';
import type { RecountAnswer, StoodAnswer } from '#contracts/stats/recount.ts';
import { ApiError } from '../../api/error.ts';
import { noConnection, openEvents } from '../../api/open-events.ts';
import { repeatsPassing } from '../../api/query.ts';
import type { Days } from '../analytics-queries.ts';
import type { RecountQuestion } from './use-recount.ts';

/** What a recount answers: under another rule, or as it stood. */
export type Recounted = RecountAnswer | StoodAnswer;

/** How far a recount is, from 0 to 1, and how many batches it has read. */
export interface RecountProgress {
  done: number;
  batches: number;
}

/** What the keys of all recounts begin with. */
export const recountKey = ['analytics', 'recount'] as const;

/** An answer has a line for each group. */
const mostCharacters = 16_000_000;
/** The server learns within a moment that a recount was given up, and until then runs no other one. */
const givenUpMs = 5000;
let givenUpAt = Number.NEGATIVE_INFINITY;

interface Failure {
  code: string;
  message: string;
}

const answerOf = async (
  body: unknown,
  signal: AbortSignal,
  tell: (progress: RecountProgress) => void,
): Promise<Recounted> => {
  for await (const { event, data } of openEvents('/analytics/recount', {
    body,
    signal,
    heard: () => undefined,
    most: mostCharacters,
  })) {
    if (event === 'progress') tell(JSON.parse(data) as RecountProgress);
    if (event === 'result') return (JSON.parse(data) as { data: Recounted }).data;
    if (event === 'failure') {
      const { code, message } = JSON.parse(data) as Failure;
      throw new ApiError(code === 'Conflict' ? 409 : 503, code, message);
    }
  }
  throw noConnection();
};

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
      try {
        return await answerOf({ app_id, ts_start: from, ts_end: to, ...bodyOf(question) }, signal, tell);
      } catch (error) {
        if (signal.aborted || error instanceof ApiError) throw error;
        // The connection broke in the middle.
        throw noConnection();
      }
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

import { ApiError } from './error.ts';
import { noConnection } from './http.ts';
import { openEvents } from './open-events.ts';

/** How far a recount is, from 0 to 1, and how many batches it has read. */
export interface RecountProgress {
  done: number;
  batches: number;
}

/** An answer has a line for each group. */
const mostCharacters = 16_000_000;

interface Failure {
  code: string;
  message: string;
}

const answerOf = async <Answer>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  tell: (progress: RecountProgress) => void,
): Promise<Answer> => {
  for await (const { event, data } of openEvents(path, {
    body,
    signal,
    heard: () => undefined,
    most: mostCharacters,
  })) {
    if (event === 'progress') tell(JSON.parse(data) as RecountProgress);
    if (event === 'result') return (JSON.parse(data) as { data: Answer }).data;
    if (event === 'failure') {
      const { code, message } = JSON.parse(data) as Failure;
      throw new ApiError(code === 'Conflict' ? 409 : 503, code, message);
    }
  }
  throw noConnection();
};

/** What a recount below /api answers in the end; `tell` is called with its progress. Throws ApiError, or when it is aborted. */
export const recountEvents = async <Answer>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  tell: (progress: RecountProgress) => void,
): Promise<Answer> => {
  try {
    return await answerOf<Answer>(path, body, signal, tell);
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    // The connection broke in the middle.
    throw noConnection();
  }
};

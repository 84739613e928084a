import { RateLimitExceeded } from '#kernel/db/rate-limit.ts';

/**
 * How many uploads of one account come in at once, in a process: as many as may wait to be worked on. Each holds a
 * connection and a file open for as long as its sender likes, and a process has 20,000 of both.
 */
const mostOpen = 100;
const retrySeconds = 5;

/** Counts the uploads that come in, by account. Refuses with TooManyRequests one too many before any of it is read. */
export const createOpenUploads = () => {
  const open = new Map<string, number>();
  return async <T>(accountId: string, receive: () => Promise<T>): Promise<T> => {
    const count = open.get(accountId) ?? 0;
    if (count >= mostOpen) throw new RateLimitExceeded(retrySeconds);
    open.set(accountId, count + 1);
    try {
      return await receive();
    } finally {
      const left = open.get(accountId)! - 1;
      if (left > 0) open.set(accountId, left);
      else open.delete(accountId);
    }
  };
};

import { setTimeout } from 'node:timers/promises';

/**
 * Resolves after `ms`, or as soon as the signal is aborted, at once when it is already: callers look at it afterwards.
 */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal ? { signal } : undefined).catch(() => {});

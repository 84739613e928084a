import { useSyncExternalStore } from 'react';
import { answers } from './answers.ts';

/** Whether answers come: `offline` when none does, `down` while what answers is not Storyrail but a failure before it. */
export type Connection = 'fine' | 'offline' | 'down';

const pauses = [2_000, 5_000, 10_000, 30_000];
const listeners = new Set<() => void>();
const whenBack = new Set<() => void>();
let connection: Connection = 'fine';
let isAsking = false;
let timer: number | undefined;
let failures = 0;

const become = (next: Connection) => {
  const wasAway = connection !== 'fine';
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
  if (wasAway && next === 'fine') for (const listener of whenBack) listener();
};

const ask = async (): Promise<Connection> => {
  if (!navigator.onLine) return 'offline';
  try {
    const { status } = await fetch('/health/live', { cache: 'no-store' });
    return status >= 500 ? 'down' : 'fine';
  } catch {
    return 'offline';
  }
};

const check = (): void => {
  window.clearTimeout(timer);
  if (isAsking) return;
  isAsking = true;
  ask().then((found) => {
    isAsking = false;
    become(found);
    failures = found === 'fine' ? 0 : failures + 1;
    // Without a network the browser tells when there is one.
    if (found !== 'fine' && navigator.onLine)
      timer = window.setTimeout(check, pauses[Math.min(failures, pauses.length) - 1]);
  });
};

/** Calls back each time that answers come again; answers the function that ends it. */
export const onConnectionBack = (listener: () => void): (() => void) => {
  whenBack.add(listener);
  return () => whenBack.delete(listener);
};

/** Follows the browser's network and the calls of the page; call once. */
export const watchConnection = (): void => {
  // One call may fail by itself, so the server is asked before anything is said.
  answers.addEventListener('none', () => connection === 'fine' && check());
  answers.addEventListener('answer', () => connection !== 'fine' && check());
  window.addEventListener('offline', () => become('offline'));
  window.addEventListener('online', check);
  if (!navigator.onLine) become('offline');
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether answers come, as it is now. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);

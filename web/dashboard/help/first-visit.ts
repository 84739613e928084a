import { useSyncExternalStore } from 'react';

const keyOf = (userId: string) => `storyrail.first-login.${userId}`;
const listeners = new Set<() => void>();
// Where storage is closed to us, the help is shown once for each load of the page.
const seen = new Set<string>();

function hasBegun(userId: string): boolean {
  try {
    return seen.has(userId) || localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return seen.has(userId);
  }
}

/** Sets the person's first-login flag: from now on `/` is home. */
export function endFirstVisit(userId: string): void {
  seen.add(userId);
  try {
    localStorage.setItem(keyOf(userId), String(Math.floor(Date.now() / 1000)));
  } catch {
    // `seen` holds it for this page.
  }
  for (const listener of listeners) listener();
}

/** Whether the person's first-login flag is set in this browser. */
export function useHasBegun(userId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasBegun(userId),
  );
}

import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(min-width: 1240px)');

function subscribe(changed: () => void) {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window has room for a phone beside the history. */
export function useRoom(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

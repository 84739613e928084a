import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(min-width: 720px)');

function subscribe(changed: () => void) {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is wider than a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

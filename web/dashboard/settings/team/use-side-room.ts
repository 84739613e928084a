import { useSyncExternalStore } from 'react';

const query = '(min-width: 1360px)';

const listen = (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** Whether the window has room for a panel beside the team, and for a column of each of a few apps. */
export function useSideRoom(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
}

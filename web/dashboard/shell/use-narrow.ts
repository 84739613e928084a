import { useSyncExternalStore } from 'react';

const query = '(max-width: 719.98px)';

const listen = (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** Whether the window is as narrow as a phone: what is side by side or in a popover elsewhere has a page of its own. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
}

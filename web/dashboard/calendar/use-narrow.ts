import { useSyncExternalStore } from 'react';

const query = '(max-width: 719.98px)';

const listen = (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** Whether the window is too narrow for seven days side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
}

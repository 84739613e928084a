import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let loaded = false;

/** Called once by what holds the uploads: from then on there may be some. */
export const noteUploadsLoaded = (): void => {
  loaded = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a page that takes files was open since the document was loaded; before that there is nothing to list. */
export const useUploadsLoaded = (): boolean => useSyncExternalStore(subscribe, () => loaded);

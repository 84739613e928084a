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

let busy = false;

/** Called as there begin to be files that are on their way or no stories yet, and once there are none. */
export const noteUploadsBusy = (now: boolean): void => {
  busy = now;
};

/** Whether there are files that leaving the document would cut off or lose. */
export const hasUploads = (): boolean => busy;

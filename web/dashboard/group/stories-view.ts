import { useSyncExternalStore } from 'react';

/** How stories are listed. */
export type StoriesView = 'cards' | 'table';

const key = 'storyrail.stories-view';
const listeners = new Set<() => void>();
let chosen: StoriesView | null = null;

function read(): StoriesView {
  if (chosen) return chosen;
  try {
    return localStorage.getItem(key) === 'table' ? 'table' : 'cards';
  } catch {
    return 'cards';
  }
}

function choose(view: StoriesView): void {
  chosen = view;
  try {
    localStorage.setItem(key, view);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The view that the person chose last, kept on this machine, and the function that changes it. */
export function useStoriesView(): [StoriesView, (view: StoriesView) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

import { useStore } from 'ra-core';

/** How stories are listed. */
export type StoriesView = 'cards' | 'table';

/** The view that the person chose last and the function that changes it. */
export function useStoriesView(): [StoriesView, (view: StoriesView) => void] {
  const [view, choose] = useStore<StoriesView>('stories.view', 'cards');
  return [view === 'table' ? 'table' : 'cards', choose];
}

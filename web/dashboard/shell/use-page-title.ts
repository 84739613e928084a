import { useEffect } from 'react';

/** Names the window, its entry in the browser's history and what a screen reader says after a page change. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

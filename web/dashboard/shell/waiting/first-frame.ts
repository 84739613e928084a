import { useLayoutEffect } from 'react';

/** Shows the document's grey shapes of the frame, or hides them. */
export const showFirstFrame = (shown: boolean): void => {
  document.documentElement.toggleAttribute('data-framed', shown);
};

/** The document's grey shapes stand there while what uses this does, and no longer. */
export function useFirstFrame(): void {
  useLayoutEffect(() => {
    showFirstFrame(true);
    return () => showFirstFrame(false);
  }, []);
}

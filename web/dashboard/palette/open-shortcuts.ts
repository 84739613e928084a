import { useEffect } from 'react';

const asked = 'shortcuts-asked';

/** Opens the list of keyboard shortcuts from anywhere in the frame. */
export const openShortcuts = (): void => void window.dispatchEvent(new Event(asked));

/** Calls back when the list of keyboard shortcuts is asked for. */
export function useOpenShortcuts(onAsked: () => void): void {
  useEffect(() => {
    window.addEventListener(asked, onAsked);
    return () => window.removeEventListener(asked, onAsked);
  }, [onAsked]);
}

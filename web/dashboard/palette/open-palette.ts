import { useEffect } from 'react';

const asked = 'palette-asked';

/** Opens the palette from anywhere in the frame. */
export const openPalette = (): void => void window.dispatchEvent(new Event(asked));

/** Calls back when the palette is asked for. */
export function useOpenPalette(onAsked: () => void): void {
  useEffect(() => {
    window.addEventListener(asked, onAsked);
    return () => window.removeEventListener(asked, onAsked);
  }, [onAsked]);
}

import { useStore } from 'ra-core';
import type { PaletteEntry } from './places.ts';

/** How many places are remembered. */
export const recentMost = 6;

const none: PaletteEntry[] = [];

/** The list with a place at its front. */
export const withRecent = (list: readonly PaletteEntry[], place: PaletteEntry): PaletteEntry[] =>
  [place, ...list.filter((one) => one.key !== place.key)].slice(0, recentMost);

/** The places that the person opened last, newest first, and the function that remembers one more. */
export function useRecent(): [PaletteEntry[], (place: PaletteEntry) => void] {
  const [recent, keep] = useStore<PaletteEntry[]>('palette.recent', none);
  const list = Array.isArray(recent) ? recent.slice(0, recentMost) : none;
  return [list, (place) => keep(withRecent(list, place))];
}

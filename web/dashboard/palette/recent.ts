import { type Store, useStore } from 'ra-core';
import type { PaletteEntry } from './places.ts';

/** How many places are remembered. */
export const recentMost = 6;

const name = 'palette.recent';
const none: PaletteEntry[] = [];

const read = (kept: unknown): PaletteEntry[] => (Array.isArray(kept) ? kept.slice(0, recentMost) : none);

/** The list with a place at its front. */
export const withRecent = (list: readonly PaletteEntry[], place: PaletteEntry): PaletteEntry[] =>
  [place, ...list.filter((one) => one.key !== place.key)].slice(0, recentMost);

/** Keeps a place as the one that was opened last. */
export function remember(store: Store, place: PaletteEntry): void {
  const list = read(store.getItem(name));
  if (list[0]?.key !== place.key) store.setItem(name, withRecent(list, place));
}

/** Forgets a place that there is no more. */
export function forget(store: Store, key: string): void {
  const list = read(store.getItem(name));
  if (list.some((one) => one.key === key))
    store.setItem(
      name,
      list.filter((one) => one.key !== key),
    );
}

/** The places that the person opened last, newest first. */
export function useRecent(): PaletteEntry[] {
  const [recent] = useStore<PaletteEntry[]>(name, none);
  return read(recent);
}

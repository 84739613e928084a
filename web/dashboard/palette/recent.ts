import { z } from 'zod';
import type { PaletteEntry } from './places.ts';

/** How many places are remembered. */
export const recentMost = 6;

const storageKey = (userId: string) => `storyrail.recent.${userId}`;

const kept = z.array(
  z.object({
    key: z.string(),
    kind: z.enum(['page', 'app', 'instance', 'story_group', 'story']),
    title: z.string(),
    note: z.string(),
    address: z.string().startsWith('/'),
    picture: z.string().nullable(),
    status: z.number().nullable(),
    seed: z.string(),
  }),
);

/** The places that a person opened last, newest first; none where nothing is stored or can be read. */
export const readRecent = (userId: string): PaletteEntry[] => {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]')).slice(0, recentMost);
  } catch {
    return [];
  }
};

/** The list with a place at its front. */
export const withRecent = (list: readonly PaletteEntry[], place: PaletteEntry): PaletteEntry[] =>
  [place, ...list.filter((one) => one.key !== place.key)].slice(0, recentMost);

/** Remembers a place as the one that was opened last. */
export const keepRecent = (userId: string, place: PaletteEntry): void => {
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(withRecent(readRecent(userId), place)));
  } catch {
    // Without storage there are no recent places.
  }
};

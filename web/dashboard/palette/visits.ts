import { useStoreContext } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { PaletteEntry } from './places.ts';
import { remember } from './recent.ts';

const bare = { title: '', note: '', picture: null, status: null };
// What lies there is remembered as a group, or by the page that the address leads on to.
const noPage = /^\/$|^\/(account|apps|user|settings)$|^\/(stories|story|analytics(?!\/live$))\//;

/** A page as it is remembered: the palette knows what it is called. */
export const pageVisit = (pathname: string): PaletteEntry | null =>
  noPage.test(pathname) ? null : { ...bare, key: `page:${pathname}`, kind: 'page', address: pathname, seed: pathname };

/** An app as it is remembered: the palette knows what it is called. */
export const appVisit = (id: string): PaletteEntry => ({
  ...bare,
  key: `app:${id}`,
  kind: 'app',
  address: `/content?app=${id}`,
  seed: id,
});

/** A story group as it is remembered; `place` says where it lies. */
export const groupVisit = (group: StoryGroupRow, place: string): PaletteEntry => ({
  key: `story_group:${group.id}`,
  kind: 'story_group',
  title: group.title,
  note: place,
  address: `/stories/${group.id}`,
  picture: group.icon,
  status: group.status,
  seed: group.app_id,
});

/** Remembers what is opened, for the palette's recent places; null is nothing. */
export function useVisit(place: PaletteEntry | null): void {
  const store = useStoreContext();
  const last = useRef(place);
  last.current = place;
  const key = place?.key;
  useEffect(() => {
    if (key && last.current) remember(store, last.current);
  }, [store, key]);
}

import type { SearchHit } from '#contracts/api/search.ts';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import { fitsWords } from './match.ts';

/** What a picture before an entry shows. */
export type PlacePicture = 'page' | SearchHit['type'];

/** Where an entry of the palette leads. */
export interface PaletteEntry {
  /** The same for the same thing, in results and among the recent ones. */
  key: string;
  kind: PlacePicture;
  title: string;
  /** Where the thing lies, in a few words. */
  note: string;
  address: string;
  picture: string | null;
  /** Status of a group or story. */
  status: number | null;
  /** The app that gives the colour of a missing icon. */
  seed: string;
}

/** What the kinds are called above their entries, in their order. */
export const kindNames: readonly (readonly [PlacePicture, string])[] = [
  ['page', t(paletteWords.pages)],
  ['app', t(paletteWords.apps)],
  ['instance', t(paletteWords.instances)],
  ['story_group', t(paletteWords.contentHint)],
  ['story', t(paletteWords.stories)],
];

const noteOf = (hit: SearchHit): string => {
  if (hit.type === 'app') return t(paletteWords.instanceHint);
  if (hit.type === 'instance') return hit.app_title;
  if (hit.type === 'story_group') return `${hit.app_title}, ${hit.instance_title}`;
  return `${hit.story_group_title}, ${hit.app_title}`;
};

const addressOf = (hit: SearchHit): string => {
  if (hit.type === 'app') return `/content?app=${hit.app_id}`;
  if (hit.type === 'instance') return `/content?app=${hit.app_id}&instance=${hit.id}`;
  return hit.type === 'story_group' ? `/stories/${hit.id}` : `/stories/${hit.story_group_id}?edit=${hit.id}`;
};

/** The entry of something that the search found. */
export const paletteEntryOf = (hit: SearchHit): PaletteEntry => ({
  key: `${hit.type}:${hit.id}`,
  kind: hit.type,
  title: hit.title,
  note: noteOf(hit),
  address: addressOf(hit),
  picture: hit.picture,
  status: hit.status,
  seed: hit.app_id,
});

/** A page of the dashboard that the person may open. */
export interface PageRight {
  title: string;
  note: string;
  address: string;
  /** Other words that people look for it by. */
  words?: string;
  allowed: boolean;
}

const page = ({ title, note, address }: PageRight): PaletteEntry => ({
  key: `page:${address}`,
  kind: 'page',
  title,
  note,
  address,
  picture: null,
  status: null,
  seed: address,
});

/** The pages in whose name or other words each word of the text begins one; all of them for none. */
export const pagesFor = (pages: readonly PageRight[], text: string): PaletteEntry[] =>
  pages.filter(({ title, words = '', allowed }) => allowed && fitsWords(text, `${title} ${words}`)).map(page);

/** Entries in the order of the kinds, with the name of each kind. */
export const inKinds = (places: readonly PaletteEntry[]): { name: string; places: PaletteEntry[] }[] =>
  kindNames
    .map(([kind, name]) => ({ name, places: places.filter((one) => one.kind === kind) }))
    .filter((one) => one.places.length > 0);

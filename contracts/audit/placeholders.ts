import type { UnixSeconds } from '../time.ts';
import type { Phrase } from '../words/phrase.ts';

/** A file of the store in a change; it becomes an address when it is read. */
export interface MediaPlaceholder {
  $media: string;
}
/** A personal value in a change, by reference; it is put in, or reads 'erased', when it is read. */
export interface PersonalPlaceholder {
  $personal: string;
}
/** The present title of a group, app or instance, put in when it is read. */
export interface TitlePlaceholder {
  $title: string;
}
/** A text that is put together when it is read. */
export interface TextPlaceholder {
  $text: (string | TitlePlaceholder)[];
}
/** Ids of an account's things and people; their present names are put in when it is read, an unknown one as it is. */
export interface NamesPlaceholder {
  $names: string[];
}
/** The first and the last second of a range (null: open); told by the account's clock when it is read. */
export interface SpanPlaceholder {
  $span: [UnixSeconds | null, UnixSeconds | null];
}
/** A moment; told by the account's clock when it is read. */
export interface MomentPlaceholder {
  $moment: UnixSeconds;
}
/** Words with the present title of something in them, which are said without it. */
export interface TitledWords {
  $words: Phrase;
  $title: string;
}
export type Placeholder =
  | MediaPlaceholder
  | PersonalPlaceholder
  | TitlePlaceholder
  | TextPlaceholder
  | NamesPlaceholder
  | SpanPlaceholder
  | MomentPlaceholder;

/** Stands in words for a title that is put in when they are read. */
export const titleMark = '\u0000';
/** Words about something by its present title, which is their argument `title`. */
export const withTitle = (words: (title: string) => Phrase, id: string): TitledWords => ({
  $words: words(titleMark),
  $title: id,
});

/** The placeholder that a stored value is, or null for a plain value. Plain objects of ours never have just one field with `$`. */
export const placeholderOf = (value: unknown): Placeholder | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0]!.startsWith('$') ? (value as Placeholder) : null;
};

/** A file's placeholder, null without one. */
export const mediaPlaceholder = (key: string | null): MediaPlaceholder | null => (key ? { $media: key } : null);
/** A personal value's placeholder, null without one. */
export const personalPlaceholder = (ref: string | null): PersonalPlaceholder | null =>
  ref ? { $personal: ref } : null;

/** Where a sentence has a personal value, put in when it is read. */
export const personal = (ref: string | null): string => (ref === null ? '' : `{{personal:${ref}}}`);
/** Where a sentence has a group's, app's or instance's present title, put in when it is read. */
export const presentTitle = (id: string): string => `{{title:${id}}}`;

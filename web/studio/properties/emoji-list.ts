import compact from 'emojibase-data/en/compact.json';
import { type NamedEmoji, recommended } from './emoji-search.ts';

/** Every emoji that Unicode recommends and this browser knows, in the usual order; without tones of skin. */
export const emojiList: readonly NamedEmoji[] = compact
  .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  .flatMap(({ unicode, label, tags = [] }) => {
    const emoji = recommended(unicode);
    return emoji ? [{ emoji, name: label, tags }] : [];
  });

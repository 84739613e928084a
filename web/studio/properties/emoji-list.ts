import compact from 'emojibase-data/en/compact.json';
import { emojiOf, type NamedEmoji } from './emoji-search.ts';

/** Every emoji that Unicode recommends and this browser knows, in the usual order; without tones of skin. */
export const emojiList: readonly NamedEmoji[] = emojiOf(compact);

import { z } from 'zod';
import { studioFieldWords } from '../../words/studio-fields.en.ts';
import { worded } from '../../words/worded.ts';
import { studioLimits } from '../limits.ts';
import { answerableBase } from './answerable.ts';
import { boundedList } from './bounded-list.ts';

/** One emoji of those that Unicode recommends for interchange, of several characters or not. */
// biome-ignore lint/complexity/useRegexLiterals: the compiler's target knows no flag v yet
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
/** The longest is a family of four with tones of skin. */
const longestEmoji = 40;

const emoji = z
  .string()
  .max(longestEmoji, { ...worded(studioFieldWords.emoji), abort: true })
  .refine((value) => oneEmoji.test(value), worded(studioFieldWords.emoji));

/** A row of emoji, of which a viewer taps one. */
export const reactionComponent = z.strictObject({
  ...answerableBase,
  emojis: boundedList(emoji, studioLimits.emojis).refine(
    (all) => new Set(all).size === all.length,
    worded(studioFieldWords.emojiTwice),
  ),
});
export type ReactionComponent = z.infer<typeof reactionComponent>;

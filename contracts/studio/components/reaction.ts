import { z } from 'zod';
import { studioFieldWords } from '../../words/studio-fields.en.ts';
import { worded } from '../../words/worded.ts';
import { isEmoji, longestEmoji } from '../emoji.ts';
import { studioLimits } from '../limits.ts';
import { answerableBase } from './answerable.ts';
import { boundedList } from './bounded-list.ts';

const emoji = z
  .string()
  .max(longestEmoji, { ...worded(studioFieldWords.emoji), abort: true })
  .refine(isEmoji, worded(studioFieldWords.emoji));

/** A row of emoji, of which a viewer taps one. */
export const reactionComponent = z.strictObject({
  ...answerableBase,
  emojis: boundedList(emoji, studioLimits.emojis).refine(
    (all) => new Set(all).size === all.length,
    worded(studioFieldWords.emojiTwice),
  ),
});
export type ReactionComponent = z.infer<typeof reactionComponent>;

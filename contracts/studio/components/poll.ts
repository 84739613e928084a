import { z } from 'zod';
import { studioLimits } from '../limits.ts';
import { answerableBase } from './answerable.ts';
import { designColor, words } from './base.ts';
import { boundedList } from './bounded-list.ts';

const option = z.strictObject({ text: words(studioLimits.option), color: designColor.nullable().default(null) });

/** A question without a right answer; an option's `color` is that of its bar, null: the accent of the card. */
export const pollComponent = z.strictObject({
  ...answerableBase,
  question: words(studioLimits.question),
  options: boundedList(option, studioLimits.options),
});
export type PollComponent = z.infer<typeof pollComponent>;

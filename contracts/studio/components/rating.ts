import { z } from 'zod';
import { studioLimits } from '../limits.ts';
import { answerableBase } from './answerable.ts';
import { words } from './base.ts';

/** A question that is answered by one to five stars. */
export const ratingComponent = z.strictObject({ ...answerableBase, question: words(studioLimits.question) });
export type RatingComponent = z.infer<typeof ratingComponent>;

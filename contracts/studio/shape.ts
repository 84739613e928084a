import { z } from 'zod';
import { studioFieldWords } from '../words/studio-fields.en.ts';
import { worded } from '../words/worded.ts';
import { opaqueColor, wholeNumber, words } from './components/base.ts';
import { boundedList } from './components/bounded-list.ts';
import { countdownComponent } from './components/countdown.ts';
import { ctaComponent } from './components/cta.ts';
import { imageComponent } from './components/image.ts';
import { pollComponent } from './components/poll.ts';
import { productTagComponent } from './components/product-tag.ts';
import { quizComponent } from './components/quiz.ts';
import { ratingComponent } from './components/rating.ts';
import { reactionComponent } from './components/reaction.ts';
import { textComponent } from './components/text.ts';
import { studioVersion } from './kinds.ts';
import { studioLimits } from './limits.ts';

/**
 * How the story's image or video lies on the canvas: filling it, in full, or in full before a blurred copy of itself; `x`
 * and `y` in percent say which part stays in sight, `zoom` in percent how near.
 */
const designedMedium = z.strictObject({
  fit: z.enum(['fill', 'fit', 'blur']).default('fill'),
  x: wholeNumber([0, 100], 50),
  y: wholeNumber([0, 100], 50),
  zoom: wholeNumber(studioLimits.zoom, 100),
  alt: words(studioLimits.alt),
});

const list = <Of extends z.ZodType>(component: Of) => boundedList(component, [0, studioLimits.components]).default([]);

/** The shape of a design, each field by itself; `studio` adds what holds between them. */
export const studioShape = z.strictObject({
  version: z.literal(studioVersion, worded(studioFieldWords.version)),
  /** How long an image is shown, in ms; null: as long as usual. */
  duration_ms: z.int().min(studioLimits.imageMs[0]).max(studioLimits.imageMs[1]).nullable().default(null),
  /** What is seen where the medium does not cover; null: black. */
  background: opaqueColor.nullable().default(null),
  medium: designedMedium.default(() => designedMedium.parse({})),
  ctaData: list(ctaComponent),
  imageData: list(imageComponent),
  textData: list(textComponent),
  reactionData: list(reactionComponent),
  quizData: list(quizComponent),
  pollData: list(pollComponent),
  ratingData: list(ratingComponent),
  countdownData: list(countdownComponent),
  productTagData: list(productTagComponent),
});
/** A design as it is kept and answered: every list and every field is there. */
export type Studio = z.infer<typeof studioShape>;

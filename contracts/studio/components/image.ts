import { z } from 'zod';
import { mediaUrl } from '../../api/media.ts';
import { studioLimits } from '../limits.ts';
import { componentBase, wholeNumber, words } from './base.ts';

/** A picture. `decorative`: readers of screens pass it over; `opacity` in percent. */
export const imageComponent = z.strictObject({
  ...componentBase,
  media: mediaUrl,
  alt: words(studioLimits.alt),
  decorative: z.boolean().default(false),
  opacity: wholeNumber(studioLimits.opacity, 100),
});
export type ImageComponent = z.infer<typeof imageComponent>;

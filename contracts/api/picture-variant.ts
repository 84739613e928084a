import { z } from 'zod';
import type { PictureVariant } from './picture-sizes.ts';

/** A smaller picture in an answer. */
export const pictureVariant: z.ZodType<PictureVariant> = z.object({ width: z.int(), url: z.string() });

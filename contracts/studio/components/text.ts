import { z } from 'zod';
import { studioLimits } from '../limits.ts';
import { componentBase, words } from './base.ts';
import { textLooks } from './looks.ts';

/** A text. */
export const textComponent = z.strictObject({ ...componentBase, ...textLooks, text: words(studioLimits.text) });
export type TextComponent = z.infer<typeof textComponent>;

import { z } from 'zod';
import { componentBase } from './base.ts';
import { cardLooks } from './looks.ts';

/** What every component has that a viewer answers: whether shares, and how many answered, are shown afterwards. */
export const answerableBase = {
  ...componentBase,
  ...cardLooks,
  show_results: z.boolean().default(true),
  show_total: z.boolean().default(true),
};

import { z } from 'zod';
import { faultWords } from '../words/faults.en.ts';
import { worded } from '../words/worded.ts';
import { limits } from './limits.ts';
import { mobileStores } from './store-question.ts';
import { text } from './text.ts';

const asked = text({ min: 1, max: limits.appTitle * 2, required: faultWords.app });
/** GET /app/find: by the id in a store, or by name. Without `store_type` every store that fits is asked. */
export const findAppQuery = z
  .strictObject({
    store_id: asked.optional(),
    app_name: asked.optional(),
    store_type: z.enum(mobileStores, worded(faultWords.store)).optional(),
  })
  .refine((query) => (query.store_id === undefined) !== (query.app_name === undefined), {
    path: ['store_id'],
    ...worded(faultWords.storeIdOrName),
  });
export type FindAppQuery = z.infer<typeof findAppQuery>;

/** An app as a store shows it. */
export const foundApp = z.object({
  store_id: z.string(),
  store_type: z.enum(mobileStores),
  title: z.string(),
  developer: z.string().nullable(),
  category: z.string().nullable(),
  /** An address of this product that shows the picture. */
  icon: z.string().nullable(),
  /** The app's page in the store. */
  url: z.string(),
});
export type FoundApp = z.infer<typeof foundApp>;

import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { studioShape } from '../studio/shape.ts';
import { templateCategories } from './categories.ts';

/** A row of GET /story/template; pictures of its design are addresses. */
export const templateRow = z.object({
  id,
  title: z.string(),
  category: z.enum(templateCategories),
  studio: studioShape,
  /** Who made it. */
  user_id: id,
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type TemplateRow = z.infer<typeof templateRow>;

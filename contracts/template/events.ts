import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';
import { storedStudio } from '../studio/stored.ts';
import { templateCategories } from './categories.ts';

const category = z.enum(templateCategories);

/** What happens to a template of an account; `user_id` is who made it, pictures of its design are keys of the file store. */
export const templateEvents = {
  TemplateAdded: z.object({ account_id: id, user_id: id, title: z.string(), category, studio: storedStudio }),
  TemplateChanged: z.object({
    title: z.string().optional(),
    category: category.optional(),
    studio: storedStudio.optional(),
  }),
  TemplateDeleted: z.object({}),
};
export type TemplateEvent = EventsOf<typeof templateEvents>;

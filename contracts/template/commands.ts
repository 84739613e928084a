import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import { studio } from '../studio/studio.ts';
import { faultWords } from '../words/faults.en.ts';
import { templateWords } from '../words/template.en.ts';
import { worded } from '../words/worded.ts';
import { templateCategories } from './categories.ts';

/** The name of a template. */
export const templateTitle = text({ min: 1, max: limits.templateTitle, required: templateWords.title }).overwrite(
  (value) => value.trim(),
);
const category = z.enum(templateCategories, worded(faultWords.choice));

/** POST /story/template: pictures of the design are addresses of the account's uploads. */
export const addTemplate = z.strictObject({ title: templateTitle, category, studio });
export type AddTemplate = z.infer<typeof addTemplate>;

/** PATCH /story/template: what is left out stays; `studio` replaces the design whole. */
export const changeTemplate = z.strictObject({
  id: id.optional(),
  title: templateTitle.optional(),
  category: category.optional(),
  studio: studio.optional(),
});
export type ChangeTemplate = Omit<z.infer<typeof changeTemplate>, 'id'>;

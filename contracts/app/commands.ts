import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mayOpen } from '../api/schemes.ts';
import { text } from '../api/text.ts';

export const title = text({
  min: 1,
  max: limits.appTitle,
  required: 'Give your app a name.',
});
const defaultName = /^default$/i;
/** The name of an instance; 'default' is kept for the one that every app starts with. */
export const instanceTitle = text({
  min: 1,
  max: limits.instanceTitle,
  required: 'Give the instance a name.',
})
  .overwrite((value) => value.trim())
  .refine((value) => !defaultName.test(value), {
    error: 'You can not use "default" name for a instance. Please input another name.',
  });
const adNumber = z
  .int('Use a whole number.')
  .min(limits.adMin, `Use a number from ${limits.adMin} to ${limits.adMax}.`)
  .max(limits.adMax, `Use a number from ${limits.adMin} to ${limits.adMax}.`);
/** POST /app: an app by its store id, or a web site. */
export const addApp = z.union([
  z.strictObject({
    store_id: text({ min: 1, max: 200, required: 'Give the id of your app.' }),
    store_type: z.enum(['ios', 'android'], 'Choose a store.'),
    title: title.optional(),
    is_live: z.boolean().optional(),
  }),
  z.strictObject({
    website_url: text({
      min: 1,
      max: limits.url,
      required: 'Give the address of your web site.',
    }),
    title: title.optional(),
  }),
]);
export type AddApp = z.infer<typeof addApp>;
/** The address that opens an app, as people type it: a scheme, or a scheme with a place in the app. */
export const urlScheme = text({ min: 1, max: limits.urlScheme, required: 'Give the URL scheme of your app.' })
  .overwrite((value) => {
    const trimmed = value.trim();
    return /^[a-z][a-z0-9+.-]*$/i.test(trimmed) ? `${trimmed}://` : trimmed;
  })
  .refine((value) => mayOpen(value) && /^[a-z0-9+.-]+:\/\//i.test(value) && !/\s/.test(value), {
    error: 'This is no URL scheme. Use one of your own app, such as myapp://',
  });
/** POST /app/settings. */
export const changeAppSettings = z.strictObject({
  app_id: id.optional(),
  is_sharable: z.boolean().optional(),
  app_intent: urlScheme.nullable().optional(),
  ads: z.boolean().optional(),
  ad_frequency: adNumber.nullable().optional(),
  ad_first: adNumber.nullable().optional(),
});
export type ChangeAppSettings = z.infer<typeof changeAppSettings>;
/** POST /app/import: all groups of an app or instance, or the named ones, into an instance of `app_id` (default: its Default one). */
export const importStories = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  import: z.union([id, z.array(id).min(1, 'Choose at least one story group.').max(limits.bulk)]),
});
export type ImportStories = z.infer<typeof importStories>;
/** DELETE /app. */
export const appIdBody = z.strictObject({ app_id: id });
/** POST /instance. */
export const addInstance = z.strictObject({ app_id: id, title: instanceTitle });
/** PATCH /instance. */
export const renameInstance = z.strictObject({
  app_id: id.optional(),
  id: id.optional(),
  instance_id: id.optional(),
  title: instanceTitle,
});
/** DELETE /instance. */
export const deleteInstance = z.strictObject({
  app_id: id.optional(),
  id: id.optional(),
  instance_id: id.optional(),
  title: z.string().max(200).optional(),
});

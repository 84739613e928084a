import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mayOpen } from '../api/schemes.ts';
import { text } from '../api/text.ts';
import { appWords } from '../words/app.en.ts';
import { faultWords } from '../words/faults.en.ts';
import { fill } from '../words/phrase.ts';
import { worded } from '../words/worded.ts';

export const title = text({
  min: 1,
  max: limits.appTitle,
  required: appWords.title,
});
const defaultName = /^default$/i;
/** The name of an instance; 'default' is kept for the one that every app starts with. */
export const instanceTitle = text({
  min: 1,
  max: limits.instanceTitle,
  required: appWords.instanceTitle,
})
  .overwrite((value) => value.trim())
  .refine((value) => !defaultName.test(value), {
    ...worded(appWords.instanceDefault),
  });
const adRange = worded(fill(appWords.adRange, { least: limits.adMin, most: limits.adMax }));
const adNumber = z.int(worded(faultWords.wholeNumber)).min(limits.adMin, adRange).max(limits.adMax, adRange);
/** POST /app: an app by its store id, or a web site. */
export const addApp = z.union([
  z.strictObject({
    store_id: text({ min: 1, max: 200, required: appWords.storeId }),
    store_type: z.enum(['ios', 'android'], worded(faultWords.store)),
    title: title.optional(),
    is_live: z.boolean().optional(),
  }),
  z.strictObject({
    website_url: text({
      min: 1,
      max: limits.url,
      required: appWords.site,
    }),
    title: title.optional(),
  }),
]);
export type AddApp = z.infer<typeof addApp>;
/** The address that opens an app, as people type it: a scheme, or a scheme with a place in the app. */
export const urlScheme = text({ min: 1, max: limits.urlScheme, required: appWords.scheme })
  .overwrite((value) => {
    const trimmed = value.trim();
    return /^[a-z][a-z0-9+.-]*$/i.test(trimmed) ? `${trimmed}://` : trimmed;
  })
  .refine((value) => mayOpen(value) && /^[a-z0-9+.-]+:\/\//i.test(value) && !/\s/.test(value), {
    ...worded(appWords.schemeRefused),
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
/** POST /app/import: all groups of an app or instance, or the named ones, into an instance of `app_id` (default: its Default one). */
export const importStories = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  import: z.union([id, z.array(id).min(1, worded(appWords.importNothing)).max(limits.bulk)]),
});
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

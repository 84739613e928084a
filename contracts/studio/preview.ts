import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';

/** How long a preview's link plays, in ms. */
export const previewMs = 30 * 60_000;
/** Links that one person has to one group at a time: with another, the oldest ends. */
export const previewLinks = 5;
/** Longer than any secret; nothing longer is looked at. */
const longestSecret = 100;

/** POST /story/preview. */
export const askPreview = z.strictObject({ story_group_id: id });
/** Its answer: an address whose fragment holds the secret, which no server gets with a page, and until when it plays. */
export const previewLink = z.object({ url: z.string(), ts_expires: unixSeconds });
export type PreviewLink = z.infer<typeof previewLink>;

/** POST /sdk/v1/preview. */
export const openPreview = z.strictObject({ secret: z.string().max(longestSecret) });

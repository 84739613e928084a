import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { role } from '../api/role-schemas.ts';
import { appSettings, storeType } from './events.ts';

/** A group as the list of apps carries it. */
const appGroupRow = z.object({
  id,
  title: z.string(),
  icon: z.string(),
  status: z.int(),
  pinned: z.boolean(),
});
const instanceRow = z.object({
  id,
  title: z.string(),
  token: z.string(),
  app_id: id,
  is_default: z.boolean(),
  story_groups: z.array(appGroupRow).optional(),
});
export type InstanceRow = z.infer<typeof instanceRow>;
/** One app of GET /app/n/list, and the answer of POST /app. */
export const appRow = z.object({
  id,
  app_id: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  store: z.string(),
  store_type: storeType,
  website_url: z.string().nullable(),
  token: z.string(),
  developer: z.string().nullable(),
  category: z.string().nullable(),
  is_live: z.boolean(),
  /** The same facts under the names that stores use. */
  detailed_info: z.object({
    title: z.string(),
    icon: z.string().nullable(),
    artworkUrl60: z.string().nullable(),
    artworkUrl100: z.string().nullable(),
    developer: z.string().nullable(),
    artistName: z.string().nullable(),
  }),
  settings: appSettings,
  total_story_count: z.int(),
  instances: z.array(instanceRow),
  /** The groups of all its instances, where they are asked for. */
  story_groups: z.array(appGroupRow).optional(),
  ts_created: unixSeconds,
  version: z.int(),
});
export type AppRow = z.infer<typeof appRow>;
/** The facts of an app under the names that stores use. */
export const detailedInfo = (app: Pick<AppRow, 'title' | 'icon' | 'developer'>): AppRow['detailed_info'] => ({
  title: app.title,
  icon: app.icon,
  artworkUrl60: app.icon,
  artworkUrl100: app.icon,
  developer: app.developer,
  artistName: app.developer,
});
/** Somebody who works on an app: one line of GET /permission/app/{id}. */
export const appPersonRow = z.object({
  user_id: id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role,
  /** False while the invitation is open. */
  joined: z.boolean(),
});
export type AppPersonRow = z.infer<typeof appPersonRow>;

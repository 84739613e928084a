import { mediaPath } from '#contracts/api/media-files.ts';
import { type AppRow, detailedInfo } from '#contracts/app/rows.ts';
import type { AppState } from '#contracts/app/state.ts';

/** A new app as lists answer it, from its state; `tsCreated` in unix seconds. */
export const newAppRow = (app: AppState, mediaUrl: string, tsCreated: number, version: number): AppRow => ({
  id: app.id,
  app_id: app.store_id ?? app.website_url ?? app.id,
  title: app.title,
  icon: app.icon && mediaUrl + mediaPath(app.icon),
  store: app.store_type,
  store_type: app.store_type,
  website_url: app.website_url,
  token: app.instances[0]!.token,
  developer: app.developer,
  category: app.category,
  is_live: app.is_live,
  detailed_info: detailedInfo({ ...app, icon: app.icon && mediaUrl + mediaPath(app.icon) }),
  settings: app.settings,
  total_story_count: 0,
  instances: app.instances.map((one) => ({ ...one, app_id: app.id })),
  ts_created: tsCreated,
  version,
});

import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

export const storeTypes = ['ios', 'android', 'web'] as const;
export const storeType = z.enum(storeTypes);
/** What stores and web sites say of an app. */
const appDetails = z.object({
  title: z.string(),
  icon: z.string().nullable(),
  developer: z.string().nullable(),
  category: z.string().nullable(),
  /** It is found in its store. */
  is_live: z.boolean(),
});
export type AppDetails = z.infer<typeof appDetails>;
/** What SDKs are told of an app beside its stories. */
export const appSettings = z.object({
  /** The custom URL scheme that opens the app. */
  app_intent: z.string().nullable(),
  is_sharable: z.boolean(),
  ads: z.boolean(),
  /** An ad after every so many stories. */
  ad_frequency: z.int().nullable(),
  /** After how many stories the first ad comes. */
  ad_first: z.int().nullable(),
});
export type AppSettings = z.infer<typeof appSettings>;
export const appEvents = {
  AppAdded: z.object({
    account_id: id,
    title: z.string(),
    store_type: storeType,
    store_id: z.string().nullable(),
    website_url: z.string().nullable(),
    icon: z.string().nullable(),
    ...appDetails.pick({ developer: true, category: true, is_live: true }).partial().shape,
    instance: z.object({ id, title: z.string(), token: z.string() }),
  }),
  AppDetailsChanged: appDetails.partial(),
  AppSettingsChanged: appSettings.partial(),
  AppDeleted: z.object({}),
  InstanceAdded: z.object({
    instance_id: id,
    title: z.string(),
    token: z.string(),
  }),
  InstanceRenamed: z.object({ instance_id: id, title: z.string() }),
  InstanceDeleted: z.object({ instance_id: id }),
  /** What its SDKs sent on a UTC day so far is at least ten times what is usual: the median of the seven days before. */
  InstanceTrafficJumped: z.object({
    instance_id: id,
    day: z.iso.date(),
    bytes: z.int(),
    usual: z.int().min(1),
  }),
};
/** A day on which an instance gets far more than usual. */
export type TrafficJump = z.infer<typeof appEvents.InstanceTrafficJumped>;
export type AppEvent = EventsOf<typeof appEvents>;

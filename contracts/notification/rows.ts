import { z } from 'zod';
import { id, queryFlag, queryInt, unixSeconds } from '../api/ids.ts';
import { pictureVariant } from '../api/picture-variant.ts';
import { notificationWords } from '../words/notifications.en.ts';
import { fill } from '../words/phrase.ts';
import { sayFault, worded } from '../words/worded.ts';
import { notificationTypeNames } from './types.ts';

/** The query of GET /storyrail-notification/dashboard-notification. */
export const notificationQuery = z.strictObject({
  /** Only those that are unread. */
  unread: queryFlag.optional(),
  limit: queryInt(1, 100).optional(),
  offset: queryInt(0, 100_000).optional(),
});

/** What somebody is told. */
export const notificationRow = z.object({
  id,
  is_read: z.boolean(),
  ts_created: unixSeconds,
  data: z.object({
    type: z.enum(notificationTypeNames),
    title: z.string(),
    text: z.string(),
    /** The group, person, account or app that it is about. */
    id,
    /** Where it leads: a path of the dashboard, or for `sdk_update` an address. */
    url: z.string(),
    /** What fills the title's message. */
    values: z.record(z.string(), z.string()),
    /** Who did it; null for what happened by itself. */
    actor_id: id.nullable(),
    /** The group's cover; null where it is about none. */
    icon: z.string().nullable(),
    variants: z.array(pictureVariant),
    /** Whether the group is live now. */
    active: z.boolean(),
  }),
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** GET /storyrail-notification/dashboard-notification: a page, newest first, and how many are unread in all. */
export const notificationPage = z.object({
  data: z.array(notificationRow),
  total: z.int(),
  unread: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPage>;

/** So many are marked at once, at most. */
export const mostMarked = 1000;
const marked = z.array(id).max(mostMarked, worded(fill(notificationWords.tooMany, { most: mostMarked })));

/** PATCH /storyrail-notification/mark-dashboard-notification-as-read: some, or all up to a moment. */
export const markNotifications = z
  .strictObject({
    dashboard_notification_ids: marked.optional(),
    all: z.literal(true).optional(),
    /** With `all`: newer ones stay unread. */
    ts_end: unixSeconds.optional(),
  })
  .superRefine((body, context) => {
    if (!body.dashboard_notification_ids && !body.all)
      context.addIssue({
        code: 'custom',
        path: ['dashboard_notification_ids'],
        message: sayFault(notificationWords.whatToMark),
      });
  });
/** How many are unread now. */
export const unreadLeft = z.object({ unread: z.int() });

/** Pop-ups, each shown to a person until it is closed. */
export const popupTypes = ['referral_info', 'referral_earned', 'referral_received'] as const;
export const popupRow = z.object({
  id,
  data: z.object({
    type: z.enum(popupTypes),
    /** Whom it is about, and which app; null for none. */
    user: id.nullable(),
    app: id.nullable(),
  }),
});
export type PopupRow = z.infer<typeof popupRow>;
/** PATCH /storyrail-notification/mark-dashboard-popup-as-read. */
export const markPopups = z.strictObject({ dashboard_popup_ids: marked });

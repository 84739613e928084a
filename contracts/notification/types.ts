import type { Act } from '../api/roles.ts';

/** Who is told, of those who do not cause it themselves: whoever may do this act, on the app that it is about if there is one. */
interface NotificationType {
  audience: Act;
  /** Where a click leads; `own` is the address that it brings along. */
  target: 'group' | 'start' | 'payment' | 'team' | 'sdk_health' | 'own';
}

/** What people are told of. Creators are told of their own groups only. */
export const notificationTypes = {
  story_group_created: { audience: 'storyGroup.view', target: 'group' },
  /** At most once an hour a group and person; a group that was just created is not told of again within it. */
  story_group_updated: { audience: 'storyGroup.view', target: 'group' },
  story_group_deleted: { audience: 'storyGroup.view', target: 'start' },
  story_group_waiting: { audience: 'storyGroup.view', target: 'group' },
  story_group_capped: { audience: 'storyGroup.view', target: 'group' },
  story_group_ended: { audience: 'storyGroup.view', target: 'group' },
  invitation_accepted: { audience: 'team.view', target: 'team' },
  payment: { audience: 'account.change', target: 'payment' },
  /** Once a UTC day and instance. */
  unusual_traffic: { audience: 'app.settings', target: 'sdk_health' },
  /** Those with an app that used an older version in the last 30 days. */
  sdk_update: { audience: 'app.settings', target: 'own' },
} as const satisfies Record<string, NotificationType>;

export type NotificationTypeName = keyof typeof notificationTypes;
export const notificationTypeNames = Object.keys(notificationTypes) as [
  NotificationTypeName,
  ...NotificationTypeName[],
];

/** How often somebody gets an email about what they have not read. */
export const digests = ['none', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

/** For how long notifications are kept, in days. */
export const notificationDays = 90;
/** The shortest time between two `story_group_updated` of a group for a person, in seconds. */
export const updatedAtMostEvery = 3600;

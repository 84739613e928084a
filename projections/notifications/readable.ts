import { may, type Permissions, roleFor, visibleApps } from '#contracts/api/roles.ts';
import { type NotificationTypeName, notificationDays, notificationTypes } from '#contracts/notification/types.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** Whose notifications are read, and what they may know of now. */
export interface Who {
  user_id: string;
  account_id: string;
  permissions: Permissions;
}

/** Types that are about the account as a whole: who may read of any other follows from the app that it is about. */
const ofAccount = (Object.keys(notificationTypes) as NotificationTypeName[]).filter(
  (type) => !['storyGroup.view', 'app.settings'].includes(notificationTypes[type].audience),
);

/**
 * The rows of `notification` (as `n`) that somebody may read: made for them, young enough, and about what they may still
 * know of. Whoever was told and has lost the right since reads it no more. Its values are those of `readableValues`.
 */
export const readable = `n.user_id = $1 and n.account_id = $2 and n.ts >= $3
  and (n.app_id is null or exists (select from app where app.id = n.app_id and not app.deleted))
  and (n.type = any($4::text[])
       or (n.app_id is not null
           and ($5 or n.app_id = any($6::uuid[]) or (n.app_id = any($7::uuid[]) and n.creator_id = n.user_id)))
       or (n.type = 'sdk_update'
           and exists (select from jsonb_array_elements(n.facts -> 'sdk' -> 'apps') used
                         join app on app.id = (used ->> 'app_id')::uuid and not app.deleted
                        where $5 or app.id = any($6::uuid[]))))`;

/** The values of `readable`, $1 to $7, for somebody at `now` (unix seconds). */
export const readableValues = ({ user_id, account_id, permissions }: Who, now: UnixSeconds): unknown[] => {
  const apps = visibleApps(permissions) ?? [];
  return [
    user_id,
    account_id,
    now - notificationDays * 86_400,
    ofAccount.filter((type) => may(permissions, notificationTypes[type].audience)),
    roleFor(permissions) === 'account_owner',
    apps.filter((app) => roleFor(permissions, app) === 'app_owner'),
    apps.filter((app) => roleFor(permissions, app) === 'story_creator'),
  ];
};

/** Those of them that the person has not marked as read. */
export const unread = `n.ts > coalesce((select u.ts from notification_read_until u where u.user_id = $1), 0)
  and not exists (select from notification_read r where r.user_id = n.user_id and r.id = n.id)`;

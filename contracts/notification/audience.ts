import { may, type Permissions, roleFor } from '../api/roles.ts';
import type { Actor } from '../event.ts';
import type { Notice } from './facts.ts';
import { notificationTypes } from './types.ts';

/** Somebody of the account that something happened in. */
export interface Reader {
  user_id: string;
  permissions: Permissions;
}

/** Whether somebody may know of something: by role, for the app that it is about; creators of their own groups only. */
export const mayRead = (
  { user_id, permissions }: Reader,
  { type, app_id, creator_id, facts }: Pick<Notice, 'type' | 'app_id' | 'creator_id' | 'facts'>,
): boolean => {
  const act = notificationTypes[type].audience;
  if (facts.sdk) return facts.sdk.apps.some((app) => may(permissions, act, app.app_id));
  if (app_id === null) return may(permissions, act);
  if (!may(permissions, act, app_id)) return false;
  return roleFor(permissions, app_id) !== 'story_creator' || creator_id === user_id;
};

/** Whether something was somebody's own act; what staff do on their behalf is not. */
export const isOwnAct = (actor: Actor, userId: string): boolean => actor.id === userId;

import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type FeatureName, hasFeature, storyLimit } from '#contracts/api/plans.ts';
import { type Role, roleFor } from '#contracts/api/roles.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';

/** Who commands, and what their account may use at that moment. */
export interface Author {
  user_id: string;
  role: Role;
  time_zone: string;
  has(feature: FeatureName): boolean;
  /** Stories that one app may hold; -1 is no limit. */
  story_limit: number;
  now: UnixSeconds;
}

/** The author of a command on an app. The caller has checked that there is a role. */
export const authorOf = (principal: Principal, appId: string, now: EpochMs): Author => {
  const seconds = toSeconds(now);
  const { manual_features } = principal;
  const held = { features: entitlement(principal, seconds).features, manual_features };
  return {
    user_id: principal.user_id,
    role: roleFor(principal.permissions, appId)!,
    time_zone: principal.time_zone,
    has: (feature) => hasFeature(held, feature),
    story_limit: storyLimit(held),
    now: seconds,
  };
};

/** True for those whose work waits for approval. */
export const isCreator = ({ role }: Pick<Author, 'role'>): boolean => role === 'story_creator' || role === 'brodcaster';

/** A creator changes only groups of his own. */
export const requireOwn = (author: Author, state: Pick<StoryGroupState, 'user_id'>): void => {
  if (isCreator(author) && state.user_id !== author.user_id) throw new Refusal('PermissionDenied');
};

/** Refuses what the account's plan does not include. */
export const requireUse = (author: Author, feature: FeatureName): void => {
  if (!author.has(feature)) throw new Refusal('FeatureNotAvailable');
};

import type { HeldPlanId } from '../api/plans.ts';
import type { Permissions } from '../api/roles.ts';
import { roles } from '../api/roles.ts';
import type { TrafficJump } from '../app/events.ts';
import type { AppState } from '../app/state.ts';
import type { Cause, Recorded } from '../event.ts';
import type { StoryrailEvent } from '../events.ts';
import type { SdkPlatform } from '../sdk/protocol.ts';
import { livingStories, type StoryGroupState } from '../story-group/state.ts';
import { groupStatus } from '../story-group/status.ts';
import { stoppedWith } from '../story-group/stop.ts';
import { streamId } from '../stream-name.ts';
import type { FreeTime } from '../subscription/events.ts';
import { asksToConfirm } from '../subscription/outside.ts';
import type { ViewerLimitKind } from '../subscription/viewer-limit.ts';
import type { UnixSeconds } from '../time.ts';
import type { UserState } from '../user/state.ts';
import type { NotificationTypeName } from './types.ts';

/** What of a group changed. */
export type NoticedChange =
  | { kind: 'details'; fields: string[] }
  | { kind: 'status'; to: number }
  | { kind: 'story_added' | 'story' | 'story_removed' | 'order' | 'restored' | 'returned' };

/** What a notification needs besides who did it: ids and values of ours, no names. */
export interface NotificationFacts {
  instance_id?: string;
  change?: NoticedChange;
  /** How many stories a group has that waits for approval. */
  stories?: number;
  cap?: number | null;
  /** The cap was one of clicks. */
  clicks?: true;
  /** The story that reached its cap. */
  story_id?: string;
  /** Who invited the person that joined; null where nobody knows. */
  inviter_id?: string | null;
  permissions?: Permissions;
  plan?: HeldPlanId;
  premium?: boolean;
  /** What became of a payment or a plan, and in cents what was to be paid. */
  billing?: {
    kind: 'failed' | 'unconfirmed' | 'ended' | 'unpaid' | 'earned' | FreeTime;
    amount?: number | null;
    ts_end?: UnixSeconds;
  };
  /** Of how many viewers the plan includes, those since the month began. */
  viewers?: { kind: ViewerLimitKind; ts_from: UnixSeconds; mau: number; mau_limit: number };
  /** How much an instance got on a UTC day, and on a usual one. */
  traffic?: Omit<TrafficJump, 'instance_id'>;
  sdk?: { platform: SdkPlatform; version: string; url: string; apps: { app_id: string; version: string }[] };
}

/** What an event tells people of. */
export interface Notice {
  type: NotificationTypeName;
  account_id: string;
  /** The group, person, account or app that it is about. */
  subject_id: string;
  /** The app, or that of the group; null where it is about none. */
  app_id: string | null;
  /** Whose group it is; null where it is about none. */
  creator_id: string | null;
  facts: NotificationFacts;
}

type GroupNotice = Pick<Notice, 'type' | 'facts'>;
const updated = (change: NoticedChange): GroupNotice => ({ type: 'story_group_updated', facts: { change } });
const waiting = (after: StoryGroupState): GroupNotice => ({
  type: 'story_group_waiting',
  facts: { stories: livingStories(after).length, instance_id: after.instance_id },
});

/** Which of a group's caps stopped it: by the cause, else the only one that it has. */
const capped = (after: StoryGroupState, cause: Cause | null): GroupNotice => {
  const { kind, target_cap, click_target_cap } = stoppedWith(after, cause);
  const clicks = kind === 'click' || (!kind && target_cap === null && click_target_cap !== null);
  const facts = clicks ? { cap: click_target_cap, clicks } : { cap: target_cap };
  return { type: 'story_group_capped', facts };
};

const byStatus = (to: number, after: StoryGroupState, cause: Cause | null): GroupNotice => {
  if (to === groupStatus.passive) return waiting(after);
  if (to === groupStatus.capped) return capped(after, cause);
  if (to === groupStatus.ended) return { type: 'story_group_ended', facts: {} };
  return updated({ kind: 'status', to });
};

const ofGroup = (event: Recorded<StoryrailEvent>, after: StoryGroupState): GroupNotice | null => {
  switch (event.type) {
    case 'StoryGroupCreated':
      return event.data.status === groupStatus.passive
        ? waiting(after)
        : { type: 'story_group_created', facts: { instance_id: event.data.instance_id } };
    case 'StoryGroupDetailsChanged':
      return updated({ kind: 'details', fields: Object.keys(event.data) });
    case 'StoryGroupStatusChanged':
      return byStatus(event.data.to, after, event.meta.cause);
    case 'StoryGroupRestored':
      return event.data.to === groupStatus.passive && event.data.from !== groupStatus.passive
        ? waiting(after)
        : updated({ kind: event.data.version === null ? 'returned' : 'restored' });
    case 'StoryGroupDeleted':
      return { type: 'story_group_deleted', facts: {} };
    case 'StoryInactivated': {
      const { cap, story_id } = event.data;
      return cap === undefined ? updated({ kind: 'story' }) : { type: 'story_group_capped', facts: { cap, story_id } };
    }
    case 'StoryAdded':
      return updated({ kind: 'story_added' });
    case 'StoryDeleted':
      return updated({ kind: 'story_removed' });
    case 'StoryChanged':
    case 'StoryActivated':
    case 'StoryRestored':
      return updated({ kind: 'story' });
    case 'StoriesReordered':
      return updated({ kind: 'order' });
    default:
      return null;
  }
};

const ofAccount = (type: NotificationTypeName, account_id: string, facts: NotificationFacts): Notice => ({
  type,
  account_id,
  subject_id: account_id,
  app_id: null,
  creator_id: null,
  facts,
});

const ofApp = (app_id: string) => ({ subject_id: app_id, app_id });

/**
 * What an event tells people of, given its stream's state after it; null for most events. Who joined brings no
 * `inviter_id`: that stands in an event of another stream.
 */
export const noticeOf = (event: Recorded<StoryrailEvent>, after: unknown): Notice | null => {
  const group = after as StoryGroupState;
  const own = ofGroup(event, group);
  if (own) {
    const { id: subject_id, account_id, app_id, user_id: creator_id } = group;
    return { ...own, account_id, subject_id, app_id, creator_id };
  }
  const streamed = streamId(event.meta.stream);
  switch (event.type) {
    case 'InvitationAccepted':
    case 'UserJoinedTeam': {
      const { account_id, permissions } = after as UserState;
      return { ...ofAccount('invitation_accepted', account_id, { permissions }), subject_id: streamed };
    }
    case 'SubscriptionStarted':
    case 'PlanUpgraded':
      return ofAccount('payment', streamed, { plan: event.data.plan });
    case 'PaymentFailed': {
      const { amount, by_person } = event.data;
      if (by_person) return null;
      const kind = asksToConfirm(event.data) ? 'unconfirmed' : 'failed';
      return ofAccount('payment', streamed, { billing: { kind, amount } });
    }
    case 'SubscriptionEnded': {
      const { reason } = event.data;
      // Nobody is left in an account that has ended.
      if (reason === 'account_ended') return null;
      return ofAccount('payment', streamed, { billing: { kind: reason === 'unpaid' ? 'unpaid' : 'ended' } });
    }
    case 'FreeTimeEnding': {
      const { kind, ts_end, amount } = event.data;
      return ofAccount('payment', streamed, { billing: { kind, ts_end, amount } });
    }
    case 'ViewerLimitReached': {
      const { account_id: _, ...viewers } = event.data;
      return ofAccount('payment', streamed, { viewers });
    }
    case 'ReferralEarned':
      return ofAccount('payment', streamed, { billing: { kind: 'earned' } });
    case 'AccountPremiumChanged':
      return ofAccount('payment', streamed, { premium: event.data.premium });
    case 'SdkUpdateAnnounced': {
      const { platform, version, url, apps } = event.data;
      return ofAccount('sdk_update', streamed, { sdk: { platform, version, url, apps } });
    }
    case 'InstanceTrafficJumped': {
      const { instance_id, ...traffic } = event.data;
      const { account_id } = after as AppState;
      return { ...ofAccount('unusual_traffic', account_id, { instance_id, traffic }), ...ofApp(streamed) };
    }
    default:
      return null;
  }
};

/** The roles that somebody has, the strongest first. */
export const rolesIn = (held: Permissions) => roles.filter((role) => held[role]);

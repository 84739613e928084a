import type { Features, PlanFacts } from '#contracts/api/plans.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { InstanceOrder } from '#contracts/instance-order/state.ts';
import type { FoundThing } from '#contracts/report/living.ts';
import type { ReportScope } from '#contracts/report/state.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '../auth/principal.ts';
import type { Db } from '../db/pool.ts';
import type { Trx } from '../db/transaction.ts';

/** A read model that is written in the append's own transaction. Called once per append with the stream's folded state after it. */
export type InlineProjection = (trx: Trx, events: readonly Recorded<StoryrailEvent>[], after: unknown) => Promise<void>;

/** The inline projection of each noun that has one, by the noun of its streams. */
export type InlineProjections = Readonly<Record<string, InlineProjection | null>>;

/** Whether the read rows are locked until the transaction ends: against others' writes (`update`), or only against change (`share`). */
export type RowLock = 'update' | 'share' | 'none';

export interface AccountFacts extends PlanFacts {
  id: string;
  time_zone: string;
  manual_features: Features;
  test_devices: number;
  /** Everybody signs in with a second factor. */
  sms_otp: boolean;
}
export interface UserFacts {
  id: string;
  account_id: string;
  phase: 'invited' | 'member' | 'cancelled' | 'ended';
  verified: boolean;
  staff: boolean;
  ts_registration: UnixSeconds;
  /** When the e-mail was shown to be theirs; null: never. */
  ts_verification: UnixSeconds | null;
  permissions: Permissions;
  email_ref: string | null;
  /** Staff let nobody sign in as them. */
  disabled: boolean;
}
export interface AppFacts {
  id: string;
  account_id: string;
  title: string;
  store_type: string;
  /** Stories of the app that are not deleted, in groups that are not archived. */
  story_count: number;
}
export interface InstanceFacts {
  id: string;
  app_id: string;
  account_id: string;
  title: string;
  token: string;
  is_default: boolean;
}
export interface GroupFacts {
  id: string;
  account_id: string;
  app_id: string;
  instance_id: string;
  user_id: string | null;
  status: number;
  type: string;
}

/**
 * What commands may know of other streams, read from the catalog inside their own transaction, so never stale.
 * A read that takes an account answers nothing of another one: what belongs to that is null, like what does not exist.
 * Locks are taken on the owner's row: account before app before instance.
 */
export interface Facts {
  /** The person behind a session that has not ended or expired and whose user is a member who is not disabled; else null. */
  principal(on: Pick<Trx, 'client'> | Pick<Db, 'pool'>, sessionId: string): Promise<Principal | null>;
  account(trx: Trx, accountId: string, lock: RowLock): Promise<AccountFacts | null>;
  user(trx: Trx, userId: string): Promise<UserFacts | null>;
  /** Members and open invitations of an account. */
  team(trx: Trx, accountId: string): Promise<UserFacts[]>;
  /** How many seats members and the invitations that can still be accepted take, and the invitations that are over. */
  takenSeats(trx: Trx, accountId: string, now: UnixSeconds): Promise<{ taken: number; over: ReadonlySet<string> }>;
  app(trx: Trx, accountId: string, appId: string, lock: RowLock): Promise<AppFacts | null>;
  /** Those of some apps that the account has, none of which is deleted before the transaction ends. */
  heldApps(trx: Trx, accountId: string, appIds: readonly string[]): Promise<string[]>;
  /** Ids of the account's apps, the newest first, at most `limits.bulk`. */
  apps(trx: Trx, accountId: string): Promise<string[]>;
  instance(trx: Trx, accountId: string, instanceId: string): Promise<InstanceFacts | null>;
  /** The Default instance of an app. */
  defaultInstance(trx: Trx, accountId: string, appId: string): Promise<InstanceFacts | null>;
  group(trx: Trx, accountId: string, groupId: string): Promise<GroupFacts | null>;
  /** The apps with a group that is not deleted and is for a list of viewers (the key of its file), and whether the account's profile keeps it. */
  listUse(trx: Trx, accountId: string, key: string): Promise<{ apps: string[]; kept: boolean }>;
  /** Fails the transaction with a StaleRead, before COMMIT, unless the instance is there and neither it nor its app is deleted. */
  instanceLives(trx: Trx, instanceId: string): void;
  /** The group that holds a story, deleted ones included. */
  groupOfStory(trx: Trx, accountId: string, storyId: string): Promise<GroupFacts | null>;
  /** The components that a story ever had published, those that were removed included. */
  publishedComponents(trx: Trx, storyId: string): Promise<PublishedComponent[]>;
  /**
   * Makes whatever changes an instance's order (moves, pins, new and deleted groups) wait for each other, across
   * processes. To be called before the command locks a row or writes: only then do their transaction ids, by which the
   * log is read, come in the order in which they changed the order.
   */
  queueForOrder(trx: Trx, instanceId: string): Promise<void>;
  /** Those of an account's apps, instances and groups that are not deleted, nor in anything that is. */
  things(trx: Trx, accountId: string, ids: ReportScope): Promise<FoundThing[]>;
  /** How many reports of the account are mailed, and how many of these a user made. */
  runningReports(trx: Trx, accountId: string, userId: string): Promise<{ all: number; own: number }>;
  /** How many templates the account keeps. */
  templates(trx: Trx, accountId: string): Promise<number>;
  /** How many groups an instance holds that are not deleted. */
  groupsIn(trx: Trx, instanceId: string): Promise<number>;
  /** The order of an instance's groups, locked until the transaction ends. */
  order(trx: Trx, instanceId: string): Promise<InstanceOrder>;
}

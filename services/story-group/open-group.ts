import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type FeatureName, hasFeature, storyLimit } from '#contracts/api/plans.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { type Act, type Role, roleFor } from '#contracts/api/roles.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import type { GroupFacts } from '#kernel/commands/facts.ts';
import { type LoadedStream, load, loadCached } from '#kernel/commands/streams.ts';

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

/** Where a request says its thing lies; checked, not believed. */
export interface ParentIds {
  app_id?: string | null | undefined;
  instance_id?: string | null | undefined;
  story_group_id?: string | null | undefined;
}

/** A group that a command may work on. */
export interface AuthorizedGroup {
  me: Principal;
  author: Author;
  group: GroupFacts;
}

const lies = (group: GroupFacts, place: ParentIds): boolean =>
  (place.app_id ?? group.app_id) === group.app_id &&
  (place.instance_id ?? group.instance_id) === group.instance_id &&
  (place.story_group_id ?? group.id) === group.id;

const opened = (
  trx: CommandTrx,
  me: Principal,
  group: GroupFacts | null,
  act: Act,
  place: ParentIds,
): AuthorizedGroup => {
  if (!group || !lies(group, place)) throw new Refusal('NotFound');
  requireAct(me, act, group.app_id);
  return { me, author: authorOf(me, group.app_id, trx.context.now), group: group };
};

/** Finds a group of the account and checks the act on its app: 404 for what is missing, elsewhere or unseen, 403 for what the role forbids. */
export const openGroup = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  act: Act,
  place: ParentIds = {},
): Promise<AuthorizedGroup> => {
  const [me, group] = await trx.together([
    currentPrincipal(trx, principal),
    trx.kernel.facts.group(trx, principal.account_id, groupId),
  ]);
  return opened(trx, me, group, act, place);
};

/**
 * Opens a group together with its stream. What this process remembers of the group is enough at first, if the session was
 * confirmed less than a second ago: the append proves the stream, a statement beside it that the instance still lives.
 */
export const openGroupStream = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  act: Act,
  place: ParentIds = {},
): Promise<[AuthorizedGroup, LoadedStream<StoryGroupState>]> => {
  const stream = `storyGroup-${groupId}`;
  const known = loadCached<StoryGroupState>(trx, stream);
  if (!known) return trx.together([openGroup(trx, principal, groupId, act, place), load<StoryGroupState>(trx, stream)]);
  const { account_id, app_id, instance_id, user_id, status, type } = known.state;
  if (account_id !== principal.account_id) throw new Refusal('NotFound');
  trx.kernel.facts.instanceLives(trx, instance_id);
  const found = { id: groupId, account_id, app_id, instance_id, user_id, status, type };
  return [opened(trx, principal, found, act, place), known];
};

/** Like `openGroup`, by one of the group's stories. */
export const openGroupOfStory = async (
  trx: CommandTrx,
  principal: Principal,
  storyId: string,
  act: Act,
  place: ParentIds = {},
): Promise<AuthorizedGroup> => {
  const [me, group] = await trx.together([
    currentPrincipal(trx, principal),
    trx.kernel.facts.groupOfStory(trx, principal.account_id, storyId),
  ]);
  return opened(trx, me, group, act, place);
};

/** The stream of an opened group. */
export const loadGroup = (trx: CommandTrx, { group }: AuthorizedGroup): Promise<LoadedStream<StoryGroupState>> =>
  load<StoryGroupState>(trx, `storyGroup-${group.id}`);

const groupFields = new Set<string>(['StoryGroupDetailsChanged', 'StoryGroupStatusChanged', 'StoryGroupDeleted']);

/** Whether an event touched the group's own fields; a restore may have brought back stories alone. */
export const touchesGroup = (event: StoryrailEvent): boolean =>
  event.type === 'StoryGroupRestored'
    ? event.data.from !== event.data.to || Object.keys(event.data.content).length > 0
    : groupFields.has(event.type);

/** Whether an event touched one story. */
export const touchesStory =
  (storyId: string) =>
  (event: StoryrailEvent): boolean => {
    if (event.type === 'StoryAdded') return event.data.story.id === storyId;
    if (event.type === 'StoryGroupRestored') return event.data.stories.some((story) => story.story_id === storyId);
    return 'story_id' in event.data && event.data.story_id === storyId;
  };

import { isDeepStrictEqual } from 'node:util';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { FeatureName } from '#contracts/api/plans.ts';
import { comesBefore } from '#contracts/sdk/app-version.ts';
import type { GroupContent, GroupSettings, StoryGroupEvent } from '#contracts/story-group/events.ts';
import { onlyTakesLabels } from '#contracts/story-group/labels.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, leavesFrom, transitionRefusal } from '#contracts/story-group/status.ts';
import { isCapOpen, type StoppedCaps } from '#contracts/story-group/stop.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Author } from '../open-group.ts';
import { isBeforeYesterday } from './dates.ts';

/** Fields of a group that a command sets; files are keys of the store. */
export type GroupChanges = Partial<Omit<GroupContent, 'settings'>> & { settings?: Partial<GroupSettings> };

/** Commands on a group itself. */
export type GroupCommand =
  | {
      type: 'CreateGroup';
      account_id: string;
      app_id: string;
      instance_id: string;
      fields: GroupChanges & Pick<GroupContent, 'title' | 'icon' | 'ts_start'>;
      status?: number | undefined;
    }
  | { type: 'ChangeGroup'; fields: GroupChanges; status?: number | undefined }
  | { type: 'DeleteGroup' };

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

/** What the rules need to know beyond the group. */
export interface GroupFactsIn {
  author: Author;
  /** Devices on which test groups show. */
  test_devices: number;
  /** The caps with which the group was stopped; null when no cap stopped it. */
  stopped_caps: StoppedCaps | null;
}

const withFields = (state: StoryGroupState, { settings, ...fields }: GroupChanges): StoryGroupState => ({
  ...state,
  ...fields,
  settings: { ...state.settings, ...settings },
});

/** The fields of a group that are its content. */
export const contentKeys = [
  'title',
  'icon',
  'ts_start',
  'ts_end',
  'segments',
  'target_cap',
  'click_target_cap',
  'cta_macro',
  'settings',
] as const;

const contentOf = (state: StoryGroupState): GroupContent =>
  Object.fromEntries(contentKeys.map((key) => [key, state[key]])) as unknown as GroupContent;

const setsViewers = (before: StoryGroupState | null, { settings }: StoryGroupState): string[] =>
  isDeepStrictEqual(before?.settings.dynamic_segmentation ?? null, settings.dynamic_segmentation ?? null)
    ? []
    : ['viewer_list'];

const changedKeys = (before: StoryGroupState, after: StoryGroupState) =>
  new Set(contentKeys.filter((key) => !isDeepStrictEqual(before[key], after[key])));

const checkDates = (changed: ReadonlySet<string>, after: StoryGroupState, author: Author): void => {
  if (changed.has('ts_start') && isBeforeYesterday(after.ts_start, author.now, author.time_zone))
    throw invalidField('ts_start', storyGroupWords.startTooEarly);
  const touched = changed.has('ts_start') || changed.has('ts_end');
  if (touched && after.ts_end !== null && after.ts_end <= after.ts_start)
    throw invalidField('ts_end', storyGroupWords.endBeforeStart);
};

const checkVersions = ({ settings }: StoryGroupState): void => {
  const { min_version, max_version } = settings.app_version_targeting ?? {};
  if (min_version && max_version && comesBefore(max_version, min_version))
    throw invalidField('settings.app_version_targeting.max_version', storyGroupWords.versionsBackwards);
};

/**
 * Checks a group as it would become; `changed` names the fields that are new to it, and `viewer_list` where that is. What is
 * left of the labels that it has, `labelled`, is nothing new.
 */
export const checkContent = (
  changed: ReadonlySet<string>,
  after: StoryGroupState,
  author: Author,
  labelled: StoryGroupState['segments'] = [],
): void => {
  checkDates(changed, after, author);
  if (changed.has('settings')) checkVersions(after);
  const labels = changed.has('segments') && !onlyTakesLabels(labelled, after.segments);
  const viewers = changed.has('viewer_list') && after.settings.dynamic_segmentation;
  if (labels || viewers) requireUse(author, 'segmented_stories');
};

/** Checks one transition by the table in contracts; what it does not name is not allowed. */
const requireTransition = (from: number, to: number, after: StoryGroupState, facts: GroupFactsIn): void => {
  const refusal = transitionRefusal(leavesFrom(from, after.stopped ?? null, to), to, {
    by: isCreator(facts.author) ? 'creator' : 'publisher',
    capOpen: isCapOpen(after, facts.stopped_caps),
    endAhead: after.ts_end === null || after.ts_end > facts.author.now,
    testDevices: facts.test_devices > 0,
  });
  if (refusal) throw new Refusal(refusal);
};

const createGroup = (
  command: Extract<GroupCommand, { type: 'CreateGroup' }>,
  state: StoryGroupState,
  facts: GroupFactsIn,
): StoryGroupEvent[] => {
  const { author } = facts;
  const after = withFields(state, command.fields);
  checkContent(new Set([...contentKeys, ...setsViewers(null, after)]), after, author);
  const status = isCreator(author) ? groupStatus.passive : (command.status ?? groupStatus.active);
  if (status === groupStatus.test && facts.test_devices === 0) throw new Refusal('NoTestDevices');
  const { account_id, app_id, instance_id } = command;
  return [
    {
      type: 'StoryGroupCreated',
      data: { ...contentOf(after), account_id, app_id, instance_id, user_id: author.user_id, type: 'manual', status },
    },
  ];
};

const deleteGroup = (state: StoryGroupState, facts: GroupFactsIn): StoryGroupEvent[] => {
  if (isCreator(facts.author)) throw new Refusal('PermissionDenied');
  if (state.status === groupStatus.archived) return [];
  requireTransition(state.status, groupStatus.archived, state, facts);
  return [{ type: 'StoryGroupDeleted', data: { from: state.status } }];
};

/** The status that a change leads to: a creator's every save waits for approval, and he may ask for nothing else. */
const wantedStatus = (
  command: Extract<GroupCommand, { type: 'ChangeGroup' }>,
  { author }: GroupFactsIn,
): number | undefined => {
  if (!isCreator(author)) return command.status;
  if (command.status !== undefined && command.status !== groupStatus.passive) throw new Refusal('PermissionDenied');
  return Object.keys(command.fields).length > 0 ? groupStatus.passive : command.status;
};

const changeGroup = (
  command: Extract<GroupCommand, { type: 'ChangeGroup' }>,
  state: StoryGroupState,
  facts: GroupFactsIn,
): StoryGroupEvent[] => {
  const wanted = wantedStatus(command, facts);
  if (state.status === groupStatus.archived) {
    if (wanted === groupStatus.archived) return [];
    throw new Refusal(command.status === undefined ? 'NotFound' : 'TransitionNotAllowed');
  }
  const after = withFields(state, command.fields);
  const changed = changedKeys(state, after);
  if (changed.has('icon') && command.fields.settings?.is_unpublished === undefined && after.settings.is_unpublished) {
    after.settings = { ...after.settings, is_unpublished: false };
    changed.add('settings');
  }
  checkContent(new Set([...changed, ...setsViewers(state, after)]), after, facts.author, state.segments);
  const events: StoryGroupEvent[] = [];
  if (changed.size > 0)
    events.push({
      type: 'StoryGroupDetailsChanged',
      data: Object.fromEntries([...changed].map((key) => [key, after[key]])),
    });
  if (wanted === groupStatus.archived) return [...events, ...deleteGroup(state, facts)];
  if (wanted !== undefined && wanted !== state.status) {
    requireTransition(state.status, wanted, after, facts);
    events.push({ type: 'StoryGroupStatusChanged', data: { from: state.status, to: wanted } });
  }
  return events;
};

/** What a command does to a group: its events, none when nothing changes, or a refusal. */
export const decideGroup = (command: GroupCommand, state: StoryGroupState, facts: GroupFactsIn): StoryGroupEvent[] => {
  if (command.type === 'CreateGroup') return createGroup(command, state, facts);
  if (!state.exists) throw new Refusal('NotFound');
  requireOwn(facts.author, state);
  switch (command.type) {
    case 'ChangeGroup':
      return changeGroup(command, state, facts);
    case 'DeleteGroup':
      return deleteGroup(state, facts);
  }
};

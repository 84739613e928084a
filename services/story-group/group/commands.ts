import { v7 as uuidv7 } from 'uuid';
import { checkAccount } from '#contracts/api/addressed-ids.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { Act } from '#contracts/api/roles.ts';
import type { ChangeStoryGroup, CreateStoryGroup } from '#contracts/story-group/commands.ts';
import type { GroupSettings, StoryGroupEvent } from '#contracts/story-group/events.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { type LoadedStream, load, requireUnchanged, save } from '#kernel/commands/streams.ts';
import { readStream } from '#kernel/event-store/read.ts';
import { resolveCover, resolveListFor } from '#kernel/media/media.ts';
import {
  type AuthorizedGroup,
  authorOf,
  loadGroup,
  openGroup,
  openGroupStream,
  type ParentIds,
  touchesGroup,
} from '../open-group.ts';
import { requireRoom } from '../require-room.ts';
import { decideGroup, type GroupChanges, type GroupFactsIn } from './decide.ts';
import { stoppedCaps } from './stopped-caps.ts';

type Fields = Omit<ChangeStoryGroup, 'status' | 'type' | 'id' | 'story_group_id' | 'app_id' | 'instance_id'>;

const cover = async (trx: CommandTrx, accountId: string, url: string, path: string, present: string | null) =>
  present !== null && mediaKeyOf(url) === present ? present : resolveCover(trx, accountId, url, path);

const darkIcon = async (
  trx: CommandTrx,
  given: { dark?: string | null | undefined } | null,
  state: StoryGroupState,
) => {
  if (!given?.dark) return null;
  const present = state.settings.thematic_icons?.dark ?? null;
  return { dark: await cover(trx, trx.context.account_id!, given.dark, 'settings.thematic_icons.dark', present) };
};

const viewerList = async (
  trx: CommandTrx,
  me: Principal,
  given: { name: string; path: string },
  state: StoryGroupState,
) => {
  const present = state.settings.dynamic_segmentation;
  if (present && present.name === given.name && mediaKeyOf(given.path) === present.path) return present;
  return resolveListFor(trx, trx.kernel, me, 'choose', given);
};

const settingsOf = async (
  trx: CommandTrx,
  me: Principal,
  given: NonNullable<Fields['settings']>,
  state: StoryGroupState,
): Promise<Partial<GroupSettings>> => {
  const { app_version_targeting: versions, thematic_icons: icons, description, ...flags } = given;
  const { dynamic_segmentation: list } = flags;
  const found: Partial<GroupSettings> = {};
  if (versions !== undefined) {
    const range = { min_version: versions?.min_version ?? null, max_version: versions?.max_version ?? null };
    found.app_version_targeting = range.min_version === null && range.max_version === null ? null : range;
  }
  if (icons !== undefined) found.thematic_icons = await darkIcon(trx, icons, state);
  if (description !== undefined) found.description = description ?? '';
  if (list !== undefined) found.dynamic_segmentation = list && (await viewerList(trx, me, list, state));
  if (flags.is_unpublished !== undefined) found.is_unpublished = flags.is_unpublished;
  if (flags.is_mobile !== undefined) found.is_mobile = flags.is_mobile;
  return found;
};

/** The fields of a request as the decider takes them: files found among the account's uploads, null labels as none. */
const fieldsOf = async (
  trx: CommandTrx,
  me: Principal,
  given: Fields,
  state: StoryGroupState,
): Promise<GroupChanges> => {
  const { icon, segments, settings, account_id: _account, user_id: _user, ...plain } = given;
  const fields: GroupChanges = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (icon !== undefined)
    fields.icon = await cover(trx, trx.context.account_id!, icon, 'icon', state.exists ? state.icon : null);
  if (segments !== undefined) fields.segments = segments ?? [];
  if (settings !== undefined) {
    const found = await settingsOf(trx, me, settings, state);
    if (Object.keys(found).length > 0) fields.settings = found;
  }
  return fields;
};

const testDevices = async (trx: CommandTrx, accountId: string, status: number | undefined): Promise<number> =>
  status === groupStatus.test ? ((await trx.kernel.facts.account(trx, accountId, 'share'))?.test_devices ?? 0) : 0;

const instanceFor = async (trx: CommandTrx, accountId: string, appId: string, instanceId: string | undefined) => {
  const { facts } = trx.kernel;
  const wanted = instanceId ?? (await facts.defaultInstance(trx, accountId, appId))?.id;
  if (!wanted) throw new Refusal('NotFound');
  await facts.queueForOrder(trx, wanted);
  // Held against deletion of the app and of its instances until the group is in.
  if (!(await facts.app(trx, accountId, appId, 'share'))) throw new Refusal('NotFound');
  const found = await facts.instance(trx, accountId, wanted);
  if (!found || found.app_id !== appId) throw new Refusal('NotFound');
  return found.id;
};

/** Makes a group in an instance of an app (its Default one when none is named). */
export const createGroup = async (
  trx: CommandTrx,
  principal: Principal,
  body: CreateStoryGroup,
): Promise<CommandAnswer> => {
  const { app_id, instance_id, status, type: _, ...given } = body;
  checkAccount(principal, given.account_id);
  const me = await currentPrincipal(trx, principal);
  requireAct(me, 'storyGroup.edit', app_id);
  const instance = await instanceFor(trx, me.account_id, app_id, instance_id);
  const test_devices = await testDevices(trx, me.account_id, status);
  const id = uuidv7();
  const group = await load<StoryGroupState>(trx, `storyGroup-${id}`);
  const { title, icon, ts_start, ...more } = await fieldsOf(trx, me, given, group.state);
  const fields = { ...more, title: title!, icon: icon!, ts_start: ts_start! };
  const facts: GroupFactsIn = { author: authorOf(me, app_id, trx.context.now), test_devices, stopped_caps: null };
  const place = { account_id: me.account_id, app_id, instance_id: instance };
  const events = decideGroup({ type: 'CreateGroup', ...place, fields, status }, group.state, facts);
  await requireRoom(trx, instance, events);
  const { version } = await save(trx, group, events);
  return { status: 201, data: { story_group_id: id, version } };
};

const factsFor = async (
  trx: CommandTrx,
  { me, author, group }: AuthorizedGroup,
  state: StoryGroupState,
  status: number | undefined,
): Promise<GroupFactsIn> => ({
  author,
  test_devices: await testDevices(trx, me.account_id, status),
  stopped_caps:
    state.stopped === groupStatus.capped ? stoppedCaps(await readStream(trx.client, `storyGroup-${group.id}`)) : null,
});

const statusEvents: readonly StoryGroupEvent['type'][] = [
  'StoryGroupStatusChanged',
  'StoryGroupDeleted',
  'StoryActivated',
  'StoryInactivated',
  'StoryDeleted',
];
/** Whether events change the status of their group or story. */
export const changesStatus = (events: readonly StoryGroupEvent[]): boolean =>
  events.some(({ type }) => statusEvents.includes(type));

/** What a change of a group or story answers; `changed` says whether anything was. */
export interface ChangeResult {
  version: number;
  changed: boolean;
  /** Whether the status did. */
  moved: boolean;
}

/** Opens a group that is to leave the order of its instance, once that is its turn. */
const openLeaving = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  act: Act,
  place: ParentIds,
): Promise<[AuthorizedGroup, LoadedStream<StoryGroupState>]> => {
  const opened = await openGroup(trx, principal, groupId, act, place);
  await trx.kernel.facts.queueForOrder(trx, opened.group.instance_id);
  return [opened, await loadGroup(trx, opened)];
};

/** Changes fields and status of a group; with `ifMatch` only if nobody changed its own fields since that version. */
export const changeGroup = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  body: Omit<ChangeStoryGroup, 'id' | 'story_group_id'>,
  ifMatch: number | null,
): Promise<ChangeResult> => {
  const { app_id, instance_id, status, type: _, ...given } = body;
  checkAccount(principal, given.account_id);
  const open = status === groupStatus.archived ? openLeaving : openGroupStream;
  const [opened, group] = await open(trx, principal, groupId, 'storyGroup.edit', { app_id, instance_id });
  await requireUnchanged(trx, group.stream, ifMatch, touchesGroup);
  const fields = await fieldsOf(trx, opened.me, given, group.state);
  const facts = await factsFor(trx, opened, group.state, status);
  const events = decideGroup({ type: 'ChangeGroup', fields, status }, group.state, facts);
  const { version } = await save(trx, group, events);
  return { version, changed: events.length > 0, moved: changesStatus(events) };
};

/** Deletes a group: it is archived, and leaves all lists and its place in the order. */
export const deleteGroup = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  place: ParentIds = {},
): Promise<ChangeResult> => {
  const [opened, group] = await openLeaving(trx, principal, groupId, 'storyGroup.publish', place);
  const facts: GroupFactsIn = { author: opened.author, test_devices: 0, stopped_caps: null };
  const events = decideGroup({ type: 'DeleteGroup' }, group.state, facts);
  const { version } = await save(trx, group, events);
  return { version, changed: events.length > 0, moved: changesStatus(events) };
};

/** Whether a change asks for nothing but a status. */
export const isStatusOnly = (body: ChangeStoryGroup): boolean => {
  const {
    status,
    type: _t,
    id: _i,
    story_group_id: _g,
    app_id: _a,
    instance_id: _n,
    account_id: _c,
    user_id: _u,
    ...rest
  } = body;
  return status !== undefined && Object.values(rest).every((value) => value === undefined);
};

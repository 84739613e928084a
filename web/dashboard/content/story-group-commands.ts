import type { BulkResult } from '#contracts/api/envelope.ts';
import { limits } from '#contracts/api/limits.ts';
import type { ChangeStoryGroup, CreateStoryGroup } from '#contracts/story-group/commands.ts';
import { type GroupStatus, groupStatus } from '#contracts/story-group/status.ts';
import { ApiError } from '../api/error.ts';
import { http, newKey } from '../api/http.ts';

/** What a command on one group answers. */
export interface GroupSaved {
  story_group_id: string;
  version: number;
}

/** How a command is sent: `ifMatch` is the version that was read, `key` makes a repeated try safe. */
export interface CommandOptions {
  ifMatch?: number | undefined;
  key?: string | undefined;
}

/** The fields of a group that a change may name. */
export type GroupChange = Omit<ChangeStoryGroup, 'id' | 'story_group_id'>;

const send = ({ ifMatch, key = newKey() }: CommandOptions = {}) => ({
  idempotencyKey: key,
  ...(ifMatch === undefined ? {} : { ifMatch: `"${ifMatch}"` }),
});

/**
 * Sends as many groups at a time as one request may name. What a whole request was refused for stands at each of its
 * groups; when that was all, it is thrown.
 */
async function inRequests<Group extends { id: string }>(
  groups: readonly Group[],
  sendPart: (part: readonly Group[]) => Promise<BulkResult>,
): Promise<BulkResult> {
  const done: BulkResult = { changed: [], refused: [] };
  let first: unknown = null;
  for (let at = 0; at < groups.length; at += limits.bulk) {
    const part = groups.slice(at, at + limits.bulk);
    try {
      const { changed, refused } = await sendPart(part);
      done.changed.push(...changed);
      done.refused.push(...refused);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      first ??= error;
      done.refused.push(...part.map(({ id }) => ({ id, code: error.code, message: error.message })));
    }
  }
  if (first && done.changed.length === 0) throw first;
  return done;
}

const change = (groupId: string, changes: GroupChange, options?: CommandOptions) =>
  http.patch<GroupSaved>('/n/story_group', changes, { ...send(options), query: { story_group_id: groupId } });

const withStatus = (status: GroupStatus) => (groupId: string, options?: CommandOptions) =>
  change(groupId, { status }, options);

const pin = (groupId: string) =>
  http.post<{ story_group_id: string; pinned: boolean }>('/story_group/pin', { story_group_id: groupId }, send());

/** Every act on story groups, one method each; all throw ApiError. */
export const storyGroupCommands = {
  createStoryGroup: (fields: CreateStoryGroup, options?: CommandOptions) =>
    http.post<GroupSaved>('/n/story_group', fields, send(options)),
  changeStoryGroup: change,
  activateStoryGroup: withStatus(groupStatus.active),
  inactivateStoryGroup: withStatus(groupStatus.inactive),
  approveStoryGroup: withStatus(groupStatus.active),
  makeTestStoryGroup: withStatus(groupStatus.test),
  setStoryGroupStatus: (groupId: string, status: number) => withStatus(status as GroupStatus)(groupId),
  deleteStoryGroup: (groupId: string, appId: string) =>
    http.delete<GroupSaved>('/story_group', { story_group_id: groupId, app_id: appId }, send()),
  /** Brings a deleted group back as an inactive one (waiting for approval for a creator). */
  restoreStoryGroup: (groupId: string) =>
    http.post<GroupSaved>('/story_group/restore', { story_group_id: groupId }, send()),
  /** Pins an unpinned group and unpins a pinned one. */
  togglePinOfStoryGroup: pin,
  /** `order` holds the ids as people should see them, `movedId` is the one that went to another place. */
  sortStoryGroups: (appId: string, instanceId: string, order: string[], movedId: string) =>
    http.post<{ instance_id: string; moved: number }>(
      '/story_group/sort',
      { app_id: appId, instance_id: instanceId, order, moved: movedId },
      send(),
    ),
  changeStoryGroups: (groups: { id: string; status: number; app_id: string }[]) =>
    inRequests(groups, (part) => http.patch<BulkResult>('/story_group/multiple', { story_groups: part }, send())),
  deleteStoryGroups: (groups: readonly { id: string }[]) =>
    inRequests(groups, (part) => {
      const ids = part.map((one) => one.id).join(',');
      return http.delete<BulkResult>('/story_group/multiple', { story_groups: ids }, send());
    }),
} as const;

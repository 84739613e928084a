import type { BulkResult } from '#contracts/api/envelope.ts';
import type { ChangeStoryGroup, CreateStoryGroup } from '#contracts/story-group/commands.ts';
import { type GroupStatus, groupStatus } from '#contracts/story-group/status.ts';
import { asCommand, call, http } from '../api/http.ts';
import { inRequests } from '../api/in-requests.ts';

/** What a command on one group answers. */
export interface GroupSaved {
  story_group_id: string;
  version: number;
}

/** The fields of a group that a change may name. */
export type GroupChange = Omit<ChangeStoryGroup, 'id' | 'story_group_id'>;

const change = (groupId: string, changes: GroupChange, key: string, version?: number) =>
  http.patch<GroupSaved>('/n/story_group', changes, { ...asCommand(key, version), query: { story_group_id: groupId } });

const withStatus = (status: GroupStatus) => (groupId: string, key: string) => change(groupId, { status }, key);

/** Every act on story groups, one method each, sent under the key of the act; all throw ApiError. */
export const storyGroupCommands = {
  createStoryGroup: (fields: CreateStoryGroup, key: string) =>
    http.post<GroupSaved>('/n/story_group', fields, asCommand(key)),
  /** Refused when the group is no longer at `version`. */
  changeStoryGroup: (groupId: string, changes: GroupChange, version: number, key: string) =>
    change(groupId, changes, key, version),
  activateStoryGroup: withStatus(groupStatus.active),
  inactivateStoryGroup: withStatus(groupStatus.inactive),
  testStoryGroup: withStatus(groupStatus.test),
  deleteStoryGroup: (groupId: string, appId: string, key: string) =>
    http.delete<GroupSaved>('/story_group', { story_group_id: groupId, app_id: appId }, asCommand(key)),
  /** Brings a deleted group back as an inactive one (waiting for approval for a creator). */
  restoreStoryGroup: (groupId: string, key: string) =>
    http.post<GroupSaved>('/story_group/restore', { story_group_id: groupId }, asCommand(key)),
  /** Brings back what a group, or one of its stories, was at a version (null: what was deleted); with the server's message. */
  restoreVersion: (groupId: string, version: number | null, storyId: string | null, key: string) =>
    call<GroupSaved>('POST', '/story_group/restore', {
      ...asCommand(key),
      body: {
        story_group_id: groupId,
        ...(version === null ? {} : { version }),
        ...(storyId === null ? {} : { story_id: storyId }),
      },
    }),
  /** Pins an unpinned group and unpins a pinned one. */
  togglePinOfStoryGroup: (groupId: string, key: string) =>
    http.post<{ story_group_id: string; pinned: boolean }>(
      '/story_group/pin',
      { story_group_id: groupId },
      asCommand(key),
    ),
  /** `order` holds the ids as people should see them, `movedId` is the one that went to another place. */
  sortStoryGroups: (appId: string, instanceId: string, order: string[], movedId: string, key: string) =>
    http.post<{ instance_id: string; moved: number }>(
      '/story_group/sort',
      { app_id: appId, instance_id: instanceId, order, moved: movedId },
      asCommand(key),
    ),
  changeStoryGroups: (groups: readonly { id: string; status: number; app_id: string }[], key: string) =>
    inRequests(groups, key, (part, partKey) =>
      http.patch<BulkResult>('/story_group/multiple', { story_groups: part }, asCommand(partKey)),
    ),
  deleteStoryGroups: (groups: readonly { id: string }[], key: string) =>
    inRequests(groups, key, (part, partKey) => {
      const ids = part.map((one) => one.id).join(',');
      return http.delete<BulkResult>('/story_group/multiple', { story_groups: ids }, asCommand(partKey));
    }),
} as const;

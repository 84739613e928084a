import type { BulkResult } from '#contracts/api/envelope.ts';
import type { RestingRule } from '#contracts/story-group/resting-rules.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { ChangeStory } from '#contracts/story-group/story-commands.ts';
import { asCommand, call } from '../../api/http.ts';

const status = (on: boolean) => (on ? storyStatus.active : storyStatus.inactive);

/** Every act on stories, one method each, sent under the key of the act; they answer the server's message, too, and throw ApiError. */
export const storyCommands = {
  /** Refused when the story is no longer at `version`. */
  changeStory: (storyId: string, changes: ChangeStory, version: number, key: string) =>
    call<unknown>('PATCH', '/story', { ...asCommand(key, version), body: { story_id: storyId, ...changes } }),
  switchStory: (storyId: string, on: boolean, key: string) =>
    call<unknown>('PATCH', '/story', { ...asCommand(key), body: { story_id: storyId, status: status(on) } }),
  switchStories: (ids: readonly string[], on: boolean, key: string) =>
    call<BulkResult>('PATCH', '/story/multiple', {
      ...asCommand(key),
      body: { stories: ids.map((id) => ({ id, status: status(on) })) },
    }),
  deleteStory: (storyId: string, key: string) =>
    call<unknown>('DELETE', '/story', { ...asCommand(key), body: { story_id: storyId } }),
  deleteStories: (ids: readonly string[], key: string) =>
    call<BulkResult>('DELETE', '/story/multiple', { ...asCommand(key), body: { stories: ids } }),
  /** `order` holds the ids as people should see them, `movedId` is the one that went to another place. */
  sortStories: (groupId: string, order: readonly string[], movedId: string, key: string) =>
    call<{ resting: RestingRule[] }>('POST', '/story/sort', {
      ...asCommand(key),
      body: { story_group_id: groupId, order, moved: movedId },
    }),
} as const;

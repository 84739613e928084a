import { Refusal } from '#contracts/api/errors.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { LoadedStream } from '#kernel/commands/streams.ts';
import { requireOwn } from '../group/decide.ts';
import { type AuthorizedGroup, loadGroup, openGroup, openGroupOfStory } from '../open-group.ts';

/** A group whose stories somebody may draw, with its stream. */
export interface OpenedGroup extends AuthorizedGroup {
  stream: LoadedStream<StoryGroupState>;
}

/** Loads an opened group; 404 where it is deleted, 403 where it is not a creator's own. */
export const loadOpened = async (trx: CommandTrx, opened: AuthorizedGroup): Promise<OpenedGroup> => {
  const stream = await loadGroup(trx, opened);
  if (!stream.state.exists || stream.state.status === groupStatus.archived) throw new Refusal('NotFound');
  requireOwn(opened.author, stream.state);
  return { ...opened, stream };
};

/** Opens a group to draw in it. */
export const openForDrafts = async (trx: CommandTrx, principal: Principal, groupId: string): Promise<OpenedGroup> =>
  loadOpened(trx, await openGroup(trx, principal, groupId, 'storyGroup.edit'));

/** An opened group with one of its stories; `story` is null while it is only drawn. */
export interface OpenedStory extends OpenedGroup {
  story: StoryState | null;
}

/** The published story of a group, or null; 404 where it is deleted. */
export const publishedStory = ({ stream }: OpenedGroup, storyId: string): StoryState | null => {
  const found = stream.state.stories.find(({ id }) => id === storyId);
  if (!found) return null;
  if (!livingStories(stream.state).includes(found)) throw new Refusal('NotFound');
  return found;
};

/** Opens the group of a story that is published or drawn; 404 for one that is neither, deleted, or another account's. */
export const openStoryForDraft = async (
  trx: CommandTrx,
  principal: Principal,
  storyId: string,
): Promise<OpenedStory> => {
  const { rows } = await trx.client.query<{ story_group_id: string }>({
    name: 'group-of-draft',
    text: 'select story_group_id from story_draft where story_id = $1 and account_id = $2',
    values: [storyId, principal.account_id],
  });
  const drawn = rows[0]?.story_group_id;
  const opened = drawn
    ? await openGroup(trx, principal, drawn, 'storyGroup.edit')
    : await openGroupOfStory(trx, principal, storyId, 'storyGroup.edit');
  const group = await loadOpened(trx, opened);
  return { ...group, story: publishedStory(group, storyId) };
};

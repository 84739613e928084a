import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { newlyResting, type RestingRule } from '#contracts/story-group/resting-rules.ts';
import { evolveStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryChanges, StoryState } from '#contracts/story-group/story.ts';
import type { ChangeStory, SortStories } from '#contracts/story-group/story-commands.ts';
import { linkFields } from '#contracts/studio/links.ts';
import { restReasons } from '#contracts/studio/resting.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { type LoadedStream, requireUnchanged, save } from '#kernel/commands/streams.ts';
import { withStoredPictures } from '#kernel/media/design-pictures.ts';
import { resolveMedia, resolvePoster } from '#kernel/media/media.ts';
import { say } from '#kernel/platform/say.ts';
import { type ChangeResult, changesStatus } from '../group/commands.ts';
import {
  type AuthorizedGroup,
  loadGroup,
  openGroup,
  openGroupOfStory,
  type ParentIds,
  touchesStory,
} from '../open-group.ts';
import { waitUnderPath } from '../under-path.ts';
import type { StoryWithMedia } from './background.ts';
import { decideStories, type NewStory } from './decide.ts';

/** Stories of the whole app, counted under its lock, where the plan limits them. */
export const countedStories = async (
  trx: CommandTrx,
  { me, author, group }: AuthorizedGroup,
): Promise<number | null> => {
  if (author.story_limit === -1) return null;
  const app = await trx.kernel.facts.app(trx, me.account_id, group.app_id, 'update');
  if (!app) throw new Refusal('NotFound');
  return app.story_count;
};

const newStory = async (trx: CommandTrx, accountId: string, given: StoryWithMedia): Promise<NewStory> => {
  const { media, thumbnail, studio, story_group_id: _group, app_id: _app, ...plain } = given;
  return {
    ...plain,
    ...(studio ? { studio: await withStoredPictures(trx, accountId, studio, null) } : {}),
    id: uuidv7(),
    media: await resolveMedia(trx, accountId, media, 'media'),
    ...(thumbnail ? { thumbnail: await resolvePoster(trx, accountId, thumbnail, 'thumbnail') } : {}),
  };
};

/** Adds stories to one group, all of them or none; answers their ids in order. `paths`: where each stands in the request. */
export const handleAddStories = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  given: readonly StoryWithMedia[],
  paths?: readonly string[],
): Promise<{ ids: string[]; version: number }> => {
  const apps = new Set(given.flatMap(({ app_id }) => app_id ?? []));
  if (apps.size > 1) throw new Refusal('NotFound');
  const opened = await openGroup(trx, principal, groupId, 'storyGroup.edit', { app_id: [...apps][0] });
  if (given.length > limits.storiesPerGroup) throw new Refusal('StoriesPerGroupReached');
  // The stream before the app's row, as whoever tries again takes them.
  const group = await loadGroup(trx, opened);
  const app_stories = await countedStories(trx, opened);
  const stories: NewStory[] = [];
  for (const [at, one] of given.entries()) {
    const made = () => newStory(trx, opened.me.account_id, one);
    stories.push(await (paths ? waitUnderPath(paths[at]!, made) : made()));
  }
  const facts = { author: opened.author, app_stories };
  const { version } = await save(trx, group, decideStories({ type: 'AddStories', stories, paths }, group.state, facts));
  return { ids: stories.map((one) => one.id), version };
};

const isDrawn = async (trx: CommandTrx, accountId: string, key: string): Promise<boolean> => {
  const found = trx.query.selectFrom('upload').select('drawn').where('account_id', '=', accountId);
  return (await found.where('key', '=', key).executeTakeFirst())?.drawn === true;
};

/** The medium that a story gets: none where it keeps its own. */
const mediumOf = async (
  trx: CommandTrx,
  accountId: string,
  media: string | undefined,
  story: StoryState | undefined,
  background: string | null,
): Promise<StoredMedia | undefined> => {
  const isKept = story !== undefined && (media === undefined || mediaKeyOf(media) === story.media.key);
  if (!isKept) return media === undefined ? undefined : resolveMedia(trx, accountId, media);
  // What was drawn for the background before would cover the new one.
  const isStale = background !== null && (await isDrawn(trx, accountId, story.media.key));
  return isStale ? resolveMedia(trx, accountId, background) : undefined;
};

const changesOf = async (
  trx: CommandTrx,
  accountId: string,
  given: Omit<ChangeStory, 'status' | 'sort_order' | 'id' | 'story_id' | 'story_group_id' | 'app_id'>,
  story: StoryState | undefined,
  background: string | null,
): Promise<StoryChanges> => {
  const { media, thumbnail, studio, ...plain } = given;
  const changes: StoryChanges = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (studio !== undefined)
    changes.studio = studio && (await withStoredPictures(trx, accountId, studio, story?.studio ?? null));
  const medium = await mediumOf(trx, accountId, media, story, background);
  if (medium) changes.media = medium;
  if (thumbnail === null) changes.thumbnail = null;
  else if (thumbnail !== undefined)
    changes.thumbnail =
      story?.thumbnail && mediaKeyOf(thumbnail) === story.thumbnail
        ? story.thumbnail
        : await resolvePoster(trx, accountId, thumbnail, 'thumbnail');
  return changes;
};

/**
 * Changes one story; `status: 9` deletes it. With `ifMatch` only if nobody changed that story since that version.
 * `background` is the address of a picture of its design's background, for a story that has no medium of its own.
 */
export const handleChangeStory = async (
  trx: CommandTrx,
  principal: Principal,
  storyId: string,
  body: Omit<ChangeStory, 'id' | 'story_id'>,
  ifMatch: number | null,
  background: string | null = null,
): Promise<ChangeResult> => {
  const { status, sort_order, story_group_id, app_id, ...given } = body;
  const opened = await openGroupOfStory(trx, principal, storyId, 'storyGroup.edit', { story_group_id, app_id });
  const group = await loadGroup(trx, opened);
  await requireUnchanged(trx, group.stream, ifMatch, touchesStory(storyId));
  const story = group.state.stories.find((one) => one.id === storyId);
  const changes = await changesOf(trx, opened.me.account_id, given, story, background);
  const command = { type: 'ChangeStory', story_id: storyId, changes, status, sort_order } as const;
  const writesDesign = given.studio || (story?.studio && linkFields.some((field) => given[field] !== undefined));
  const published = writesDesign ? await trx.kernel.facts.publishedComponents(trx, storyId) : [];
  const events = decideStories(command, group.state, { author: opened.author, app_stories: null, published });
  const { version } = await save(trx, group, events);
  return { version, changed: events.length > 0, moved: changesStatus(events) };
};

/** The rules of the group's stories that lead nowhere from a change on. */
interface Rested {
  resting: RestingRule[];
}

/** Saves what was decided, unless it was only asked what would come of it. */
const saved = async (
  trx: CommandTrx,
  group: LoadedStream<StoryGroupState>,
  events: readonly StoryGroupEvent[],
  dryRun: boolean,
): Promise<ChangeResult & Rested> => {
  const now = toSeconds(trx.context.now);
  const asked = () => ({
    version: group.version,
    state: events.reduce((state, event) => evolveStoryGroup(state, event, now), group.state),
  });
  const { version, state: after } = dryRun ? asked() : await save(trx, group, events);
  const resting = newlyResting(group.state, after, now).map((one) => ({
    ...one,
    message: say(restReasons[one.reason]),
  }));
  return { version, changed: !dryRun && events.length > 0, moved: !dryRun && changesStatus(events), resting };
};

/** Deletes one inactive story. */
export const handleDeleteStory = async (
  trx: CommandTrx,
  principal: Principal,
  storyId: string,
  place: ParentIds = {},
  dryRun = false,
): Promise<ChangeResult & Rested> => {
  const opened = await openGroupOfStory(trx, principal, storyId, 'storyGroup.edit', place);
  const group = await loadGroup(trx, opened);
  const facts = { author: opened.author, app_stories: null };
  const events = decideStories({ type: 'DeleteStory', story_id: storyId }, group.state, facts);
  return saved(trx, group, events, dryRun);
};

/** Puts the stories of a group in an order; those it leaves out keep their place. */
export const handleSortStories = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  { order, moved, dry_run = false }: Pick<SortStories, 'order' | 'moved' | 'dry_run'>,
  place: ParentIds = {},
): Promise<ChangeResult & Rested> => {
  const opened = await openGroup(trx, principal, groupId, 'storyGroup.edit', place);
  const group = await loadGroup(trx, opened);
  const facts = { author: opened.author, app_stories: null };
  const events = decideStories({ type: 'SortStories', order, moved }, group.state, facts);
  return saved(trx, group, events, dry_run);
};

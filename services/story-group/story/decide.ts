import { isDeepStrictEqual } from 'node:util';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import { singleMove } from '#contracts/instance-order/moves.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { StoryChanges, StoryState } from '#contracts/story-group/story.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { differingFields } from '#kernel/platform/differing-fields.ts';
import { isCreator, requireOwn, requireUse } from '../group/decide.ts';
import type { Author } from '../open-group.ts';
import { reordered, requireKnown } from '../sequence.ts';
import { underPath } from '../under-path.ts';
import { requireDesignUse, requireSameMeaning, requireSoundDesign } from './story-design.ts';
import { asOneLink } from './story-link.ts';

/** A story to add; its media are files of the store. */
export type NewStory = Pick<StoryState, 'id' | 'title' | 'type' | 'media'> &
  Partial<
    Pick<
      StoryState,
      | 'thumbnail'
      | 'button_text'
      | 'outlink'
      | 'deep_link'
      | 'studio'
      | 'conditions'
      | 'ts_start'
      | 'ts_end'
      | 'target_cap'
    >
  > & {
    status?: number | undefined;
  };

/** Commands on the stories of one group. */
export type StoryCommand =
  /** `copied`: as they stand elsewhere, where they were checked. `paths`: where each stands in a request for several. */
  | { type: 'AddStories'; stories: readonly NewStory[]; copied?: boolean; paths?: readonly string[] | undefined }
  | {
      type: 'ChangeStory';
      story_id: string;
      changes: StoryChanges;
      status?: number | undefined;
      sort_order?: number | undefined;
    }
  | { type: 'DeleteStory'; story_id: string }
  | { type: 'SortStories'; order: readonly string[]; moved?: string | undefined };

/** What the rules need to know beyond the group: stories the whole app holds, counted under its lock (null: no limit). */
export interface StoryFacts {
  author: Author;
  app_stories: number | null;
  /** The components that the story to change ever had published; none without a design. */
  published?: readonly PublishedComponent[];
}

const kindOf = ({ mime_type }: StoredMedia): 1 | 2 | null => {
  if ((imageTypes as readonly string[]).includes(mime_type)) return 1;
  return (videoTypes as readonly string[]).includes(mime_type) ? 2 : null;
};

type Content = Omit<StoryState, 'status' | 'id' | 'user_id' | 'ts_created' | 'ts_updated'>;

/** Checks a story as it would become; `fresh` says which fields are new to it. */
export const checkStory = (story: Content, fresh: (field: keyof StoryChanges) => boolean, author: Author): void => {
  const kind = kindOf(story.media);
  if (kind === null) throw invalidField('media', storyGroupWords.mediaKind);
  if (kind !== story.type)
    throw invalidField('type', kind === 1 ? storyGroupWords.typeIsImage : storyGroupWords.typeIsVideo);
  if ((story.outlink !== '' || story.deep_link !== '') && story.button_text.trim() === '')
    throw invalidField('button_text', storyGroupWords.buttonTextNeeded);
  if (story.ts_start !== null && story.ts_end !== null && story.ts_end <= story.ts_start)
    throw invalidField('ts_end', storyGroupWords.endBeforeStart);
  if (story.deep_link !== '' && fresh('deep_link')) requireUse(author, 'deeplink');
  if ((story.button_text !== '' && fresh('button_text')) || (story.outlink !== '' && fresh('outlink')))
    requireUse(author, 'swipe_up');
};

const noDesign = { button_text: '', outlink: '', deep_link: '', studio: null };

const newStory = (wish: NewStory, author: Author): StoryState => {
  const given = asOneLink(wish, noDesign);
  const story: StoryState = {
    id: given.id,
    title: given.title,
    type: given.type,
    status: isCreator(author) ? storyStatus.inactive : (given.status ?? storyStatus.active),
    user_id: author.user_id,
    media: given.media,
    thumbnail: given.thumbnail ?? given.media.thumbnail,
    button_text: given.button_text ?? '',
    outlink: given.outlink ?? '',
    deep_link: given.deep_link ?? '',
    studio: given.studio ?? null,
    conditions: given.conditions ?? null,
    ts_start: given.ts_start ?? null,
    ts_end: given.ts_end ?? null,
    target_cap: given.target_cap ?? null,
    ts_created: author.now,
    ts_updated: author.now,
  };
  checkStory(story, () => true, author);
  requireDesignUse(story.studio, null, author);
  return story;
};

const addStories = (
  { stories, copied = false, paths }: Extract<StoryCommand, { type: 'AddStories' }>,
  state: StoryGroupState,
  { author, app_stories }: StoryFacts,
): StoryGroupEvent[] => {
  const judge = <T>(at: number, rule: () => T): T => (paths ? underPath(paths[at]!, rule) : rule());
  const made = stories.map((one, at) => judge(at, () => newStory(one, author)));
  if (livingStories(state).length + made.length > limits.storiesPerGroup) throw new Refusal('StoriesPerGroupReached');
  if (app_stories !== null && app_stories + made.length > author.story_limit) throw new Refusal('StoryLimitReached');
  const group = { ...state, stories: [...state.stories, ...made] };
  for (const [at, story] of copied ? [] : made.entries())
    if (story.studio || story.conditions) judge(at, () => requireSoundDesign(story, null, group, author));
  return made.map((story) => ({ type: 'StoryAdded', data: { story } }));
};

const deleted = (story: StoryState): StoryGroupEvent[] => {
  if (story.status === storyStatus.deleted) return [];
  if (story.status === storyStatus.active) throw new Refusal('StoryActive');
  return [{ type: 'StoryDeleted', data: { story_id: story.id } }];
};

const reorderEvents = (state: StoryGroupState, order: readonly string[], asked?: string): StoryGroupEvent[] => {
  const present = livingStories(state).map((story) => story.id);
  const next = reordered(present, order);
  if (isDeepStrictEqual(present, next)) return [];
  return [{ type: 'StoriesReordered', data: { order: next, moved: singleMove(present, next, asked)?.id ?? null } }];
};

const movedTo = (state: StoryGroupState, storyId: string, place: number): StoryGroupEvent[] => {
  const rest = livingStories(state)
    .map((story) => story.id)
    .filter((id) => id !== storyId);
  return reorderEvents(state, [...rest.slice(0, place), storyId, ...rest.slice(place)], storyId);
};

const contentEvents = (
  story: StoryState,
  changes: StoryChanges,
  state: StoryGroupState,
  { author, published = [] }: StoryFacts,
): StoryGroupEvent[] => {
  const past = published.map(({ component_id }) => component_id);
  // What is added here was not sent: only a design that was is checked as a whole.
  const wanted = { ...asOneLink(changes, story, past) };
  // A poster belongs to its video: with other media the old one goes.
  if (wanted.media && wanted.media.key !== story.media.key && wanted.thumbnail === undefined)
    wanted.thumbnail = wanted.media.thumbnail;
  // A video has its own length: that of the image before it goes.
  const kept = changes.studio === undefined ? (wanted.studio ?? story.studio) : null;
  if ((wanted.type ?? story.type) === 2 && kept?.duration_ms) wanted.studio = { ...kept, duration_ms: null };
  const fresh = differingFields<StoryChanges>(wanted, story);
  if (Object.keys(fresh).length === 0) return [];
  const after = { ...story, ...fresh };
  checkStory(after, (field) => field in fresh, author);
  if (fresh.studio) {
    requireDesignUse(fresh.studio, story.studio, author);
    requireSameMeaning(fresh.studio, published);
  }
  if (changes.studio || changes.conditions) requireSoundDesign(after, story, state, author);
  return [{ type: 'StoryChanged', data: { story_id: story.id, changes: fresh } }];
};

/** The status that a change leads to: a creator's every save is inactive, and he may ask for nothing else but deletion. */
const wantedStatus = (command: Extract<StoryCommand, { type: 'ChangeStory' }>, author: Author): number | undefined => {
  if (!isCreator(author)) return command.status;
  if (command.status === storyStatus.active) throw new Refusal('PermissionDenied');
  const saved = Object.keys(command.changes).length > 0 || command.sort_order !== undefined;
  return command.status ?? (saved ? storyStatus.inactive : undefined);
};

/** A story that its cap inactivated goes on only under a higher one, or under none. */
const requireCapOpen = ({ capped_at = null, target_cap = null }: StoryState): void => {
  if (capped_at !== null && target_cap !== null && target_cap <= capped_at) throw new Refusal('TargetCapReached');
};

const changeStory = (
  command: Extract<StoryCommand, { type: 'ChangeStory' }>,
  state: StoryGroupState,
  story: StoryState,
  facts: StoryFacts,
): StoryGroupEvent[] => {
  const { author } = facts;
  const status = wantedStatus(command, author);
  if (story.status === storyStatus.deleted) {
    if (status === storyStatus.deleted) return [];
    throw new Refusal('NotFound');
  }
  const events = contentEvents(story, command.changes, state, facts);
  if (status === storyStatus.deleted) return [...events, ...deleted(story)];
  if (status === storyStatus.active && status !== story.status) requireCapOpen({ ...story, ...command.changes });
  if (status !== undefined && status !== story.status)
    events.push({
      type: status === storyStatus.active ? 'StoryActivated' : 'StoryInactivated',
      data: { story_id: story.id },
    });
  if (command.sort_order !== undefined) events.push(...movedTo(state, story.id, command.sort_order));
  return events;
};

const storyIn = (state: StoryGroupState, storyId: string): StoryState => {
  const found = state.stories.find((story) => story.id === storyId);
  if (!found) throw new Refusal('NotFound');
  return found;
};

/** What a command does to a group's stories: events, none when nothing changes, or a refusal. */
export const decideStories = (command: StoryCommand, state: StoryGroupState, facts: StoryFacts): StoryGroupEvent[] => {
  if (!state.exists || state.status === groupStatus.archived) throw new Refusal('NotFound');
  requireOwn(facts.author, state);
  switch (command.type) {
    case 'AddStories':
      return addStories(command, state, facts);
    case 'ChangeStory':
      return changeStory(command, state, storyIn(state, command.story_id), facts);
    case 'DeleteStory':
      return deleted(storyIn(state, command.story_id));
    case 'SortStories': {
      const living = new Set(livingStories(state).map((story) => story.id));
      requireKnown(command.order, living, storyGroupWords.storyNotInGroup);
      if (command.moved !== undefined && !command.order.includes(command.moved))
        throw invalidField('moved', storyGroupWords.storyNotInOrder);
      return reorderEvents(state, command.order, command.moved);
    }
  }
};

import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import type { GroupContent, StoryGroupEvent, StoryReturn } from '#contracts/story-group/events.ts';
import type { LeftAsIs } from '#contracts/story-group/rows.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { type StoryChanges, type StoryState, storyChanges } from '#contracts/story-group/story.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { say } from '#kernel/platform/say.ts';
import { isBeforeYesterday } from '../group/dates.ts';
import { checkContent, contentKeys, isCreator, requireOwn } from '../group/decide.ts';
import type { Author } from '../open-group.ts';
import { checkStory } from '../story/decide.ts';
import { mixingPaths, requireDesignUse } from '../story/story-design.ts';

/** Brings back a group, or one story of it; `past` is the group at `version`, and with no version the group as it is. */
export interface RestoreCommand {
  version: number | null;
  story_id: string | null;
  past: StoryGroupState;
}

/**
 * What the rules need to know beyond the group: stories the whole app holds, counted under its lock (null: no limit), and
 * the components that stories whose design changes ever had published.
 */
export interface RestoreFacts {
  author: Author;
  app_stories: number | null;
  published?: ReadonlyMap<string, readonly PublishedComponent[]>;
}

/** The events of a restore, and what it leaves as it is because today's rules forbid to change it. */
export interface Restored {
  events: StoryGroupEvent[];
  left: LeftAsIs[];
}

const storyKeys = Object.keys(storyChanges.shape) as (keyof StoryChanges)[];

const isDeleted = ({ status }: StoryState): boolean => status === storyStatus.deleted;

const differing = (story: StoryState, past: StoryState): StoryChanges =>
  Object.fromEntries(
    storyKeys.filter((key) => !isDeepStrictEqual(story[key], past[key])).map((key) => [key, past[key]]),
  );

/** A story with the content of `past`: back from deletion inactive; otherwise as active as it was, but for a creator's save. */
const broughtBack = (story: StoryState, past: StoryState, author: Author): StoryReturn | null => {
  const changes = differing(story, past);
  const changed = Object.keys(changes).length > 0;
  if (!changed && !isDeleted(story)) return null;
  const returns = isDeleted(story) || isCreator(author);
  return { story_id: story.id, changes, status: returns ? storyStatus.inactive : story.status };
};

const leftActive = ({ id, title }: StoryState): LeftAsIs => ({
  story_id: id,
  title,
  message: say(storyGroupWords.activeStays),
});

const restoredStories = (state: StoryGroupState, past: StoryGroupState, author: Author) => {
  const then = new Map(past.stories.map((story) => [story.id, story]));
  const left: LeftAsIs[] = [];
  const stories = state.stories.flatMap((story): StoryReturn[] => {
    const found = then.get(story.id);
    if (found && !isDeleted(found)) {
      const back = broughtBack(story, found, author);
      return back ? [back] : [];
    }
    if (isDeleted(story)) return [];
    if (story.status === storyStatus.active) {
      left.push(leftActive(story));
      return [];
    }
    return [{ story_id: story.id, changes: {}, status: storyStatus.deleted }];
  });
  return { stories, left };
};

/** The content of `past` as today's calendar allows it: a start from before yesterday does not come back. */
const restoredContent = (state: StoryGroupState, past: StoryGroupState, author: Author) => {
  const left: LeftAsIs[] = [];
  const wanted: GroupContent = { ...past };
  if (past.ts_start !== state.ts_start && isBeforeYesterday(past.ts_start, author.now, author.time_zone)) {
    wanted.ts_start = state.ts_start;
    wanted.ts_end = state.ts_end;
    left.push({ story_id: null, title: state.title, message: say(storyGroupWords.datesStay) });
  }
  const keys = contentKeys.filter((key) => !isDeepStrictEqual(state[key], wanted[key]));
  const content: Partial<GroupContent> = Object.fromEntries(keys.map((key) => [key, wanted[key]]));
  return { content, left };
};

const withReturns = (state: StoryGroupState, returns: readonly StoryReturn[]): StoryState[] => {
  const found = new Map(returns.map((one) => [one.story_id, one]));
  return state.stories.map((story) => {
    const back = found.get(story.id);
    return back ? { ...story, ...back.changes, status: back.status } : story;
  });
};

const heldBy = (state: StoryGroupState): number =>
  state.status === groupStatus.archived ? 0 : livingStories(state).length;

const checkCounts = (state: StoryGroupState, after: StoryGroupState, { author, app_stories }: RestoreFacts): void => {
  const growth = heldBy(after) - heldBy(state);
  if (growth <= 0) return;
  if (heldBy(after) > limits.storiesPerGroup) throw new Refusal('StoriesPerGroupReached');
  if (app_stories !== null && app_stories + growth > author.story_limit) throw new Refusal('StoryLimitReached');
};

/** Refuses a design under whose ids answers were given to something else since. */
const requireOwnAnswers = ({ id, title, studio }: StoryState, published: RestoreFacts['published']): void => {
  if (studio && mixingPaths(studio, published?.get(id) ?? []).length > 0)
    throw new Refusal('AnswersWouldMix', fill(storyGroupWords.restoreWouldMix, { story: title }));
};

/** The stories to which `past` gives another design. */
export const redesigned = (
  state: StoryGroupState,
  { past, story_id }: Pick<RestoreCommand, 'past' | 'story_id'>,
): string[] => {
  const then = new Map(past.stories.map((story) => [story.id, story.studio]));
  return state.stories.flatMap(({ id, studio }) => {
    const was = story_id === null || story_id === id ? then.get(id) : null;
    return was && !isDeepStrictEqual(was, studio) ? [id] : [];
  });
};

/** What comes back from deletion is used anew: all of it is held to what the plan includes today. */
const checkStories = (state: StoryGroupState, after: StoryGroupState, { author, published }: RestoreFacts): void => {
  const before = new Map(state.stories.map((story) => [story.id, story]));
  const groupReturns = state.status === groupStatus.archived;
  for (const story of livingStories(after)) {
    const was = before.get(story.id)!;
    const all = groupReturns || isDeleted(was);
    checkStory(story, (field) => all || !isDeepStrictEqual(was[field], story[field]), author);
    requireDesignUse(story.studio, all ? null : was.studio, author);
    requireOwnAnswers(story, published);
  }
};

const checkGroup = (state: StoryGroupState, after: StoryGroupState, content: object, author: Author): void => {
  const changed = new Set<string>(Object.keys(content));
  if (state.status === groupStatus.archived)
    for (const key of ['segments', 'settings', 'viewer_list'] as const) changed.add(key);
  if (JSON.stringify(after.settings.dynamic_segmentation) !== JSON.stringify(state.settings.dynamic_segmentation))
    changed.add('viewer_list');
  checkContent(changed, after, author, state.status === groupStatus.archived ? [] : state.segments);
};

const statusAfter = (state: StoryGroupState, changed: boolean, author: Author): number => {
  if (state.status === groupStatus.archived) return isCreator(author) ? groupStatus.passive : groupStatus.inactive;
  return isCreator(author) && changed ? groupStatus.passive : state.status;
};

const restoreGroup = ({ version, past }: RestoreCommand, state: StoryGroupState, facts: RestoreFacts): Restored => {
  const { author } = facts;
  const { content, left } = restoredContent(state, past, author);
  const { stories, left: leftStories } = restoredStories(state, past, author);
  const to = statusAfter(state, Object.keys(content).length > 0, author);
  const after: StoryGroupState = { ...state, ...content, status: to, stories: withReturns(state, stories) };
  checkGroup(state, after, content, author);
  checkStories(state, after, facts);
  checkCounts(state, after, facts);
  const changes = Object.keys(content).length > 0 || stories.length > 0 || to !== state.status;
  return {
    events: changes
      ? [{ type: 'StoryGroupRestored', data: { version, from: state.status, to, content, stories } }]
      : [],
    left: [...left, ...leftStories],
  };
};

const restoreStory = (command: RestoreCommand, state: StoryGroupState, facts: RestoreFacts): Restored => {
  const [story, past] = [state, command.past].map(({ stories }) => stories.find((one) => one.id === command.story_id));
  if (state.status === groupStatus.archived || !story || !past) throw new Refusal('NotFound');
  const back = broughtBack(story, past, facts.author);
  if (!back) return { events: [], left: [] };
  const after = { ...state, stories: withReturns(state, [back]) };
  checkStories(state, after, facts);
  checkCounts(state, after, facts);
  return { events: [{ type: 'StoryRestored', data: { ...back, version: command.version } }], left: [] };
};

/** What a restore does to a group: its event and what it leaves as it is, no event when nothing changes, or a refusal. */
export const decideRestore = (command: RestoreCommand, state: StoryGroupState, facts: RestoreFacts): Restored => {
  if (!state.exists) throw new Refusal('NotFound');
  requireOwn(facts.author, state);
  return command.story_id === null ? restoreGroup(command, state, facts) : restoreStory(command, state, facts);
};

import { Refusal } from '#contracts/api/errors.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import {
  evolveStoryGroup,
  initialStoryGroup,
  livingStories,
  type StoryGroupState,
} from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { copiedDesign } from '#contracts/studio/copies.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { decideGroup } from '../group/decide.ts';
import type { Author } from '../open-group.ts';
import { decideStories } from '../story/decide.ts';

/** The copying of a group into an instance; ids are made outside, one for each living story. */
export interface ImportGroup {
  id: string;
  account_id: string;
  app_id: string;
  instance_id: string;
  story_ids: readonly string[];
}

/** What the rules need to know beyond the group: stories that the target's app holds, counted under its lock. */
export interface ImportFacts {
  author: Author;
  app_stories: number;
}

/** A copy starts when the original does, or now; an end that is over is left out. */
const windowOf = (
  { ts_start, ts_end }: StoryGroupState,
  now: UnixSeconds,
): Pick<StoryGroupState, 'ts_start' | 'ts_end'> => {
  const start = Math.max(ts_start, now);
  return { ts_start: start, ts_end: ts_end !== null && ts_end > start ? ts_end : null };
};

/**
 * The events of a new group with what another one holds: its content and its living stories, neither place nor pin, and
 * inactive until somebody activates it (waiting for approval when a creator copies). It passes every rule of a new group
 * and of new stories, or is refused whole.
 */
export const decideImport = (
  { story_ids, id, ...place }: ImportGroup,
  source: StoryGroupState,
  { author, app_stories }: ImportFacts,
): StoryGroupEvent[] => {
  if (!source.exists || source.status === groupStatus.archived) throw new Refusal('NotFound');
  const { title, icon, segments, target_cap, click_target_cap, cta_macro, settings } = source;
  const fields = { title, icon, segments, target_cap, click_target_cap, cta_macro, settings };
  const fresh = initialStoryGroup(id);
  const made = decideGroup(
    {
      type: 'CreateGroup',
      ...place,
      fields: { ...fields, ...windowOf(source, author.now) },
      status: groupStatus.inactive,
    },
    fresh,
    { author, test_devices: 0, stopped_caps: null },
  );
  const living = livingStories(source);
  const copies = new Map(living.map((story, index) => [story.id, story_ids[index]!]));
  const stories = living.map((story) => {
    const copyId = copies.get(story.id)!;
    return { ...story, id: copyId, ...copiedDesign(story, copyId, copies) };
  });
  if (stories.length === 0) return made;
  const group = made.reduce((state, event) => evolveStoryGroup(state, event, author.now), fresh);
  return [
    ...made,
    ...decideStories({ type: 'AddStories', stories, copied: true }, group, {
      author,
      app_stories: author.story_limit === -1 ? null : app_stories,
    }),
  ];
};

import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#contracts/api/errors.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { evolveStoryGroup, livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryChanges, StoryState } from '#contracts/story-group/story.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { noLink } from '#contracts/studio/links.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Author } from '../open-group.ts';
import { decideStories } from '../story/decide.ts';
import { underPath } from '../under-path.ts';
import { draftFaults } from './checks.ts';

/** A draft on its way to be published: what of it is, and what stands so far. */
export interface Publishing {
  /** Its place in the request. */
  at: number;
  story_id: string;
  /** Null for a new story. */
  story: StoryState | null;
  /** The story as the studio opened it; empty for a new one. */
  before: DraftContent;
  content: DraftContent;
  /** Its image or video, or the picture of its background; null: it has neither. */
  media: StoredMedia | null;
  published: readonly PublishedComponent[];
}

/** What publishing knows beside the drafts: the stories of the whole app where the plan limits them, and the status of new ones. */
export interface PublishFacts {
  author: Author;
  app_stories: number | null;
  status: 1 | 2 | undefined;
}

/** A background stands for a medium only where there is a picture of it. */
const withoutBackground = (content: DraftContent): DraftContent => ({
  ...content,
  studio: content.studio && { ...content.studio, background: null },
});

const requireSound = (drafts: readonly Publishing[], state: StoryGroupState, { author }: PublishFacts): void => {
  const living = livingStories(state).map(({ id }) => id);
  const order = [...living, ...drafts.flatMap(({ story, story_id }) => (story ? [] : [story_id]))];
  const faults = drafts.flatMap(({ at, content, ...one }) =>
    draftFaults(one.media ? content : withoutBackground(content), { ...one, now: author.now, order }).map((fault) => ({
      path: `drafts.${at}.${fault.path}`,
      code: fault.code,
      said: fault.phrase,
    })),
  );
  if (faults.length === 0) return;
  throw new Refusal('ChecklistFailed', fill(storyGroupWords.checklistFailed, { count: faults.length }), faults);
};

const designChange = (before: DraftContent, { studio }: DraftContent): StoryChanges => {
  if (isDeepStrictEqual(studio, before.studio)) return {};
  // Without a design there is no swipe, and so no link.
  return studio ? { studio } : { studio, ...noLink };
};

const changesOf = ({ content, before, media }: Publishing): StoryChanges => ({
  title: content.title,
  type: content.type,
  media: media!,
  thumbnail: content.thumbnail ?? media!.thumbnail,
  conditions: content.conditions,
  ...designChange(before, content),
});

/** What publishing drafts does to a group: new stories at its end first, in the order of the drafts, then changed ones. */
export const decidePublish = (
  drafts: readonly Publishing[],
  group: StoryGroupState,
  facts: PublishFacts,
): StoryGroupEvent[] => {
  requireSound(drafts, group, facts);
  const { author, app_stories, status } = facts;
  const events: StoryGroupEvent[] = [];
  let state = group;
  const take = (decided: readonly StoryGroupEvent[]): void => {
    for (const event of decided) state = evolveStoryGroup(state, event, author.now);
    events.push(...decided);
  };
  for (const one of drafts) {
    if (one.story) continue;
    const { title, type, thumbnail, studio, conditions } = one.content;
    const media = one.media!;
    const story = { id: one.story_id, title, type, media, thumbnail, studio, conditions, status };
    const counted = app_stories === null ? null : app_stories + events.length;
    // They were checked above, each with those that follow it.
    const command = { type: 'AddStories', stories: [story], copied: true } as const;
    take(underPath(`drafts.${one.at}`, () => decideStories(command, state, { author, app_stories: counted })));
  }
  for (const one of drafts) {
    if (!one.story) continue;
    const command = { type: 'ChangeStory', story_id: one.story_id, changes: changesOf(one) } as const;
    const known = { author, app_stories: null, published: one.published };
    take(underPath(`drafts.${one.at}`, () => decideStories(command, state, known)));
  }
  return events;
};

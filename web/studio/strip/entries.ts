import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { Draft } from '#contracts/studio/draft-content.ts';

/** A story of the group as the studio lists it: published, drawn anew in a draft, or both. */
export interface StripEntry {
  id: string;
  story: StoryRow | null;
  draft: Draft | null;
}

/** The published stories in their order, then those that are drafts only, in the order in which they were begun. */
export function stripEntries(stories: readonly StoryRow[], drafts: readonly Draft[]): StripEntry[] {
  const byStory = new Map(drafts.map((draft) => [draft.story_id, draft]));
  const published = stories.map((story) => ({ id: story.id, story, draft: byStory.get(story.id) ?? null }));
  const known = new Set(stories.map(({ id }) => id));
  const begun = drafts
    .filter(({ story_id }) => !known.has(story_id))
    .sort((one, other) => one.ts_created - other.ts_created || one.story_id.localeCompare(other.story_id));
  return [...published, ...begun.map((draft) => ({ id: draft.story_id, story: null, draft }))];
}

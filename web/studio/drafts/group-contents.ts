import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';
import { storyDraftQuery } from './draft-queries.ts';
import { asEdited } from './story-draft.ts';

/** A published story as the studio edits it. */
export const contentOfStory = (story: StoryRow): StoryContent =>
  asEdited({
    title: story.title,
    type: story.type === 2 ? 2 : 1,
    media: story.media,
    thumbnail: story.thumbnail,
    studio: story.studio,
    conditions: story.conditions,
    ignored: [],
  });

// Always the same function: the answers are put together anew only when one of them is another.
const answersOf = (results: readonly UseQueryResult<DraftAnswer>[]) => results.map(({ data }) => data);

/** What each story of the group is drawn as: its draft, else what is published; a draft is missing until it was read. */
export function useGroupContents(entries: readonly StripEntry[]): ReadonlyMap<string, StoryContent> {
  const drawn = useMemo(() => entries.filter(({ draft }) => draft !== null), [entries]);
  const queries = useMemo(() => drawn.map(({ id }) => ({ ...storyDraftQuery(id), staleTime: 15_000 })), [drawn]);
  const answers = useQueries({ queries, combine: answersOf });
  return useMemo(() => {
    const contents = new Map<string, StoryContent>();
    for (const { id, story, draft } of entries) if (story && !draft) contents.set(id, contentOfStory(story));
    answers.forEach((answer, at) => {
      const content = answer?.draft?.content ?? answer?.published;
      if (content) contents.set(drawn[at]!.id, asEdited(content));
    });
    return contents;
  }, [entries, drawn, answers]);
}

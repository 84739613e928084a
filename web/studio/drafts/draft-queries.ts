import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DraftAnswer, DraftContent, Revision } from '#contracts/studio/draft-content.ts';
import { asCommand, call, http } from '../../dashboard/api/http.ts';

/** Keys of what is known of a story's draft. */
export const draftKeys = {
  story: (storyId: string) => ['draft', storyId] as const,
  revisions: (storyId: string) => ['revisions', storyId] as const,
};

/** A story's draft, and how it stands to what is published. */
export const storyDraftQuery = (storyId: string) =>
  queryOptions({
    queryKey: draftKeys.story(storyId),
    queryFn: ({ signal }) => http.get<DraftAnswer>('/story/draft', { signal, query: { story_id: storyId } }),
    staleTime: 0,
  });

/** Earlier drafts and published designs of a story, the newest first, page by page. */
export const revisionsQuery = (storyId: string) =>
  infiniteQueryOptions({
    queryKey: draftKeys.revisions(storyId),
    queryFn: async ({ signal, pageParam }) => {
      const query = { story_id: storyId, before: pageParam };
      const { data, next = null } = await call<Revision[]>('GET', '/story/revisions', { signal, query });
      return { data, next };
    },
    staleTime: 0,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** What a publish names of each draft. */
export interface PublishedDraft {
  story_id: string;
  rev: number;
  version?: number;
  leave_out?: readonly string[];
}

/** The calls that change drafts; they throw ApiError. */
export const draftCommands = {
  add: (groupId: string, given: { content?: Partial<DraftContent>; from?: string }, key: string) =>
    http.post<{ story_id: string; rev: number }>(
      '/story/draft',
      { story_group_id: groupId, ...given },
      { idempotencyKey: key },
    ),
  /** With `version`, the draft is from now on one of that version of the live story. */
  save: (storyId: string, content: DraftContent, rev: number, version?: number) =>
    http.put<{ rev: number; ts_updated: number }>(
      '/story/draft',
      { story_id: storyId, content, ...(version !== undefined && { version }) },
      { ifMatch: `"${rev}"` },
    ),
  /** Discards the draft as it stood at `rev`, and no other. */
  discard: (storyId: string, rev: number, key: string) =>
    http.delete<unknown>('/story/draft', undefined, { query: { story_id: storyId }, ...asCommand(key, rev) }),
  publish: (groupId: string, drafts: readonly PublishedDraft[], status: 1 | 2, key: string) =>
    call<{ published: string[]; version: number }>('POST', '/story/publish', {
      ...asCommand(key),
      body: { story_group_id: groupId, drafts, status },
    }),
} as const;

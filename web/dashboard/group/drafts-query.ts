import { queryOptions } from '@tanstack/react-query';
import type { DraftRow } from '#contracts/studio/draft-content.ts';
import { http } from '../api/http.ts';

/** What starts the keys of all drafts of groups. */
export const draftsKey = ['drafts'] as const;

/** The drafts of a group, without their contents. */
export const groupDraftsQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...draftsKey, groupId],
    queryFn: ({ signal }) => http.get<DraftRow[]>('/story/drafts', { signal, query: { story_group_id: groupId } }),
  });

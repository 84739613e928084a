import type { QueryClient } from '@tanstack/react-query';
import { groupWithStoriesQuery } from '../../dashboard/content/story-group-queries.ts';
import { groupDraftsQuery } from '../../dashboard/group/drafts-query.ts';
import { storyDraftQuery } from '../drafts/draft-queries.ts';

/** Begins to read what the address names, a group and maybe a story, beside the person and the account; what fails is read again by who shows it. */
export function readAhead(client: QueryClient, groupId: string, storyId: string | null): void {
  // Only what nobody has asked for yet: where the page is there already, it reads by itself.
  if (client.getQueryState(groupWithStoriesQuery(groupId).queryKey)) return;
  void client.prefetchQuery(groupWithStoriesQuery(groupId));
  void client.prefetchQuery(groupDraftsQuery(groupId));
  if (storyId !== null) void client.prefetchQuery(storyDraftQuery(storyId));
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { groupStatus } from '#contracts/story-group/status.ts';
import { groupWithStoriesQuery } from '../content/story-group-queries.ts';
import { GroupGone } from '../group/GroupGone.tsx';
import { GroupSkeleton } from '../group/GroupSkeleton.tsx';
import { GroupUnread } from '../group/GroupUnread.tsx';
import { withStories } from '../group/group-queries.ts';
import { Redirect } from '../shell/Redirect.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { storyAddWords } from '../words/story-add.en.ts';
import { t } from '../words/t.ts';
import { StoryAddView } from './StoryAddView.tsx';
import { readState } from './story-add-state.ts';

/** Adds several stories to the group that the navigation names: files, and stories that came with it. */
export function Component() {
  const { state } = useLocation();
  const given = useMemo(() => readState(state), [state]);
  const detail = useQuery({ ...groupWithStoriesQuery(given?.groupId ?? ''), enabled: given !== null });
  usePageTitle(t(storyAddWords.pageTitle));
  if (!given) return <Redirect to="/content" />;
  if (!detail.data) {
    if (!detail.isError) return <GroupSkeleton />;
    return <GroupUnread groupId={given.groupId} error={detail.error} onRetry={() => detail.refetch()} />;
  }
  if (detail.data.status === groupStatus.archived)
    return <GroupGone groupId={given.groupId} deleted={withStories(detail.data)} />;
  return <StoryAddView key={given.groupId} group={withStories(detail.data)} stories={given.stories} />;
}

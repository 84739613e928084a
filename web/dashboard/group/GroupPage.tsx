import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { useParams } from 'react-router';
import { groupWithStoriesQuery } from '../content/story-group-queries.ts';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { groupVisit, useVisit } from '../palette/visits.ts';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { FailureState } from '../shell/waiting/PageFailed.tsx';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { GroupGone } from './GroupGone.tsx';
import { GroupGoneNote } from './GroupGoneNote.tsx';
import { GroupHeader } from './GroupHeader.tsx';
import css from './GroupParts.module.css';
import { GroupSkeleton } from './GroupSkeleton.tsx';
import { GroupUnread } from './GroupUnread.tsx';
import { groupHistoryQuery, refreshGroup, withStories } from './group-queries.ts';
import { useGroupRights } from './group-rights.ts';
import { mayStop } from './may-stop.ts';
import { StoriesTab } from './stories/StoriesTab.tsx';
import { CreateStories } from './uploads/CreateStories.tsx';
import { useGroupPlace } from './use-group-place.ts';
import { tabOf, useGroupSearch } from './use-group-search.ts';
import { useNewestGroup } from './use-newest-group.ts';
import { useStayingGroup } from './use-staying-group.ts';

const AnalyticsTab = lazy(() => import('./analytics/AnalyticsTab.tsx'));
const HistoryTab = lazy(() => import('./history/HistoryTab.tsx'));
const EditedStory = lazy(async () => ({ default: (await import('./stories/EditedStory.tsx')).EditedStory }));
const GroupDrawer = lazy(async () => ({ default: (await import('../content/drawer/GroupDrawer.tsx')).GroupDrawer }));

const stopMs = 15_000;

/** The page of one story group: its stories, its figures, its history. */
export function Component() {
  const { groupId = '' } = useParams();
  const { search, close } = useGroupSearch();
  const client = useQueryClient();
  const { apps } = useSession();
  const { usual } = useGroupPlace({ id: groupId, app_id: '', instance_id: '' });
  const detail = useQuery({
    ...groupWithStoriesQuery(groupId),
    // The system stops it and its stories by itself.
    refetchInterval: ({ state }) => (state.data && mayStop(state.data) ? stopMs : false),
  });
  const read = useMemo(() => detail.data && withStories(detail.data), [detail.data]);
  const edited = search.get('edit');
  const { shown: group, deleted, stays } = useStayingGroup(read, edited !== null);
  const { edit, look } = useGroupRights(group ?? { app_id: '', user_id: '' });
  const history = useInfiniteQuery({ ...groupHistoryQuery(groupId), enabled: look });
  useNewestGroup(groupId, group?.version, history.data?.pages[0]?.rows[0]?.version);
  const onFailed = usePartFailed(() => close('edit'));
  const title = group?.title ?? t(groupWords.storyGroup);
  usePageTitle(t(groupWords.pageTitle, { title }));
  const app = apps.find((one) => one.id === group?.app_id);
  const instance = app?.instances.find((one) => one.id === group?.instance_id);
  useVisit(group && !deleted ? groupVisit(group, [app?.title, instance?.title].filter(Boolean).join(', ')) : null);

  if (!group) {
    if (!detail.isError) return <GroupSkeleton />;
    return <GroupUnread groupId={groupId} error={detail.error} onRetry={() => detail.refetch()} />;
  }
  // One that was restored a moment ago is read again before it is said to be deleted. Later readings change nothing about
  // that: it is said once, and nobody is led home from where they have gone since.
  if (deleted && !stays)
    return detail.isFetchedAfterMount ? <GroupGone groupId={groupId} deleted={group} /> : <GroupSkeleton />;
  const tab = tabOf(search, usual);
  const closeDetails = () => {
    close('edit');
    refreshGroup(client, groupId);
  };
  return (
    <>
      <GroupHeader group={group} tab={tab} changes={history.data?.pages[0]?.total} />
      <LazyPart key={tab} fallback={<Loading />} failed={(error) => <FailureState error={error} part />}>
        {tab === 'stories' ? <StoriesTab group={group} /> : null}
        {tab === 'stories' || look ? null : (
          <div className={css.closed}>
            <NeedPermission />
          </div>
        )}
        {tab === 'analytics' && look ? <AnalyticsTab group={group} /> : null}
        {tab === 'history' && look ? <HistoryTab group={group} /> : null}
      </LazyPart>
      <CreateStories group={group} open={search.has('create') && edit} onClose={() => close('create')} />
      {edited === 'details' && edit && app && instance ? (
        <LazyPart fallback={<Loading />} onFailed={onFailed}>
          <GroupDrawer row={group} app={app} instance={instance} gone={stays} onClose={closeDetails}>
            {stays ? <GroupGoneNote group={group} /> : null}
          </GroupDrawer>
        </LazyPart>
      ) : null}
      {edited && edited !== 'details' ? (
        <LazyPart fallback={<Loading />} onFailed={onFailed}>
          <EditedStory key={edited} group={group} groupGone={stays} storyId={edited} onClose={() => close('edit')} />
        </LazyPart>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { groupStatus } from '#contracts/story-group/status.ts';
import { ApiError, errorText } from '../../dashboard/api/error.ts';
import { groupWithStoriesQuery } from '../../dashboard/content/story-group-queries.ts';
import { NeedPermission } from '../../dashboard/gates/NeedPermission.tsx';
import { groupDraftsQuery } from '../../dashboard/group/drafts-query.ts';
import { withStories } from '../../dashboard/group/group-queries.ts';
import { useGroupRights } from '../../dashboard/group/group-rights.ts';
import { LazyPart } from '../../dashboard/kit/states/LazyPart.tsx';
import { useNewDraft } from '../drafts/use-new-draft.ts';
import { useGroupPresence, useStudioStream } from '../presence/use-studio-stream.ts';
import { useStripEntries } from '../strip/use-strip-entries.ts';
import type { StudioView } from './desk-props.ts';
import { StudioUnread } from './StudioUnread.tsx';
import { StudioWaiting } from './StudioWaiting.tsx';
import { Workspace } from './Workspace.tsx';

const FlowDesk = lazy(() => import('../flow/FlowDesk.tsx'));

/** Loads the group with its drafts, and opens the story that the address names, else the first one, else a new draft. */
export function StudioGroup() {
  const { groupId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { key: visit } = useLocation();
  const detail = useQuery(groupWithStoriesQuery(groupId));
  const drafts = useQuery(groupDraftsQuery(groupId));
  const group = useMemo(() => detail.data && withStories(detail.data), [detail.data]);
  const entries = useStripEntries({
    groupId,
    stories: group?.stories,
    drafts: drafts.data,
    reading: detail.isFetching || drafts.isFetching,
  });
  const { edit } = useGroupRights(group ?? { app_id: '', user_id: '' });
  const asked = search.get('story');
  const creates = search.has('create') || entries?.length === 0;
  const storyId = creates ? null : (entries?.find(({ id }) => id === asked)?.id ?? entries?.[0]?.id ?? null);
  const open = (id: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('create');
        next.set('story', id);
        return next;
      },
      // Back to an address that asks for a new story would begin another one.
      { replace: creates },
    );
  const show = (view: StudioView) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (view === 'flow') next.set('view', view);
      else next.delete('view');
      return next;
    });
  const { add, beginAsked } = useNewDraft(groupId, open);
  const others = useStudioStream(groupId);
  useGroupPresence(groupId);
  const [unbegun, setUnbegun] = useState<string | null>(null);
  const mayCreate = Boolean(entries) && creates && edit;
  const beginFirst = async () => {
    setUnbegun(null);
    await beginAsked(visit).catch((error) => setUnbegun(errorText(error) ?? ''));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is begun once for an address that asks for one
  useEffect(() => {
    if (mayCreate) void beginFirst();
  }, [mayCreate]);

  const failed = [detail, drafts].filter(({ isError }) => isError);
  if (failed.length > 0 && !(group && entries)) {
    const passing = failed.every(
      ({ error }) => !(error instanceof ApiError) || error.status === 0 || error.status >= 429,
    );
    return <StudioUnread passing={passing} onRetry={() => failed.map(({ refetch }) => refetch())} />;
  }
  if (!group || !entries) return <StudioWaiting />;
  if (group.status === groupStatus.archived) return <StudioUnread passing={false} onRetry={() => detail.refetch()} />;
  if (!edit)
    return (
      <main>
        <NeedPermission />
      </main>
    );
  if (!storyId) {
    if (unbegun === null) return <StudioWaiting />;
    return <StudioUnread passing unbegun={unbegun} onRetry={() => void beginFirst()} />;
  }
  const workspace = { group, entries, storyId, others, onOpen: open, onAdd: add, onView: show };
  if (search.get('view') !== 'flow') return <Workspace key={storyId} {...workspace} />;
  return (
    <LazyPart fallback={<StudioWaiting />} failed={<StudioUnread passing onRetry={() => window.location.reload()} />}>
      <FlowDesk {...workspace} />
    </LazyPart>
  );
}

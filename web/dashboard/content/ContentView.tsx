import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppRow, InstanceRow } from '#contracts/app.ts';
import type { StoryGroupRow } from '#contracts/story-group.ts';
import { errorText } from '../api/error.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CardSkeletons } from './CardSkeletons.tsx';
import { ContentHead } from './ContentHead.tsx';
import type { CardActs } from './card-acts.ts';
import { DeletedGroups } from './DeletedGroups.tsx';
import { NoGroups, NoMatch } from './EmptyContent.tsx';
import type { GroupCardProps } from './GroupCard.tsx';
import { GroupDrawer } from './GroupDrawer.tsx';
import { GroupGrid } from './GroupGrid.tsx';
import { countByFilter, countByLabel, filterGroups, isWhole } from './group-filters.ts';
import { moved, orderRefusal } from './group-order.ts';
import { RefusedDialog } from './RefusedDialog.tsx';
import { storyGroupStatsQuery, storyGroupsQuery, teamQuery } from './story-group-queries.ts';
import { Toolbar } from './Toolbar.tsx';
import { useBulk } from './use-bulk.ts';
import { useDrawer } from './use-drawer.ts';
import { useFilters } from './use-filters.ts';
import { useGroupActions } from './use-group-actions.ts';
import { useSelection } from './use-selection.ts';

const nothing: StoryGroupRow[] = [];

function useReach(appId: string, instanceId: string): ReadonlyMap<string, number> {
  const { may } = useSession();
  const { data } = useQuery({ ...storyGroupStatsQuery(appId, instanceId), enabled: may('stats.view', appId) });
  return useMemo(() => new Map(data?.map((row) => [row.id, row.stats.reach])), [data]);
}

function useShowsCreators(): boolean {
  const { may } = useSession();
  const { data } = useQuery({ ...teamQuery, enabled: may('team.view') });
  return (data ?? []).filter((member) => member.verified === 1).length > 1;
}

/** The groups of an instance: filter, search, cards in their order, bulk acts and the drawer. */
export function ContentView({ app, instance }: { app: AppRow; instance: InstanceRow }) {
  const { user, role, may, timeZone } = useSession();
  const toast = useToast();
  const navigate = useNavigate();
  const list = useQuery(storyGroupsQuery(app.id, instance.id));
  const reach = useReach(app.id, instance.id);
  const showsCreators = useShowsCreators();
  const filters = useFilters(app.id);
  const drawer = useDrawer();
  const actions = useGroupActions(app.id, instance.id);
  const bulk = useBulk(app.id, instance.id);
  const [removing, setRemoving] = useState<StoryGroupRow | null>(null);
  const [dragging, setDragging] = useState(false);

  const rows = list.data ?? nothing;
  const { filter, labels, find } = filters;
  const shown = useMemo(() => filterGroups(rows, { filter, labels, find }), [rows, filter, labels, find]);
  const labelCounts = useMemo(() => countByLabel(rows), [rows]);
  const counts = useMemo(() => (list.data ? countByFilter(list.data) : undefined), [list.data]);
  const selection = useSelection(shown, instance.id);
  const mayArrange = may('storyGroup.arrange');
  const orderable = isWhole(filters) && mayArrange && rows.length > 1;

  const { openEdit } = drawer;
  const { toggle } = selection;
  const acts = useMemo<CardActs>(
    () => ({
      open: (row) => navigate(`/stories/${row.id}?app=${app.id}&instance=${instance.id}`),
      edit: (row) => openEdit(row.id),
      togglePin: actions.togglePin,
      copyId: (row) =>
        navigator.clipboard.writeText(row.id).then(
          () => toast({ kind: 'success', text: `The ID of ${row.title} is copied.` }),
          () => toast({ kind: 'error', text: 'The browser did not allow to copy.' }),
        ),
      remove: setRemoving,
      setStatus: actions.setStatus,
      select: (row, range) => toggle(row.id, range),
    }),
    [navigate, app.id, instance.id, openEdit, actions, toast, toggle],
  );
  const mayPublish = may('storyGroup.publish');
  const mayEdit = may('storyGroup.edit');
  // One object per kind of right, so that cards which did not change are not drawn again.
  const rightsOf = useMemo(() => {
    const own = { edit: mayEdit, publish: mayPublish, arrange: mayArrange };
    const foreign = { ...own, edit: mayEdit && role !== 'story_creator' };
    return (row: StoryGroupRow) => (row.user_id === user.id ? own : foreign);
  }, [mayEdit, mayPublish, mayArrange, role, user.id]);
  const cardOf = (row: StoryGroupRow): GroupCardProps => ({
    row,
    acts,
    timeZone,
    rights: rightsOf(row),
    address: `/stories/${row.id}?app=${app.id}&instance=${instance.id}`,
    creator: showsCreators && row.creator ? row.creator : undefined,
    reach: reach.get(row.id),
    selected: selection.has(row.id),
  });

  const onMove = (groupId: string, overId: string) => {
    const from = rows.findIndex((row) => row.id === groupId);
    const to = rows.findIndex((row) => row.id === overId);
    if (from === -1 || to === -1) return;
    const next = moved(rows, from, to);
    const refusal = orderRefusal(next, groupId);
    if (refusal) return toast({ kind: 'undone', text: `The order was put back. ${refusal}` });
    actions.sort(next);
  };

  const edited = drawer.editId === null ? undefined : rows.find((row) => row.id === drawer.editId);
  const missing = drawer.editId !== null && list.isSuccess && !list.isFetching && !edited;
  const { close } = drawer;
  useEffect(() => {
    if (!missing) return;
    toast({ kind: 'error', text: 'This story group is not in this instance any more.' });
    close();
  }, [missing, close, toast]);

  const failed = list.isError && !list.data;
  return (
    <>
      <ContentHead count={counts?.All} onAdd={list.data?.length === 0 ? undefined : drawer.openCreate} />
      {failed || (list.data && rows.length === 0) ? null : (
        <Toolbar
          appId={app.id}
          filters={filters}
          labelCounts={labelCounts}
          counts={counts}
          note={orderable ? 'Order as people see it in the app. Drag to change.' : null}
        />
      )}
      {failed ? (
        <ErrorState
          title="The story groups did not load"
          text={errorText(list.error) ?? ''}
          onRetry={() => list.refetch()}
        />
      ) : list.data === undefined ? (
        <CardSkeletons />
      ) : rows.length === 0 ? (
        <NoGroups onAdd={drawer.openCreate} />
      ) : shown.length === 0 ? (
        <NoMatch onReset={filters.reset} />
      ) : (
        <GroupGrid
          rows={shown}
          orderable={orderable}
          selecting={selection.rows.length > 0}
          cardOf={cardOf}
          onMove={onMove}
          onDragging={setDragging}
        />
      )}
      <BulkBar
        selection={selection}
        total={shown.length}
        bulk={bulk}
        mayPublish={mayPublish}
        busy={dragging || drawer.create || drawer.editId !== null}
      />
      <DeletedGroups app={app} instance={instance} />
      <RefusedDialog groups={bulk.refused} onClose={bulk.closeRefused} />
      <ConfirmDialog
        open={removing !== null}
        text="If you delete a story group, you will lose all its data."
        confirmLabel="Delete group"
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) actions.remove(removing);
          setRemoving(null);
        }}
      />
      {(drawer.create && mayEdit) || (edited && rightsOf(edited).edit) ? (
        <GroupDrawer key={edited?.id ?? 'new'} row={edited ?? null} app={app} instance={instance} onClose={close} />
      ) : null}
    </>
  );
}

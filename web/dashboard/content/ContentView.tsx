import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { errorText } from '../api/error.ts';
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import { BulkBar } from './bulk/BulkBar.tsx';
import { RefusedDialog } from './bulk/RefusedDialog.tsx';
import { useBulk } from './bulk/use-bulk.ts';
import { useSelection } from './bulk/use-selection.ts';
import { ConfirmLive } from './ConfirmLive.tsx';
import { ContentHead } from './ContentHead.tsx';
import { CardSkeletons } from './cards/CardSkeletons.tsx';
import { GroupGrid } from './cards/GroupGrid.tsx';
import { useCards } from './cards/use-cards.ts';
import { DeletedGroups } from './deleted/DeletedGroups.tsx';
import { GroupDrawer } from './drawer/GroupDrawer.tsx';
import { useDrawer } from './drawer/use-drawer.ts';
import { useEditedGroup } from './drawer/use-edited-group.ts';
import { NoGroups, NoMatch } from './samples/EmptyContent.tsx';
import { storyGroupsQuery } from './story-group-queries.ts';
import { countByFilter, countByLabel, filterGroups, isUnfiltered } from './toolbar/group-filters.ts';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { useFilters } from './toolbar/use-filters.ts';
import { type GroupActions, useGroupActions } from './use-group-actions.ts';

const nothing: StoryGroupRow[] = [];

/** The groups of an instance: filter, search, cards in their order, bulk acts and the drawer. */
export function ContentView({ app, instance }: { app: AppRow; instance: InstanceRow }) {
  const { may } = useSession();
  const notify = useNotify();
  const list = useQuery(storyGroupsQuery(app.id, instance.id));
  const filters = useFilters(app.id);
  const drawer = useDrawer();
  const actions = useGroupActions(app.id, instance.id);
  const [toLive, setToLive] = useState<StoryGroupRow | null>(null);
  const careful = useMemo<GroupActions>(
    () => ({
      ...actions,
      setStatus: (row, status) =>
        row.status === groupStatus.test && status === groupStatus.active
          ? setToLive(row)
          : actions.setStatus(row, status),
    }),
    [actions],
  );
  const bulk = useBulk(app.id, instance.id);
  const [removing, setRemoving] = useState<StoryGroupRow | null>(null);
  const [dragging, setDragging] = useState(false);

  const rows = list.data ?? nothing;
  const { filter, labels, find } = filters;
  const shown = useMemo(() => filterGroups(rows, { filter, labels, find }), [rows, filter, labels, find]);
  const labelCounts = useMemo(() => countByLabel(rows), [rows]);
  const counts = useMemo(() => (list.data ? countByFilter(list.data) : undefined), [list.data]);
  const selection = useSelection(shown, instance.id);
  const orderable = isUnfiltered(filters) && may('storyGroup.arrange') && rows.length > 1;

  const { cardOf, rightsOf } = useCards({
    appId: app.id,
    instanceId: instance.id,
    actions: careful,
    selection,
    edit: drawer.openEdit,
    remove: setRemoving,
  });

  const onMove = (groupId: string, overId: string) => {
    const to = rows.findIndex((row) => row.id === overId);
    if (to !== -1) actions.move(groupId, to);
  };

  const edited = useEditedGroup(rows, drawer.editId);
  const isRead = list.isSuccess && !list.isFetching;
  const gone = isRead && edited !== undefined && !rows.includes(edited);
  const missing = isRead && drawer.editId !== null && !edited;
  const { close } = drawer;
  useEffect(() => {
    if (!missing) return;
    notify(t(contentWords.groupGone), { type: 'error' });
    close();
  }, [missing, close, notify]);

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
          note={orderable ? t(contentWords.orderHint) : null}
          editable={rows.filter((row) => rightsOf(row).edit)}
          onEdit={drawer.openEdit}
        />
      )}
      {failed ? (
        <ErrorState
          title={t(contentWords.groupsDidNotLoad)}
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
        mayPublish={may('storyGroup.publish')}
        busy={dragging || drawer.create || drawer.editId !== null}
      />
      <DeletedGroups app={app} instance={instance} />
      <ConfirmLive
        titles={toLive ? [toLive.title] : []}
        onClose={() => setToLive(null)}
        onConfirm={() => toLive && actions.setStatus(toLive, groupStatus.active)}
      />
      <RefusedDialog groups={bulk.refused} onClose={bulk.closeRefused} />
      <ConfirmDialog
        open={removing !== null}
        text={t(contentWords.deleteGroupText)}
        more={removing ? t(contentWords.deleteGroupMore, { title: removing.title }) : null}
        confirmLabel={t(contentWords.deleteGroup)}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) actions.remove(removing);
          setRemoving(null);
        }}
      />
      {(drawer.create && may('storyGroup.edit')) || (edited && rightsOf(edited).edit) ? (
        <GroupDrawer
          key={edited?.id ?? 'new'}
          row={edited ?? null}
          app={app}
          instance={instance}
          gone={gone}
          onClose={close}
        />
      ) : null}
    </>
  );
}

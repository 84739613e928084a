import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, groupTransition } from '#contracts/story-group/status.ts';
import { statusOffers } from '../gates/status-offers.ts';
import { useForgetMessages } from '../kit/states/use-forget-messages.ts';
import { ordinal } from '../kit/text/ordinal.ts';
import { useCommand } from '../kit/use-command.ts';
import { appsQuery } from '../shell/session/session-queries.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import { moveItem, orderRefusal, pinToggled } from './cards/group-order.ts';
import { deletedOf } from './deleted/use-deleted-drawer.ts';
import type { GroupSaved } from './story-group-commands.ts';
import { patchStoryGroup, replaceStoryGroups, storyGroupChanges, storyGroupKeys } from './story-group-queries.ts';

const verbs = {
  [groupStatus.active]: 'activateStoryGroup',
  [groupStatus.inactive]: 'inactivateStoryGroup',
  [groupStatus.test]: 'testStoryGroup',
} as const;

/** A status that people give to a group. */
export type GivenStatus = keyof typeof verbs;

const isGiven = (status: number): status is GivenStatus => status in verbs;

/** The acts on single groups of an instance; each shows its result at once and puts it back when it is refused. */
export interface GroupActions {
  setStatus: (row: StoryGroupRow, status: GivenStatus) => void;
  togglePin: (row: StoryGroupRow) => void;
  remove: (row: StoryGroupRow) => void;
  /** Moves a group to a place among all groups of the instance, counted from 0. */
  move: (groupId: string, to: number) => void;
}

/** Home shows groups as the apps have them. */
const outdates = [appsQuery.queryKey];

interface Place {
  client: QueryClient;
  appId: string;
  instanceId: string;
}

const listed = ({ client, appId, instanceId }: Place) =>
  client.getQueryData<StoryGroupRow[]>(storyGroupKeys.list(appId, instanceId)) ?? [];

/** Shows other rows in the list of the place; answers what shows the earlier ones again. */
function showRows(place: Place, rows: StoryGroupRow[]): () => void {
  const { client, appId, instanceId } = place;
  const before = listed(place);
  replaceStoryGroups(client, appId, instanceId, () => rows);
  return () => replaceStoryGroups(client, appId, instanceId, () => before);
}

const wayBack = (from: number, to: number): GivenStatus | null => {
  const guard = groupTransition(to, from);
  return isGiven(from) && (guard === 'free' || guard === 'test_devices') ? from : null;
};

function useStatus({ client, instanceId }: Place): GroupActions['setStatus'] {
  type Wish = { row: StoryGroupRow; status: GivenStatus };
  const notify = useNotify();
  const { run } = useCommand<Wish, GroupSaved>({
    on: instanceId,
    send: (product, { row, status }, key) => product[verbs[status]](row.id, key),
    changes: storyGroupChanges,
    outdates,
    show: ({ row, status }) => {
      patchStoryGroup(client, row.id, { status });
      return () => patchStoryGroup(client, row.id, { status: row.status });
    },
    about: ({ row }) => [row.id],
    said: (_, { row, status }) =>
      t(contentWords.statusChanged, { title: row.title, active: status === groupStatus.active }),
    undo: (_, { row, status }) => {
      const back = wayBack(row.status, status);
      return back && (() => setStatus({ ...row, status }, back));
    },
    corrected: ({ version }, { row }) => patchStoryGroup(client, row.id, { version }),
  });
  const setStatus: GroupActions['setStatus'] = useCallback(
    (row, status) => {
      const { activate } = statusOffers(row, { publish: true });
      if (status === activate?.to && activate.reason)
        return notify(activate.reason, { type: 'error', about: [row.id] });
      run({ row, status });
    },
    [run, notify],
  );
  return setStatus;
}

function useMove({ client, appId, instanceId }: Place): GroupActions['move'] {
  type Wish = { id: string; title: string; from: number; to: number; order: string[] };
  const notify = useNotify();
  const place = useMemo(() => ({ client, appId, instanceId }), [client, appId, instanceId]);
  const { run } = useCommand<Wish>({
    on: instanceId,
    send: (product, { id, order }, key) => product.sortStoryGroups(appId, instanceId, order, id, key),
    changes: storyGroupChanges,
    outdates,
    show: ({ from, to }) => showRows(place, moveItem(listed(place), from, to)),
    said: (_, { title, to }) => t(contentWords.movedTo, { title, to: ordinal(to + 1) }),
    undo:
      (_, { id, from }) =>
      () =>
        move(id, from),
    failed: (reason) => t(contentWords.orderPutBack, { reason }),
  });
  const move: GroupActions['move'] = useCallback(
    (groupId, to) => {
      const before = listed(place);
      const from = before.findIndex(({ id }) => id === groupId);
      const row = before[from];
      if (!row || from === to) return;
      const rows = moveItem(before, from, to);
      const refusal = orderRefusal(rows, groupId);
      if (refusal) return notify(t(contentWords.orderPutBack, { reason: refusal }), { type: 'warning' });
      run({ id: groupId, title: row.title, from, to, order: rows.map(({ id }) => id) });
    },
    [place, run, notify],
  );
  return move;
}

/** The acts on the groups of one instance, sent in the order in which they were asked for; the object stays the same. */
export function useGroupActions(appId: string, instanceId: string): GroupActions {
  const client = useQueryClient();
  const navigate = useNavigate();
  const forget = useForgetMessages();
  const place = { client, appId, instanceId };
  const setStatus = useStatus(place);
  const { run: togglePin } = useCommand<StoryGroupRow, { pinned: boolean }>({
    on: instanceId,
    send: (product, { id }, key) => product.togglePinOfStoryGroup(id, key),
    changes: storyGroupChanges,
    outdates,
    show: ({ id }) => showRows(place, pinToggled(listed(place), id)),
    said: ({ pinned }) => (pinned ? t(contentWords.storyGroupPinned) : t(contentWords.storyGroupUnpinned)),
  });
  const { run: remove } = useCommand<StoryGroupRow>({
    on: instanceId,
    send: (product, { id }, key) => product.deleteStoryGroup(id, appId, key),
    changes: [...storyGroupChanges, storyGroupKeys.deleted],
    outdates,
    show: (row) => {
      const others = listed(place).filter(({ id }) => id !== row.id);
      return showRows(place, others);
    },
    corrected: (_, { id }) => forget([id]),
    said: (_, { title }) => ({
      text: t(contentWords.groupDeleted, { title }),
      acts: [{ label: t(contentWords.recentlyDeleted), onClick: () => navigate(deletedOf(appId, instanceId)) }],
    }),
  });
  const move = useMove(place);
  return useMemo(() => ({ setStatus, togglePin, remove, move }), [setStatus, togglePin, remove, move]);
}

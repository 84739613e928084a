import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, groupTransition } from '#contracts/story-group/status.ts';
import { errorText } from '../api/error.ts';
import { statusOffers } from '../gates/status-offers.ts';
import { ordinal } from '../kit/ordinal.ts';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { moveItem, orderRefusal, pinToggled } from './group-order.ts';
import { storyGroupCommands } from './story-group-commands.ts';
import { patchStoryGroup, replaceStoryGroups, storyGroupKeys } from './story-group-queries.ts';
import { useOptimistic } from './use-optimistic.ts';

/** The acts on single groups of an instance; each shows its result at once and puts it back when it is refused. */
export interface GroupActions {
  setStatus: (row: StoryGroupRow, status: number) => Promise<void>;
  togglePin: (row: StoryGroupRow) => Promise<void>;
  remove: (row: StoryGroupRow) => Promise<void>;
  /** Moves a group to a place among all groups of the instance, counted from 0. */
  move: (groupId: string, to: number) => Promise<void>;
}

const canUndo = (from: number, to: number) => {
  const guard = groupTransition(to, from);
  return guard === 'free' || guard === 'test_devices';
};

/** The acts on the groups of one instance. */
export function useGroupActions(appId: string, instanceId: string): GroupActions {
  const client = useQueryClient();
  const toast = useToast();
  const optimistic = useOptimistic();
  const { reloadApps } = useSession();
  return useMemo(() => {
    const failed = (error: unknown) => toast({ kind: 'undone', text: errorText(error) });
    const listed = () => client.getQueryData<StoryGroupRow[]>(storyGroupKeys.list(appId, instanceId)) ?? [];
    const show = (rows: StoryGroupRow[]) => replaceStoryGroups(client, appId, instanceId, () => rows);

    const setStatus = async (row: StoryGroupRow, status: number): Promise<void> => {
      const { activate } = statusOffers(row, { publish: true });
      if (status === activate?.to && activate.reason) return toast({ kind: 'error', text: activate.reason });
      try {
        const saved = await optimistic({
          name: row.id,
          apply: () => patchStoryGroup(client, row.id, { status }),
          putBack: () => patchStoryGroup(client, row.id, { status: row.status }),
          send: () => storyGroupCommands.setStoryGroupStatus(row.id, status),
        });
        patchStoryGroup(client, row.id, { version: saved.version });
        toast({
          kind: 'success',
          text: `Status changed. ${row.title} is ${status === groupStatus.active ? 'active' : 'inactive'}.`,
          ...(canUndo(row.status, status)
            ? { action: { label: 'Undo', onClick: () => void setStatus({ ...row, status }, row.status) } }
            : {}),
        });
      } catch (error) {
        failed(error);
      }
    };

    const togglePin = async (row: StoryGroupRow) => {
      const before = listed();
      try {
        const { pinned } = await optimistic({
          name: 'order',
          apply: () => show(pinToggled(before, row.id)),
          putBack: () => show(before),
          send: () => storyGroupCommands.togglePinOfStoryGroup(row.id),
        });
        toast({ kind: 'success', text: pinned ? 'Story Group Pinned!' : 'Story Group Unpinned!' });
      } catch (error) {
        failed(error);
      }
    };

    const remove = async (row: StoryGroupRow) => {
      const before = listed();
      try {
        await optimistic({
          name: row.id,
          apply: () => show(before.filter((one) => one.id !== row.id)),
          putBack: () => show(before),
          send: () => storyGroupCommands.deleteStoryGroup(row.id, appId),
        });
        toast({ kind: 'success', text: `${row.title} was deleted.` });
        reloadApps();
      } catch (error) {
        failed(error);
      }
    };

    const move = async (groupId: string, to: number): Promise<void> => {
      const before = listed();
      const from = before.findIndex((row) => row.id === groupId);
      const row = before[from];
      if (!row || from === to) return;
      const rows = moveItem(before, from, to);
      const refusal = orderRefusal(rows, groupId);
      if (refusal) return toast({ kind: 'undone', text: `The order was put back. ${refusal}` });
      const order = rows.map((one) => one.id);
      try {
        await optimistic({
          name: 'order',
          apply: () => show(rows),
          putBack: () => show(before),
          send: () => storyGroupCommands.sortStoryGroups(appId, instanceId, order, groupId),
        });
        toast({
          kind: 'success',
          text: `${row.title} is now ${ordinal(to + 1)}.`,
          action: { label: 'Undo', onClick: () => void move(groupId, from) },
        });
      } catch (error) {
        const text = errorText(error);
        toast({ kind: 'undone', text: text && `The order was put back. ${text}` });
      }
    };

    return { setStatus, togglePin, remove, move };
  }, [appId, instanceId, client, toast, optimistic, reloadApps]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkResult } from '#contracts/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group.ts';
import { groupStatus } from '#contracts/story-status.ts';
import { errorText } from '../api/error.ts';
import { plural } from '../kit/format.ts';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { storyGroupCommands } from './story-group-commands.ts';
import { patchStoryGroup, replaceStoryGroups } from './story-group-queries.ts';
import { useOptimistic } from './use-optimistic.ts';

/** A group that a bulk act could not change, and why. */
export interface RefusedGroup {
  id: string;
  title: string;
  icon: string;
  reason: string;
}

/** The acts on several groups at once, and what they could not change. */
export interface Bulk {
  setStatus: (rows: readonly StoryGroupRow[], status: number) => Promise<void>;
  remove: (rows: readonly StoryGroupRow[]) => Promise<void>;
  /** Shown after 'Show'; null while closed. */
  refused: RefusedGroup[] | null;
  closeRefused: () => void;
}

const groups = (count: number) => plural(count, 'story group');

/** The acts on several groups of an instance; the result says how many changed and which could not. */
export function useBulk(appId: string, instanceId: string): Bulk {
  const client = useQueryClient();
  const toast = useToast();
  const optimistic = useOptimistic();
  const { reloadApps } = useSession();
  const [refused, setRefused] = useState<RefusedGroup[] | null>(null);

  const tell = (rows: readonly StoryGroupRow[], result: BulkResult, verb: string) => {
    const left = result.refused.map((one): RefusedGroup => {
      const row = rows.find((candidate) => candidate.id === one.id);
      return { id: one.id ?? '', title: row?.title ?? 'A story group', icon: row?.icon ?? '', reason: one.message };
    });
    const changed = result.changed.length;
    const had = rows.length - changed - left.length;
    if (left.length === 0) {
      const text =
        changed === 0 ? `${had === 1 ? 'It was' : 'All were'} ${verb} already.` : `${groups(changed)} ${verb}`;
      return toast({ kind: 'success', text });
    }
    toast({
      kind: changed > 0 ? 'success' : 'error',
      text: `${groups(changed)} ${verb}, ${left.length} could not be ${verb}.`,
      action: { label: 'Show', onClick: () => setRefused(left) },
    });
  };

  const setStatus = async (rows: readonly StoryGroupRow[], status: number) => {
    const verb = status === groupStatus.active ? 'activated' : 'inactivated';
    try {
      const result = await optimistic({
        name: 'bulk',
        apply: () => {
          for (const row of rows) patchStoryGroup(client, row.id, { status });
        },
        putBack: () => {
          for (const row of rows) patchStoryGroup(client, row.id, { status: row.status });
        },
        send: () => storyGroupCommands.changeStoryGroups(rows.map(({ id, app_id }) => ({ id, status, app_id }))),
      });
      for (const { id } of result.refused) {
        const row = rows.find((one) => one.id === id);
        if (row) patchStoryGroup(client, row.id, { status: row.status });
      }
      tell(rows, result, verb);
    } catch (error) {
      toast({ kind: 'undone', text: errorText(error) });
    }
  };

  const remove = async (rows: readonly StoryGroupRow[]) => {
    try {
      const result = await optimistic({
        name: 'bulk',
        apply: () => undefined,
        putBack: () => undefined,
        send: () => storyGroupCommands.deleteStoryGroups(rows.map((row) => row.id)),
      });
      const gone = new Set(result.changed);
      replaceStoryGroups(client, appId, instanceId, (list) => list.filter((row) => !gone.has(row.id)));
      tell(rows, result, 'deleted');
      reloadApps();
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };

  return { setStatus, remove, refused, closeRefused: () => setRefused(null) };
}

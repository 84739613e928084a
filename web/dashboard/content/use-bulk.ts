import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { errorText } from '../api/error.ts';
import { plural } from '../kit/format.ts';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { backSteps, noWayBack } from './bulk-undo.ts';
import { storyGroupCommands } from './story-group-commands.ts';
import { patchStoryGroup, refreshStoryGroups, replaceStoryGroups, storyGroupKeys } from './story-group-queries.ts';
import { useOptimistic } from './use-optimistic.ts';

/** A group that a bulk act could not change, and why. */
export interface RefusedGroup {
  id: string;
  title: string;
  icon: string;
  reason: string;
}

/** The acts on several groups at once, and what they could not change. */
export interface BulkActions {
  setStatus: (rows: readonly StoryGroupRow[], status: number) => Promise<void>;
  remove: (rows: readonly StoryGroupRow[]) => Promise<void>;
  /** Shown after 'Show'; null while closed. */
  refused: RefusedGroup[] | null;
  closeRefused: () => void;
}

const groups = (count: number) => plural(count, 'story group');
const because = ({ id, title, icon }: StoryGroupRow, reason: string): RefusedGroup => ({ id, title, icon, reason });

const refusedOf = (rows: readonly StoryGroupRow[], result: BulkResult): RefusedGroup[] =>
  result.refused.flatMap((one) => {
    const row = rows.find((candidate) => candidate.id === one.id);
    return row ? [because(row, one.message)] : [];
  });

/** What a bulk act did: the rows that changed, and the others with their reasons. */
interface Outcome {
  verb: string;
  changed: readonly StoryGroupRow[];
  left: readonly RefusedGroup[];
  asked: number;
  undo?: (() => void) | undefined;
}

/** The acts on several groups of an instance; the result says how many changed and which could not, and can be undone. */
export function useBulk(appId: string, instanceId: string): BulkActions {
  const client = useQueryClient();
  const toast = useToast();
  const optimistic = useOptimistic();
  const { reloadApps } = useSession();
  const [refused, setRefused] = useState<RefusedGroup[] | null>(null);

  const tell = ({ verb, changed, left, asked, undo }: Outcome) => {
    const count = changed.length;
    const back = undo && count > 0 ? { label: 'Undo', onClick: undo } : undefined;
    if (left.length === 0) {
      const same = `${asked === 1 ? 'It was' : 'All were'} ${verb} already.`;
      const text = count === 0 ? same : `${groups(count)} ${verb}`;
      return toast({ kind: 'success', text, ...(back ? { action: back } : {}) });
    }
    const show = { label: 'Show', onClick: () => setRefused([...left]) };
    toast({
      kind: count > 0 ? 'success' : 'error',
      text: `${groups(count)} ${verb}, ${left.length} could not be ${verb}.`,
      ...(back ? { action: back, second: show } : { action: show }),
    });
  };

  /** Sends a status for each row (`to`), shows it at once, and puts back what was refused. */
  const change = async (rows: readonly StoryGroupRow[], to: (row: StoryGroupRow) => number) => {
    const result = await optimistic({
      name: 'bulk',
      apply: () => {
        const wanted = new Map(rows.map((row) => [row.id, to(row)]));
        replaceStoryGroups(client, appId, instanceId, (list) =>
          list.map((row) => (wanted.has(row.id) ? { ...row, status: wanted.get(row.id)! } : row)),
        );
      },
      putBack: () => {
        for (const row of rows) patchStoryGroup(client, row.id, { status: row.status });
      },
      send: () =>
        storyGroupCommands.changeStoryGroups(rows.map((row) => ({ id: row.id, status: to(row), app_id: row.app_id }))),
    });
    for (const { id } of result.refused) {
      const row = rows.find((one) => one.id === id);
      if (row) patchStoryGroup(client, row.id, { status: row.status });
    }
    const done = new Set(result.changed);
    return { changed: rows.filter((row) => done.has(row.id)), left: refusedOf(rows, result) };
  };

  const putBackStatus = async (changed: readonly StoryGroupRow[], status: number) => {
    const { back, stuck } = backSteps(changed, status);
    const before = new Map(back.map((row) => [row.id, row.status]));
    const now = back.map((row) => ({ ...row, status }));
    try {
      const done = await change(now, (row) => before.get(row.id) ?? status);
      const left = [...done.left, ...stuck.map((row) => because(row, noWayBack(row.status)))];
      tell({ verb: 'put back', changed: done.changed, left, asked: changed.length });
    } catch (error) {
      toast({ kind: 'undone', text: errorText(error) });
    }
  };

  const setStatus = async (rows: readonly StoryGroupRow[], status: number) => {
    const verb = status === groupStatus.active ? 'activated' : 'inactivated';
    try {
      const { changed, left } = await change(rows, () => status);
      const undo = backSteps(changed, status).back.length > 0 ? () => void putBackStatus(changed, status) : undefined;
      tell({ verb, changed, left, asked: rows.length, undo });
    } catch (error) {
      toast({ kind: 'undone', text: errorText(error) });
    }
  };

  const restore = async (rows: readonly StoryGroupRow[]) => {
    const changed: StoryGroupRow[] = [];
    const left: RefusedGroup[] = [];
    // What comes back stands first, so the last one goes first and their order among each other is kept.
    for (const row of [...rows].reverse()) {
      try {
        await storyGroupCommands.restoreStoryGroup(row.id);
        changed.push(row);
      } catch (error) {
        left.push(because(row, errorText(error) ?? 'It could not be restored.'));
      }
    }
    await Promise.all([
      refreshStoryGroups(client),
      client.invalidateQueries({ queryKey: storyGroupKeys.deleted(appId, instanceId) }),
    ]);
    tell({ verb: 'restored', changed, left, asked: rows.length });
    reloadApps();
  };

  const remove = async (rows: readonly StoryGroupRow[]) => {
    try {
      const result = await optimistic({
        name: 'bulk',
        apply: () => undefined,
        putBack: () => undefined,
        send: () => storyGroupCommands.deleteStoryGroups(rows),
      });
      const gone = new Set(result.changed);
      replaceStoryGroups(client, appId, instanceId, (list) => list.filter((row) => !gone.has(row.id)));
      client.invalidateQueries({ queryKey: storyGroupKeys.deleted(appId, instanceId) });
      const changed = rows.filter((row) => gone.has(row.id));
      const undo = () => void restore(changed);
      tell({ verb: 'deleted', changed, left: refusedOf(rows, result), asked: rows.length, undo });
      reloadApps();
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };

  return { setStatus, remove, refused, closeRefused: () => setRefused(null) };
}

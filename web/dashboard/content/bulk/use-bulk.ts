import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { errorText } from '../../api/error.ts';
import type { Said } from '../../kit/command.ts';
import { useForgetMessages } from '../../kit/states/use-forget-messages.ts';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { deletedOf } from '../deleted/use-deleted-drawer.ts';
import { patchStoryGroup, replaceStoryGroups, storyGroupChanges, storyGroupKeys } from '../story-group-queries.ts';
import { backSteps, noWayBack } from './bulk-undo.ts';

/** A group that a bulk act could not change, and why. */
export interface RefusedGroup {
  id: string;
  title: string;
  icon: string;
  reason: string;
}

/** The acts on several groups at once, and what they could not change. */
export interface BulkActions {
  setStatus: (rows: readonly StoryGroupRow[], status: number) => void;
  remove: (rows: readonly StoryGroupRow[]) => Promise<boolean>;
  /** Shown after 'Show'; null while closed. */
  refused: RefusedGroup[] | null;
  closeRefused: () => void;
}

/** What was done to groups, as messages name it. */
type BulkAct = 'activated' | 'inactivated' | 'restored' | 'deleted' | 'putBack';

const because = ({ id, title, icon }: StoryGroupRow, reason: string): RefusedGroup => ({ id, title, icon, reason });

const refusedOf = (rows: readonly StoryGroupRow[], result: BulkResult): RefusedGroup[] =>
  result.refused.flatMap((one) => {
    const row = rows.find((candidate) => candidate.id === one.id);
    return row ? [because(row, one.message)] : [];
  });

/** What a bulk act did: the rows that changed, and the others with their reasons. */
interface Outcome {
  changed: readonly StoryGroupRow[];
  left: readonly RefusedGroup[];
}

const outcomeOf = (rows: readonly StoryGroupRow[], result: BulkResult): Outcome => ({
  changed: rows.filter(({ id }) => result.changed.includes(id)),
  left: refusedOf(rows, result),
});

/** A status for each of some groups, as they were before; `stuck` are those that cannot get one. */
interface StatusWish {
  act: BulkAct;
  rows: readonly StoryGroupRow[];
  statuses: readonly number[];
  stuck: readonly RefusedGroup[];
}

/** The acts on several groups of an instance; the result says how many changed and which could not, and can be undone. */
export function useBulk(appId: string, instanceId: string): BulkActions {
  const client = useQueryClient();
  const navigate = useNavigate();
  const forget = useForgetMessages();
  const [refused, setRefused] = useState<RefusedGroup[] | null>(null);

  const told = (act: BulkAct, { changed, left }: Outcome, asked: number): Said => {
    const count = changed.length;
    if (left.length === 0)
      return {
        text:
          count > 0
            ? t(contentWords.groupsDone, { count, act })
            : t(contentWords.groupsWereAlready, { count: asked, act }),
      };
    return {
      text:
        count > 0
          ? t(contentWords.groupsPartlyDone, { count, act, left: left.length })
          : t(contentWords.groupsNotDone, { act, left: left.length }),
      type: count > 0 ? 'success' : 'error',
      // What can be undone is still offered once the reasons were read.
      acts: [{ label: t(contentWords.show), onClick: () => setRefused([...left]), keeps: true }],
    };
  };

  const change = useCommand<StatusWish, BulkResult>({
    on: instanceId,
    send: (product, { rows, statuses }, key) =>
      product.changeStoryGroups(
        rows.map(({ id, app_id }, at) => ({ id, app_id, status: statuses[at]! })),
        key,
      ),
    changes: storyGroupChanges,
    outdates: [appsQuery.queryKey],
    show: ({ rows, statuses }) => {
      const wanted = new Map(rows.map(({ id }, at) => [id, statuses[at]!]));
      replaceStoryGroups(client, appId, instanceId, (list) =>
        list.map((row) => (wanted.has(row.id) ? { ...row, status: wanted.get(row.id)! } : row)),
      );
      return () => {
        for (const { id, status } of rows) patchStoryGroup(client, id, { status });
      };
    },
    said: (result, { act, rows, stuck }) => {
      const { changed, left } = outcomeOf(rows, result);
      const said = told(act, { changed, left: [...left, ...stuck] }, rows.length + stuck.length);
      return { ...said, about: changed.map(({ id }) => id) };
    },
    undo: (result, { act, rows, statuses }) => {
      const { changed } = outcomeOf(rows, result);
      const [status] = statuses;
      if (act === 'putBack' || status === undefined || backSteps(changed, status).back.length === 0) return null;
      return () => takeBack(changed, status);
    },
    corrected: (result, { rows }) => {
      for (const { id, status } of rows) if (!result.changed.includes(id)) patchStoryGroup(client, id, { status });
    },
  });

  const setStatus: BulkActions['setStatus'] = (rows, status) => {
    const act = status === groupStatus.active ? 'activated' : 'inactivated';
    change.run({ act, rows, statuses: rows.map(() => status), stuck: [] });
  };
  const takeBack = (changed: readonly StoryGroupRow[], status: number) => {
    const { back, stuck } = backSteps(changed, status);
    change.run({
      act: 'putBack',
      rows: back.map((row) => ({ ...row, status })),
      statuses: back.map((row) => row.status),
      stuck: stuck.map((row) => because(row, noWayBack(row.status))),
    });
  };

  const gone = {
    on: instanceId,
    changes: [...storyGroupChanges, storyGroupKeys.deleted],
    outdates: [appsQuery.queryKey],
  };
  const restore = useCommand<readonly StoryGroupRow[], Outcome>({
    ...gone,
    send: async (product, rows, key) => {
      const changed: StoryGroupRow[] = [];
      const left: RefusedGroup[] = [];
      // What comes back stands first, so the last one goes first and their order among each other is kept.
      for (const row of [...rows].reverse()) {
        try {
          await product.restoreStoryGroup(row.id, `${key}/${row.id}`);
          changed.push(row);
        } catch (error) {
          left.push(because(row, errorText(error) ?? t(contentWords.restoreFailed)));
        }
      }
      return { changed, left };
    },
    said: (outcome, rows) => told('restored', outcome, rows.length),
  });
  const remove = useCommand<readonly StoryGroupRow[], BulkResult>({
    ...gone,
    send: (product, rows, key) => product.deleteStoryGroups(rows, key),
    corrected: (result) => forget(result.changed),
    said: (result, rows) => {
      const said = told('deleted', outcomeOf(rows, result), rows.length);
      const toDeleted = {
        label: t(contentWords.recentlyDeleted),
        onClick: () => navigate(deletedOf(appId, instanceId)),
      };
      return result.changed.length > 0 ? { ...said, acts: [...(said.acts ?? []), toDeleted] } : said;
    },
    undo: (result, rows) => {
      const { changed } = outcomeOf(rows, result);
      return changed.length > 0 ? () => restore.run(changed) : null;
    },
  });

  return { setStatus, remove: remove.run, refused, closeRefused: () => setRefused(null) };
}

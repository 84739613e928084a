import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { errorText } from '../api/error.ts';
import { call, newKey } from '../api/http.ts';
import { refreshStoryGroups, storyGroupKeys } from '../content/story-group-queries.ts';
import { plural } from '../kit/format.ts';
import { ordinal } from '../kit/ordinal.ts';
import { type ToastMessage, useToast } from '../kit/Toast.tsx';
import { appsQuery } from '../shell/session-queries.ts';
import { refreshGroup, withStories } from './group-queries.ts';
import { moveStory } from './story-order.ts';

/** The commands on the stories of one group; each shows its result at once and puts it back when it is refused. */
export interface StoryCommands {
  setStatus: (story: StoryRow, on: boolean) => Promise<void>;
  setStatuses: (ids: readonly string[], on: boolean) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<boolean>;
  move: (from: string, to: string) => Promise<void>;
  reload: () => Promise<void>;
}

type Said = Pick<ToastMessage, 'text' | 'action'>;

function bulkText(message: string | null, verb: string, { changed, refused }: BulkResult): string {
  const head = message ?? `${plural(changed.length, 'story', 'stories')} ${verb}`;
  const reasons = [...new Set(refused.map((one) => one.message))].join(' ');
  return refused.length ? `${head}, ${refused.length} not: ${reasons}` : head;
}

/** The commands on the stories of a group. */
export function useStoryCommands(groupId: string): StoryCommands {
  const client = useQueryClient();
  const toast = useToast();

  const reload = useCallback(async () => {
    client.invalidateQueries({ queryKey: appsQuery.queryKey });
    await Promise.all([refreshStoryGroups(client), refreshGroup(client, groupId)]);
  }, [client, groupId]);

  const edit = useCallback(
    async (change: (stories: StoryRow[]) => StoryRow[], putBack: string, run: () => Promise<string | Said>) => {
      const queryKey = storyGroupKeys.detail(groupId);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<StoryGroupRow>(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, stories: change(withStories(before).stories) });
      try {
        const said = await run();
        toast({ kind: 'success', ...(typeof said === 'string' ? { text: said } : said) });
        return true;
      } catch (error) {
        if (before) client.setQueryData(queryKey, before);
        const reason = errorText(error);
        toast({ kind: 'undone', text: reason && `${putBack}: ${reason}` });
        return false;
      } finally {
        reload();
      }
    },
    [client, groupId, reload, toast],
  );

  return useMemo<StoryCommands>(() => {
    const withStatus = (ids: readonly string[], on: boolean) => (stories: StoryRow[]) =>
      stories.map((story) => (ids.includes(story.id) ? { ...story, status: on ? 1 : 2 } : story));
    const without = (ids: readonly string[]) => (stories: StoryRow[]) =>
      stories.filter((story) => !ids.includes(story.id));
    const move = async (storyId: string, overId: string): Promise<void> => {
      let [before, order]: [StoryRow[], string[]] = [[], []];
      const change = (stories: StoryRow[]) => {
        before = stories;
        const next = moveStory(stories, storyId, overId).map((story, index) => ({ ...story, sort_order: index }));
        order = next.map((story) => story.id);
        return next;
      };
      await edit(change, 'The order was put back', async () => {
        const body = { story_group_id: groupId, order, moved: storyId };
        await call<unknown>('POST', '/story/sort', { body, idempotencyKey: newKey() });
        const from = before.findIndex((story) => story.id === storyId);
        // Who stands now where it stood: moved onto them it is back.
        const back = order[from];
        return {
          text: `${before[from]?.title ?? 'The story'} is now ${ordinal(order.indexOf(storyId) + 1)}.`,
          ...(back ? { action: { label: 'Undo', onClick: () => void move(storyId, back) } } : {}),
        };
      });
    };
    return {
      reload,
      setStatus: async (story, on) => {
        await edit(withStatus([story.id], on), 'The switch was put back', async () => {
          const body = { story_id: story.id, status: on ? 1 : 2 };
          const { message } = await call<unknown>('PATCH', '/story', { body, idempotencyKey: newKey() });
          return message ?? 'Story Status Changed!';
        });
      },
      setStatuses: async (ids, on) => {
        await edit(withStatus(ids, on), 'The stories were put back', async () => {
          const body = { stories: ids.map((id) => ({ id, status: on ? 1 : 2 })) };
          const answer = await call<BulkResult>('PATCH', '/story/multiple', { body, idempotencyKey: newKey() });
          return bulkText(answer.message ?? null, on ? 'activated' : 'inactivated', answer.data);
        });
      },
      remove: (ids) =>
        edit(without(ids), 'Nothing was deleted', async () => {
          if (ids.length === 1) {
            const body = { story_id: ids[0] };
            const { message } = await call<unknown>('DELETE', '/story', { body, idempotencyKey: newKey() });
            return message ?? 'Story Deleted!';
          }
          const body = { stories: ids };
          const answer = await call<BulkResult>('DELETE', '/story/multiple', { body, idempotencyKey: newKey() });
          return bulkText(answer.message ?? null, 'deleted', answer.data);
        }),
      move,
    };
  }, [edit, groupId, reload]);
}

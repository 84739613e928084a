import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { RestingRule } from '#contracts/story-group/resting-rules.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { Envelope } from '../../api/http.ts';
import { refusedBulk } from '../../api/refused-bulk.ts';
import { storyGroupKeys } from '../../content/story-group-queries.ts';
import type { Said } from '../../kit/command.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { withStories } from '../group-queries.ts';
import { useGroupCommand } from '../use-group-command.ts';
import { movedSaid, namesOf } from './moved-said.ts';
import { moveStory } from './story-order.ts';

/** The acts on the stories of one group; each shows its result at once and puts it back when it is refused. */
export interface StoryCommands {
  setStatus: (story: StoryRow, on: boolean) => void;
  setStatuses: (ids: readonly string[], on: boolean) => void;
  remove: (ids: readonly string[]) => Promise<boolean>;
  move: (from: string, to: string) => void;
}

type StoriesAct = 'activated' | 'inactivated' | 'deleted';

type NamedStory = Pick<StoryRow, 'id' | 'title'>;

/** Each reason with the stories that it kept as they are. */
const reasonsOf = (refused: BulkResult['refused'], stories: readonly NamedStory[]): string => {
  const byReason = new Map<string, string[]>();
  for (const { id, message } of refused) {
    const title = stories.find((story) => story.id === id)?.title ?? t(groupWords.dragUnnamed);
    byReason.set(message, [...(byReason.get(message) ?? []), title]);
  }
  return [...byReason]
    .map(([reason, titles]) => t(groupWords.refusedStories, { names: namesOf(titles), reason }))
    .join(' ');
};

const bulkSaid = (
  { message, data: { changed, refused } }: Envelope<BulkResult>,
  act: StoriesAct,
  stories: readonly NamedStory[],
): Said => {
  const done = message ?? t(groupWords.storiesDone, { count: changed.length, act });
  if (refused.length === 0) return { text: done };
  const reasons = reasonsOf(refused, stories);
  const count = refused.length;
  if (changed.length === 0) return { text: t(groupWords.storiesNotDone, { act, count, reasons }), type: 'error' };
  return { text: t(groupWords.storiesPartlyDone, { done, count, reasons }) };
};

/** What was asked of stories; where all of them are refused by name, that is its result. */
const resultOf = async (
  sent: Promise<Envelope<BulkResult>>,
  stories: readonly NamedStory[],
): Promise<Envelope<BulkResult>> => {
  try {
    return await sent;
  } catch (error) {
    const data = refusedBulk(error, idsOf(stories));
    if (!data) throw error;
    return { data, message: null };
  }
};

const idsOf = (stories: readonly NamedStory[]): string[] => stories.map(({ id }) => id);

const withStatus = (stories: StoryRow[], ids: readonly string[], on: boolean) =>
  stories.map((story) =>
    ids.includes(story.id) ? { ...story, status: on ? storyStatus.active : storyStatus.inactive } : story,
  );

const moved = (stories: readonly StoryRow[], storyId: string, overId: string) =>
  moveStory(stories, storyId, overId).map((story, index) => ({ ...story, sort_order: index }));

/** The stories of a group as they are shown, and the function that shows others and answers what shows the earlier ones again. */
function useShownStories(groupId: string) {
  const client = useQueryClient();
  return useMemo(() => {
    const queryKey = storyGroupKeys.detail(groupId);
    const row = () => client.getQueryData<StoryGroupRow>(queryKey);
    return {
      stories: () => {
        const before = row();
        return before ? withStories(before).stories : [];
      },
      show: (change: (stories: StoryRow[]) => StoryRow[]) => {
        const before = row();
        if (before) client.setQueryData(queryKey, { ...before, stories: change(withStories(before).stories) });
        return () => client.setQueryData(queryKey, before);
      },
    };
  }, [client, groupId]);
}

function useMove(groupId: string, { stories, show }: ReturnType<typeof useShownStories>): StoryCommands['move'] {
  type Wish = { id: string; overId: string; title: string | undefined; back: string | undefined; order: string[] };
  const { run } = useGroupCommand<Wish, Envelope<{ resting: RestingRule[] }>>(groupId, {
    send: (product, { id, order }, key) => product.sortStories(groupId, order, id, key),
    show: ({ id, overId }) => show((before) => moved(before, id, overId)),
    said: ({ data: { resting } }, { id, title = t(groupWords.dragUnnamed), order }) =>
      movedSaid(title, order.indexOf(id), resting),
    undo: (_, { id, back }) => (back === undefined ? null : () => move(id, back)),
    failed: (reason) => t(groupWords.orderPutBack, { reason }),
  });
  const move: StoryCommands['move'] = useCallback(
    (id, overId) => {
      const before = stories();
      const from = before.findIndex((story) => story.id === id);
      const order = moved(before, id, overId).map((story) => story.id);
      // Who stands now where it stood: moved onto them it is back.
      run({ id, overId, title: before[from]?.title, back: order[from], order });
    },
    [stories, run],
  );
  return move;
}

/** The acts on the stories of a group, sent in the order in which they were asked for. */
export function useStoryCommands(groupId: string): StoryCommands {
  const shown = useShownStories(groupId);
  const { show } = shown;
  const status = useGroupCommand<{ ids: readonly string[]; on: boolean }, Envelope<unknown>>(groupId, {
    send: (product, { ids, on }, key) => product.switchStory(ids[0]!, on, key),
    show: ({ ids, on }) => show((stories) => withStatus(stories, ids, on)),
    said: ({ message }) => message ?? t(groupWords.storyStatusChanged),
    failed: (reason) => t(groupWords.switchPutBack, { reason }),
  });
  const statuses = useGroupCommand<{ chosen: readonly NamedStory[]; on: boolean }, Envelope<BulkResult>>(groupId, {
    send: (product, { chosen, on }, key) => resultOf(product.switchStories(idsOf(chosen), on, key), chosen),
    show: ({ chosen, on }) => show((stories) => withStatus(stories, idsOf(chosen), on)),
    said: (result, { chosen, on }) => bulkSaid(result, on ? 'activated' : 'inactivated', chosen),
    failed: (reason) => t(groupWords.storiesPutBack, { reason }),
  });
  const removal = {
    show: (ids: readonly string[]) => show((stories) => stories.filter(({ id }) => !ids.includes(id))),
    failed: (reason: string) => t(groupWords.deleteFailed, { reason }),
  };
  const removeOne = useGroupCommand<readonly string[], Envelope<unknown>>(groupId, {
    ...removal,
    send: (product, ids, key) => product.deleteStory(ids[0]!, key),
    said: ({ message }) => message ?? t(groupWords.storyDeleted),
  });
  const removeSeveral = useGroupCommand<readonly NamedStory[], Envelope<BulkResult>>(groupId, {
    ...removal,
    show: (chosen) => removal.show(idsOf(chosen)),
    send: (product, chosen, key) => resultOf(product.deleteStories(idsOf(chosen), key), chosen),
    said: (result, chosen) => bulkSaid(result, 'deleted', chosen),
  });
  const named = (ids: readonly string[]): NamedStory[] => {
    const stories = shown.stories();
    return ids.map((id) => ({ id, title: stories.find((story) => story.id === id)?.title ?? '' }));
  };
  const move = useMove(groupId, shown);
  return {
    setStatus: ({ id }, on) => void status.run({ ids: [id], on }),
    setStatuses: (ids, on) => void statuses.run({ chosen: named(ids), on }),
    remove: (ids) => (ids.length === 1 ? removeOne.run(ids) : removeSeveral.run(named(ids))),
    move,
  };
}

import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { append } from '#kernel/event-store/append.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { inParallel } from './measure.ts';
import { groupCreated, pictureStory } from './seed.ts';

const perStream = 25;

const eventsOfGroup = (account_id: string): StoryrailEvent[] => {
  const place = { account_id, app_id: uuidv7(), instance_id: uuidv7(), user_id: uuidv7() };
  const stories = Array.from({ length: 10 }, (_, index) => pictureStory(`Evening ${index + 1}`));
  const first = stories[0]!.id;
  const toggles = Array.from({ length: 5 }, (): StoryrailEvent[] => [
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } },
    { type: 'StoryGroupStatusChanged', data: { from: 2, to: 1 } },
  ]).flat();
  return [
    groupCreated(place, 'Lighthouse'),
    ...stories.map((story): StoryrailEvent => ({ type: 'StoryAdded', data: { story } })),
    ...toggles,
    { type: 'StoryGroupDetailsChanged', data: { title: 'Lighthouse at night' } },
    { type: 'StoryInactivated', data: { story_id: first } },
    { type: 'StoryActivated', data: { story_id: first } },
    { type: 'StoriesReordered', data: { order: stories.map((story) => story.id).reverse() } },
  ];
};

/** Fills a log with about `count` events in streams of 25, of 20 accounts; answers how many there are. */
export const fillLog = async ({ kernel, asOwner }: Harness, count: number): Promise<number> => {
  const streams = Math.ceil(count / perStream);
  const accounts = Array.from({ length: 20 }, () => uuidv7());
  await inParallel(8, streams, (_, index) => {
    const account_id = accounts[index % accounts.length]!;
    const origin = {
      account_id,
      actor: { type: 'user', id: uuidv7() },
      on_behalf_of: null,
      correlation_id: uuidv7(),
      request_id: uuidv7(),
      cause: null,
      client: null,
      now: Date.now(),
    } as const;
    return transaction(kernel.db, (trx) => append(trx, `storyGroup-${uuidv7()}`, 0, eventsOfGroup(account_id), origin));
  });
  await asOwner('vacuum analyze event');
  return streams * perStream;
};

import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type AppState, initialApp } from '#contracts/app/state.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { examplePicture, exampleStory, exampleVideo } from '#contracts/story-group/examples.ts';
import { initialStoryGroup } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { toSeconds } from '#contracts/time.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Harness, Person } from './harness.ts';
import { contextOf } from './people.ts';

/** An app with its Default instance, one group, and stories: the first an image, the second a video of 8 s. */
export interface Scene {
  app_id: string;
  instance_id: string;
  token: string;
  group_id: string;
  stories: string[];
}

const story = (h: Harness, type: 1 | 2, title: string): StoryState => {
  const now = toSeconds(h.kernel.now());
  const file = (ending: string) => `${randomBytes(32).toString('hex')}.${ending}`;
  const media =
    type === 1
      ? { ...examplePicture(1), key: file('png'), bytes: 1000 }
      : { ...exampleVideo(1), key: file('mp4'), bytes: 1000, thumbnail: file('jpg') };
  return exampleStory(1, { id: uuidv7(), title, type, user_id: null, media, ts_created: now, ts_updated: now });
};

/** Appends events to a stream as a person, outside of the product's rules, as happened at a time (epoch milliseconds). */
export const appendAs = (
  h: { kernel: Kernel },
  person: Person,
  stream: string,
  events: StoryrailEvent[],
  at = h.kernel.now(),
) =>
  runCommand(h.kernel, contextOf(person, at), async (trx: CommandTrx) => {
    await save(trx, await load(trx, stream), events);
    return { status: 200, data: null };
  });

/** The start of a subscription to Growth at `ts_start` (unix seconds). */
export const subscribed = (account_id: string, ts_start = 1_790_000_000): StoryrailEvent => ({
  type: 'SubscriptionStarted',
  data: { account_id, plan: 'growth', provider: 'local', ts_start },
});

/** Seeds a group with two stories in an app of the person's account; a new app unless one is given. */
export const seedScene = async (
  h: Harness,
  person: Person,
  given: { app?: Pick<Scene, 'app_id' | 'instance_id' | 'token'>; user_id?: string | null; title?: string } = {},
): Promise<Scene> => {
  const app = given.app ?? { app_id: uuidv7(), instance_id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}` };
  if (!given.app) {
    const { store_type }: Pick<AppState, 'store_type'> = initialApp(app.app_id);
    await appendAs(h, person, `app-${app.app_id}`, [
      {
        type: 'AppAdded',
        data: {
          account_id: person.account_id,
          title: 'Fjord',
          store_type,
          store_id: app.app_id,
          website_url: null,
          icon: null,
          instance: { id: app.instance_id, title: 'Default', token: app.token },
        },
      },
    ]);
  }
  const group_id = uuidv7();
  const stories = [story(h, 1, 'Morning'), story(h, 2, 'Evening')];
  await appendAs(h, person, `storyGroup-${group_id}`, [
    {
      type: 'StoryGroupCreated',
      data: {
        ...initialStoryGroup(group_id),
        account_id: person.account_id,
        app_id: app.app_id,
        instance_id: app.instance_id,
        user_id: given.user_id === undefined ? person.user_id : given.user_id,
        type: 'manual',
        status: 1,
        title: given.title ?? 'Harbour',
        icon: `${randomBytes(32).toString('hex')}.png`,
        ts_start: toSeconds(h.kernel.now()),
      },
    },
    ...stories.map((one): StoryrailEvent => ({ type: 'StoryAdded', data: { story: one } })),
  ]);
  return { ...app, group_id, stories: stories.map((one) => one.id) };
};

/** Sends a batch as an SDK does; `events` are completed with an id and the time. */
export const sendBatch = (
  h: Harness,
  token: string,
  events: Record<string, unknown>[],
  envelope: Record<string, unknown> = {},
) => {
  const now = h.kernel.now();
  return h.inject('POST', `/sdk/v1/${token}/events`, {
    body: {
      batch_id: uuidv7(),
      sent_at: now,
      viewer_id: 'viewer-1',
      session_id: 'session-1',
      platform: 'web',
      sdk_version: '1.0.0',
      consent: true,
      events: events.map((event) => ({ id: uuidv7(), at: now, ...event })),
      ...envelope,
    },
  });
};

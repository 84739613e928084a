import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type AppState, initialApp } from '#contracts/app/state.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { examplePicture, exampleStory, exampleVideo } from '#contracts/story-group/examples.ts';
import { initialStoryGroup } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { toSeconds } from '#contracts/time.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { serializePayload, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { partitionOf } from '#kernel/telemetry-log/partition.ts';
import type { Harness, Person } from './harness.ts';
import { contextOf } from './people.ts';
import { testEnvelope } from './seen-batch.ts';
import { until } from './stopwatch.ts';

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

/** Publishes a design of such components in a story of a scene: viewers may answer them. */
export const publishDesign = (
  h: { kernel: Kernel },
  person: Person,
  { group_id }: Pick<Scene, 'group_id'>,
  story_id: string,
  ...components: readonly ExamplePart[]
) =>
  appendAs(h, person, `storyGroup-${group_id}`, [
    { type: 'StoryChanged', data: { story_id, changes: { studio: exampleDesign(...components) } } },
  ]);

/** Makes answers of a reaction or poll known that no design can have any more, as if it had been published with them once. */
export const plantComponent = (
  h: Pick<Harness, 'asOwner'>,
  story_id: string,
  component_id: string,
  kind: ComponentKind,
  answers: readonly string[],
) =>
  h.asOwner('insert into catalog.published_component values ($1, $2, $3, $4)', [
    story_id,
    component_id,
    kind,
    JSON.stringify({ answers }),
  ]);

/** Appends a batch to the log as it would have been accepted once, whatever is refused by now. */
export const appendBatch = (
  h: Harness,
  { account_id }: Pick<Person, 'account_id'>,
  { app_id, instance_id, token, group_id }: Scene,
  events: Record<string, unknown>[],
  envelope: Partial<TelemetryEnvelope> = {},
) => {
  const at = h.kernel.now();
  return h.kernel.telemetry.append({
    partition: partitionOf(token),
    instance_id,
    batch_id: uuidv7(),
    payload: serializePayload(
      testEnvelope({ app_id, account_id, received_at: at, ...envelope }),
      JSON.stringify(events.map((event) => ({ id: uuidv7(), at, group_id, ...event }))),
    ),
  });
};

/** Sends a batch as `sendBatch` does, and again while there is no room for it, as an SDK does too. */
export const deliverBatch = async (...[h, token, events, envelope]: Parameters<typeof sendBatch>) => {
  const batch = { batch_id: uuidv7(), ...envelope };
  const send = () => sendBatch(h, token, events, batch);
  let answer = await send();
  await until(async () => {
    if (answer.statusCode !== 503) return true;
    answer = await send();
    return false;
  }, 'room for a batch');
  return answer;
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

import { type SdkAnswerType, type SdkEventType, sdkLimits } from '#contracts/sdk/protocol.ts';
import { type ExamplePart, sentDesign } from '#contracts/studio/examples.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';
import type { Person } from './people.ts';
import { createRandom, pick } from './random.ts';
import { deliverBatch } from './scene.ts';

const dayMs = 86_400_000;
/** From which day before today events come. */
const oldestDay = 13;
const eventsInBatch = 50;
const viewers = 240;
/** Versions of the apps and of the SDK that sent events; null is an app that named none. */
const appVersions = ['4.0.1', '4.1.0', '4.2.0', '5.0.0-beta', null];
const sdkVersions = ['2.8.0', '2.9.0', '3.0.0'];

/** One event that was sent and has to be counted once. */
export interface SentEvent {
  app_id: string;
  instance_id: string;
  group_id: string;
  viewer: string;
  type: SdkEventType;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** Unix ms. */
  at: EpochMs;
  story_id: string | null;
  /** How long a story was left open, ms; 0 for other events. */
  watch_ms: number;
  /** Empty where none was named. */
  app_version: string;
  sdk_version: string;
  /** Of an answer, and of a component that was seen. */
  component_id?: string;
  value?: string | number;
  /** That the viewer had answered the component before: it is no answer, but the viewer was there. */
  again?: true;
}

/** A group of the scene. */
export interface PlantedGroup {
  id: string;
  title: string;
  app_id: string;
  instance_id: string;
  user_id: string;
  stories: string[];
}

const types: readonly SdkEventType[] = [
  ...Array<SdkEventType>(6).fill('story_impression'),
  ...Array<SdkEventType>(3).fill('story_left'),
  'group_opened',
  'group_opened',
  'story_clicked',
  'story_skipped',
  'story_shared',
  'group_completed',
  'group_next',
  'group_previous',
  'group_closed',
  'bar_impression',
  'bar_impression',
  'bar_impression',
];
const ofStory = (type: SdkEventType): boolean => type.startsWith('story_') || type === 'group_closed';

const optionsOf = (...words: string[]) => ({ options: words.map((text) => ({ text })) });
/** A component of every kind that is answered, with what it is answered with. */
const components: readonly { part: ExamplePart; type: SdkAnswerType; values: readonly (string | number)[] }[] = [
  {
    part: ['reaction', 'love-0001', { emojis: ['😍', '🔥', '👏'] }],
    type: 'reaction_clicked',
    values: ['😍', '🔥', '👏'],
  },
  {
    part: ['poll', 'which-001', optionsOf('Camel', 'Navy', 'Rust')],
    type: 'poll_selected',
    values: ['A', 'B', 'C'],
  },
  {
    part: ['quiz', 'capital-1', optionsOf('Oslo', 'Bergen', 'Tromsø', 'Bodø')],
    type: 'quiz_answered',
    values: ['A', 'B', 'C', 'D'],
  },
  { part: ['rating', 'stars-001'], type: 'rating_submitted', values: [1, 2, 3, 4, 5] },
];
const studio = sentDesign(...components.map(({ part }) => part));

interface FiguresPlan {
  groups: number;
  stories: number;
  events: number;
  seed: number;
  atOnce?: number;
}

/**
 * An account with an iOS, an Android and a web app, each with two instances, of whose groups `events` random events were
 * sent in the last two weeks and counted. Daniel owns the first and the last app, Mei made every third group of the
 * second. `clock` is the harness's own, and stands still again at the end. Up to `atOnce` batches of a day are sent side by
 * side, which costs less of the processor's time.
 */
export const plantFigures = async (
  w: Dashboard,
  clock: { at: EpochMs | null },
  { groups, stories: storyCount, events, seed, atOnce = 10 }: FiguresPlan,
) => {
  const random = createRandom(seed);
  const now = Date.now();
  /** A moment of a day before today, at a share of what has passed of it. */
  const at = (daysAgo: number, share: number) => {
    const begins = Math.floor(now / dayMs - daysAgo) * dayMs;
    return (begins + Math.floor(share * Math.min(dayMs - 1, now - begins))) as EpochMs;
  };
  clock.at = at(oldestDay + 1, 0.5);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { account_id } = nora;
  const makeApp = async (store_type: string, title: string) => {
    const body =
      store_type === 'web'
        ? { website_url: 'https://marlow.example', title }
        : { store_id: `com.marlow.${title.toLowerCase()}`, store_type, is_live: false, title };
    const app = await w.call(nora, 'POST', '/app', body);
    const second = await w.call(nora, 'POST', '/instance', { app_id: app.id, title: `Members of ${title}` });
    return {
      id: app.id as string,
      title,
      store_type,
      instances: [app.instances[0], second].map(({ id, token }) => ({ id: id as string, token: token as string })),
    };
  };
  const apps = [await makeApp('ios', 'Shop'), await makeApp('android', 'Outlet'), await makeApp('web', 'Journal')];
  const daniel = await w.person({ account_id, permissions: { app_owner: [apps[0]!.id, apps[2]!.id] } });
  const mei = await w.person({ account_id, permissions: { story_creator: [apps[1]!.id] } });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 120, 120));
  const media = await w.upload(nora, await drawnPicture('B', '#2d4f86', 90, 160));
  const planted: PlantedGroup[] = [];
  for (let index = 0; index < groups; index += 1) {
    const app = apps[index % apps.length]!;
    const instance = app.instances[Math.floor(index / apps.length) % 2]!;
    const by: Person = app === apps[1] && index % 9 === 1 ? mei : nora;
    const body = {
      app_id: app.id,
      instance_id: instance.id,
      title: `Group ${index + 1}`,
      icon,
      ts_start: Math.floor(clock.at / 1000),
    };
    const id: string = (await w.call(by, 'POST', '/n/story_group', body)).story_group_id;
    const own = Math.floor(((index + 1) * storyCount) / groups) - Math.floor((index * storyCount) / groups);
    const wanted = Array.from({ length: own }, (_, place) => ({
      story_group_id: id,
      title: `Story ${place + 1}`,
      type: 1,
      media,
      ...(app.store_type === 'web' ? {} : { studio }),
    }));
    const stories: string[] = (await w.call(by, 'POST', '/story/multiple', { stories: wanted })).changed;
    // Hers are seen by nobody until an owner activates them.
    if (by === mei)
      await w.call(nora, 'PATCH', '/story/multiple', { stories: stories.map((one) => ({ id: one, status: 1 })) });
    planted.push({ id, title: body.title, app_id: app.id, instance_id: instance.id, user_id: by.user_id, stories });
  }
  const drawBatch = (size: number) => {
    const app = pick(random, apps);
    const instance = pick(random, app.instances);
    const own = planted.filter(({ instance_id }) => instance_id === instance.id);
    const moment = at(Math.floor(random() * (oldestDay + 1)), random());
    const head = {
      app_id: app.id,
      instance_id: instance.id,
      viewer: `viewer-${Math.floor(random() * viewers)}`,
      day: new Date(moment).toISOString().slice(0, 10),
      at: moment,
      app_version: pick(random, appVersions) ?? '',
      sdk_version: pick(random, sdkVersions),
    };
    const batch = Array.from({ length: size }, (): SentEvent => {
      const group = pick(random, own);
      // Web apps have no components.
      const component = app.store_type !== 'web' && random() < 0.15 ? pick(random, components) : null;
      const seen = component !== null && random() < 0.4;
      const type = component ? (seen ? 'component_impression' : component.type) : pick(random, types);
      return {
        ...head,
        group_id: group.id,
        type,
        story_id: component || ofStory(type) ? pick(random, group.stories) : null,
        watch_ms: type === 'story_left' ? 500 + Math.floor(random() * (sdkLimits.imageWatchMs - 500)) : 0,
        ...(component ? { component_id: component.part[1] } : {}),
        ...(component && !seen ? { value: pick(random, component.values) } : {}),
      };
    });
    return { token: instance.token, head, batch };
  };
  const sizes = Array.from({ length: Math.ceil(events / eventsInBatch) }, (_, batch) =>
    Math.min(eventsInBatch, events - batch * eventsInBatch),
  );
  const batches = sizes.map(drawBatch).sort((a, b) => a.head.day.localeCompare(b.head.day));
  const send = async ({ token, head, batch }: ReturnType<typeof drawBatch>): Promise<void> => {
    const answer = await deliverBatch(
      w,
      token,
      batch.map(({ at, type, group_id, story_id, watch_ms, component_id, value }) => ({
        at,
        type,
        group_id,
        ...(story_id === null ? {} : { story_id }),
        ...(watch_ms > 0 ? { watch_ms } : {}),
        ...(component_id === undefined ? {} : { component_id }),
        ...(value === undefined ? {} : { value }),
      })),
      {
        viewer_id: head.viewer,
        sdk_version: head.sdk_version,
        ...(head.app_version === '' ? {} : { app_version: head.app_version }),
      },
    );
    if (answer.statusCode !== 202) throw new Error(answer.body);
  };
  // What viewers answered first, with its round: of batches that are sent side by side either may come first.
  const given = new Map<string, { round: number; value: string | number }>();
  for (let first = 0; first < batches.length; ) {
    const { day } = batches[first]!.head;
    const round = batches.slice(first, first + atOnce).filter(({ head }) => head.day === day);
    for (const event of round.flatMap(({ batch }) => batch)) {
      if (event.value === undefined) continue;
      const answer = [event.story_id, event.component_id, event.viewer].join();
      const before = given.get(answer);
      if (!before) given.set(answer, { round: first, value: event.value });
      else if (before.round === first) event.value = before.value;
      if (before) event.again = true;
    }
    // They arrive when the last of them has happened.
    clock.at = Math.max(...round.map(({ head }) => head.at)) as EpochMs;
    await Promise.all(round.map(send));
    first += round.length;
  }
  const sent = batches.flatMap(({ batch }) => batch);
  clock.at = null;
  await w.until(
    async () => {
      const { rows } = await w.kernel.analytics.pool.query('select count(*)::int as left from telemetry_uncounted');
      return rows[0].left === 0;
    },
    'all to be counted',
    Math.max(30_000, events / 5),
  );
  return { random, nora, daniel, mei, apps, groups: planted, sent };
};
export type FiguresScene = Awaited<ReturnType<typeof plantFigures>>;

const countOf = (events: readonly SentEvent[], type: SdkEventType): number =>
  events.filter((event) => event.type === type).length;

/** What the figures of some events must be, counted from the events themselves. */
export const figuresOf = (events: readonly SentEvent[]) => {
  const impressions = events.filter(({ type }) => type === 'story_impression');
  const left = events.filter(({ type }) => type === 'story_left');
  const watched = left.reduce((sum, { watch_ms }) => sum + watch_ms, 0);
  const clicks = countOf(events, 'story_clicked');
  return {
    reach: new Set(impressions.map(({ viewer }) => viewer)).size,
    total_impression: impressions.length,
    total_open: countOf(events, 'group_opened'),
    total_click: clicks,
    ctr: impressions.length === 0 ? 0 : clicks / impressions.length,
    total_complete: countOf(events, 'group_completed'),
    average_watch_length: left.length === 0 ? 0 : Math.round(watched / left.length / 100) / 10,
    nexts: countOf(events, 'group_next'),
    prevs: countOf(events, 'group_previous'),
    closed: countOf(events, 'group_closed'),
    total_skipped: countOf(events, 'story_skipped'),
    share_count: countOf(events, 'story_shared'),
  };
};
export type KnownFigures = ReturnType<typeof figuresOf>;

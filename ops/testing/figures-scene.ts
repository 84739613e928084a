import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';
import type { Person } from './people.ts';
import { createRandom, pick } from './random.ts';
import { sendBatch } from './scene.ts';

const dayMs = 86_400_000;
/** From which day before today events come. */
const oldestDay = 13;
const eventsInBatch = 25;
const viewers = 240;

/** One event that was sent and has to be counted once. */
export interface SentEvent {
  app_id: string;
  instance_id: string;
  group_id: string;
  viewer: string;
  type: SdkEventType;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** How long a story was left open, ms; 0 for other events. */
  watch_ms: number;
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
];
const ofStory = (type: SdkEventType): boolean => type.startsWith('story_') || type === 'group_closed';

/**
 * An account with an iOS, an Android and a web app, each with two instances, of whose groups `events` random events were
 * sent in the last two weeks and counted. Daniel owns the first and the last app, Mei made every third group of the
 * second. `clock` is the harness's own, and stands still again at the end.
 */
export const plantFigures = async (
  w: Dashboard,
  clock: { at: EpochMs | null },
  { groups, events, seed }: { groups: number; events: number; seed: number },
) => {
  const random = createRandom(seed);
  const now = Date.now();
  const at = (daysAgo: number) => (Math.floor(now / dayMs - daysAgo) * dayMs + dayMs / 2) as EpochMs;
  clock.at = at(oldestDay + 1);
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
      ts_start: clock.at / 1000,
    };
    const id: string = (await w.call(by, 'POST', '/n/story_group', body)).story_group_id;
    const story = async (title: string): Promise<string> =>
      (await w.call(by, 'POST', '/story', { story_group_id: id, title, type: 1, media })).story_id;
    const stories = [await story('First'), await story('Second')];
    planted.push({ id, title: body.title, app_id: app.id, instance_id: instance.id, user_id: by.user_id, stories });
  }
  const sent: SentEvent[] = [];
  for (let left = events; left > 0; left -= eventsInBatch) {
    const app = pick(random, apps);
    const instance = pick(random, app.instances);
    const own = planted.filter(({ instance_id }) => instance_id === instance.id);
    const daysAgo = Math.floor(random() * (oldestDay + 1));
    clock.at = daysAgo === 0 ? (now as EpochMs) : at(daysAgo);
    const day = new Date(clock.at).toISOString().slice(0, 10);
    const viewer = `viewer-${Math.floor(random() * viewers)}`;
    const batch = Array.from({ length: Math.min(left, eventsInBatch) }, () => {
      const group = pick(random, own);
      const type = pick(random, types);
      const watch_ms = type === 'story_left' ? 500 + Math.floor(random() * 14_000) : 0;
      sent.push({ app_id: app.id, instance_id: instance.id, group_id: group.id, viewer, type, day, watch_ms });
      return {
        type,
        group_id: group.id,
        ...(ofStory(type) ? { story_id: pick(random, group.stories) } : {}),
        ...(watch_ms > 0 ? { watch_ms } : {}),
      };
    });
    const answer = await sendBatch(w, instance.token, batch, { viewer_id: viewer });
    if (answer.statusCode !== 202) throw new Error(answer.body);
  }
  clock.at = null;
  await w.until(async () => {
    const { rows } = await w.kernel.analytics.pool.query('select count(*)::int as left from telemetry_uncounted');
    return rows[0].left === 0;
  }, 'all to be counted');
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

import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import type { SentStudio } from '#contracts/studio/studio.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';
import type { Person } from './people.ts';
import { createRandom, pick } from './random.ts';
import { deliverBatch, plantComponent } from './scene.ts';

const dayMs = 86_400_000;
const eventsInBatch = 5;
/** So many batches are sent side by side, which costs less of the processor's time. */
const atOnce = 10;
const viewers = 150;
/** From which day before today answers come. */
export const oldestAnswer = 9;

/** One event of a component that was sent and has to be counted once: of a viewer's answers to it the first. */
export interface SentAnswer {
  app_id: string;
  group_id: string;
  story_id: string;
  component_id: string;
  type: string;
  value: string;
  /** Null without consent. */
  viewer: string | null;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
}

type Act = readonly [type: string, value: string | number];
type Random = () => number;

/** The designs of a group's first and second story. */
const designs = [
  sentDesign(
    ['reaction', 'mood-0001', { emojis: ['😍', '🔥', '😮'] }],
    ['poll', 'which-001', { options: ['Camel', 'Navy', 'Rust', 'Olive'].map((text) => ({ text })) }],
    ['product_tag', 'shoe-0001'],
  ),
  sentDesign(['quiz', 'right-001'], ['rating', 'stars-001'], ['countdown', 'sale-0001'], ['text', 'looked-01']),
] as const;
/** More kinds of answers than are listed one by one: no design has so many any more. */
const many = Array.from({ length: 400 }, (_, at) => `:e${at}:`);

/** What viewers do to the components of a group's first and second story. */
const components: readonly (readonly [story: 0 | 1, id: string, act: (random: Random) => Act])[] = [
  [0, 'mood-0001', (random) => ['reaction_clicked', pick(random, ['😍', '🔥', '🔥', '😮'])]],
  [0, 'which-001', (random) => ['poll_selected', pick(random, ['A', 'B', 'B', 'D'])]],
  [0, 'shoe-0001', () => ['product_tag_clicked', 'sku-1']],
  [1, 'right-001', (random) => ['quiz_answered', pick(random, ['A', 'B', 'C', 'C'])]],
  [1, 'stars-001', (random) => ['rating_submitted', pick(random, [2, 4, 5, 5])]],
  [1, 'sale-0001', (random) => [random() < 0.8 ? 'countdown_reminder_set' : 'countdown_reminder_removed', '']],
  [1, 'many-0001', (random) => ['reaction_clicked', pick(random, many)]],
  [1, 'many-0001', (random) => ['reaction_clicked', pick(random, many)]],
  [1, 'looked-01', () => ['component_impression', '']],
];

/**
 * An account with an iOS, an Android and a web app, two groups of two stories each in the first two and one in the last, to
 * whose components `events` random answers were sent in the last ten days and counted; a story that was answered is deleted
 * since. Mei made the last group of the Android app. `clock` is the harness's own, and stands still again at the end.
 */
export const plantAnswers = async (
  w: Dashboard,
  clock: { at: EpochMs | null },
  { events, seed }: { events: number; seed: number },
) => {
  const random = createRandom(seed);
  const now = Date.now();
  const at = (daysAgo: number) => (Math.floor(now / dayMs - daysAgo) * dayMs + dayMs / 2) as EpochMs;
  clock.at = at(oldestAnswer + 1);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const makeApp = async (store_type: string, title: string) => {
    const body =
      store_type === 'web'
        ? { website_url: 'https://marlow.example', title }
        : { store_id: `com.marlow.${title.toLowerCase()}`, store_type, is_live: false, title };
    const app = await w.call(nora, 'POST', '/app', body);
    const [{ id, token }] = app.instances;
    return { id: app.id as string, title, store_type, instance_id: id as string, token: token as string };
  };
  const apps = [await makeApp('ios', 'Shop'), await makeApp('android', 'Outlet'), await makeApp('web', 'Journal')];
  const mei = await w.person({ account_id: nora.account_id, permissions: { story_creator: [apps[1]!.id] } });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 120, 120));
  const media = await w.upload(nora, await drawnPicture('B', '#2d4f86', 90, 160));
  const makeGroup = async (by: Person, app: (typeof apps)[number], title: string) => {
    const { id: app_id, instance_id } = app;
    const body = { app_id, instance_id, title, icon, ts_start: clock.at! / 1000 };
    const id: string = (await w.call(by, 'POST', '/n/story_group', body)).story_group_id;
    const story = async (name: string, studio: SentStudio): Promise<string> =>
      (await w.call(by, 'POST', '/story', { story_group_id: id, title: name, type: 1, media, studio })).story_id;
    const first = await story(`${title} first`, designs[0]);
    const second = await story(`${title} second`, designs[1]);
    await plantComponent(w, second, 'many-0001', 'reaction', many);
    return { id, title, app, stories: [first, second] as const };
  };
  const groups = [
    await makeGroup(nora, apps[0]!, 'Autumn'),
    await makeGroup(nora, apps[0]!, 'Winter'),
    await makeGroup(nora, apps[1]!, 'Spring'),
    await makeGroup(mei, apps[1]!, 'Summer'),
    await makeGroup(nora, apps[2]!, 'Reading'),
  ];
  const answered = groups.slice(0, 4);
  const sent: SentAnswer[] = [];
  const given = new Set<string>();
  const drawBatch = () => {
    const group = pick(random, answered);
    // The last one has answers in a few days only.
    const daysAgo = Math.floor(random() * (group === answered[3] ? 3 : oldestAnswer + 1));
    const viewer = random() < 0.1 ? null : `viewer-${Math.floor(random() * viewers)}`;
    const acts = Array.from({ length: eventsInBatch }, () => {
      const [place, component_id, act] = pick(random, components);
      const [type, value] = random() < 0.3 ? (['component_impression', ''] as const) : act(random);
      return { story_id: group.stories[place], component_id, type, value };
    });
    return { group, daysAgo, viewer, acts };
  };
  const batches = Array.from({ length: events / eventsInBatch }, drawBatch);
  for (let daysAgo = oldestAnswer; daysAgo >= 0; daysAgo -= 1) {
    clock.at = daysAgo === 0 ? (now as EpochMs) : at(daysAgo);
    const day = new Date(clock.at).toISOString().slice(0, 10);
    // Of batches that are sent side by side either may come first, so what a viewer answers first in each is the same.
    const today = new Map<string, string | number>();
    const send = async ({ group, viewer, acts }: ReturnType<typeof drawBatch>): Promise<void> => {
      const here = new Set<string>();
      const batch = acts.map(({ story_id, component_id, type, value: drawn }) => {
        const answer = [story_id, component_id, type, viewer].join();
        const isAnswer = viewer !== null && (sdkAnswerTypes as readonly string[]).includes(type);
        const value = isAnswer && !here.has(answer) ? (today.get(answer) ?? drawn) : drawn;
        if (!today.has(answer)) today.set(answer, value);
        here.add(answer);
        const told = { group_id: group.id, story_id, component_id, type, value: String(value), viewer, day };
        if (!isAnswer || !given.has(answer)) sent.push({ app_id: group.app.id, ...told });
        given.add(answer);
        return { type, group_id: group.id, story_id, component_id, ...(value === '' ? {} : { value }) };
      });
      const envelope = viewer === null ? { consent: false, viewer_id: undefined } : { viewer_id: viewer };
      const answer = await deliverBatch(w, group.app.token, batch, envelope);
      if (answer.statusCode !== 202 || answer.json().data.accepted !== eventsInBatch) throw new Error(answer.body);
    };
    const due = batches.filter((batch) => batch.daysAgo === daysAgo);
    for (let first = 0; first < due.length; first += atOnce)
      await Promise.all(due.slice(first, first + atOnce).map(send));
  }
  clock.at = null;
  await w.until(async () => {
    const { rows } = await w.kernel.analytics.pool.query('select count(*)::int as left from telemetry_uncounted');
    return rows[0].left === 0;
  }, 'all to be counted');
  const gone = { story_id: groups[1]!.stories[1] };
  await w.call(nora, 'PATCH', '/story', { ...gone, status: 2 });
  await w.call(nora, 'DELETE', '/story', gone);
  return { random, nora, mei, apps, groups, sent };
};
export type AnswersScene = Awaited<ReturnType<typeof plantAnswers>>;

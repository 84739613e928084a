import type { Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { type SdkEventType, type SdkRejectionCode, sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { StoryResults } from '#contracts/sdk/results.ts';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import { drainLogs } from '#projections/analytics/count/aggregator.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild/rebuild.ts';
import { countAll } from './figures.ts';
import type { Harness } from './harness.ts';
import { createRandom, pick } from './random.ts';
import { deliverBatch, publishDesign, seedScene } from './scene.ts';

const dayMs = 86_400_000;
const eventsInBatch = 50;
/** How many events a viewer sends about, so that many are second answers. */
const eventsOfViewer = 65;
/** Every how many batches two counters count at once, each ahead of the other by chance. */
const batchesInRound = 12;

type Value = string | number | boolean | undefined;
/** An event that may be sent about a component, and why it is refused, if it is. */
type Act = readonly [type: SdkEventType, component: string | undefined, value?: Value, refused?: SdkRejectionCode];

const design: readonly ExamplePart[] = [
  ['reaction', 'mood-0001', { emojis: ['😍', '🔥', '👨‍👩‍👧'] }],
  ['poll', 'which-001', { options: ['Camel', 'Navy', 'Rust'].map((text) => ({ text })) }],
  ['quiz', 'right-001'],
  ['rating', 'stars-001'],
  ['countdown', 'sale-0001'],
  ['product_tag', 'shoe-0001'],
];

const taken: readonly Act[] = [
  ...['😍', '🔥', '👨‍👩‍👧'].map((value): Act => ['reaction_clicked', 'mood-0001', value]),
  ...['A', 'B', 'C'].map((value): Act => ['poll_selected', 'which-001', value]),
  ...['A', 'B', 'C'].map((value): Act => ['quiz_answered', 'right-001', value]),
  ...[1, 4, 5, '2', '5'].map((value): Act => ['rating_submitted', 'stars-001', value]),
  ['countdown_reminder_set', 'sale-0001'],
  ['countdown_reminder_removed', 'sale-0001'],
  ['product_tag_clicked', 'shoe-0001', 'sku-1'],
  ['component_impression', 'mood-0001'],
  ['component_impression', 'shoe-0001'],
];
const refused: readonly Act[] = [
  ['poll_selected', undefined, 'A', 'InvalidEvent'],
  ['poll_selected', 'which-002', 'A', 'UnknownComponent'],
  ['poll_selected', '__proto__', 'A', 'UnknownComponent'],
  ['poll_selected', 'right-001', 'A', 'UnknownComponent'],
  ['component_impression', 'constructor', undefined, 'UnknownComponent'],
  ['countdown_reminder_set', 'stars-001', undefined, 'UnknownComponent'],
  ['poll_selected', 'which-001', 'D', 'InvalidValue'],
  ['poll_selected', 'which-001', 'a', 'InvalidValue'],
  ['quiz_answered', 'right-001', undefined, 'InvalidValue'],
  ['quiz_answered', 'right-001', true, 'InvalidValue'],
  ['rating_submitted', 'stars-001', 3.5, 'InvalidValue'],
  ['rating_submitted', 'stars-001', '3.0', 'InvalidValue'],
  ['rating_submitted', 'stars-001', 0, 'InvalidValue'],
  ['reaction_clicked', 'mood-0001', '❤️', 'InvalidValue'],
  ['reaction_clicked', 'mood-0001', '👨‍👩‍👦', 'InvalidValue'],
  ['product_tag_clicked', 'shoe-0001', 'sku-2', 'InvalidValue'],
  ['countdown_reminder_set', 'sale-0001', 'A', 'InvalidValue'],
];

/** An event that has to be counted. */
interface Counted {
  story: string;
  component: string;
  type: SdkEventType;
  value: string;
  viewer: string | null;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
}

/** What is said of components, in an order of its own. */
type Said = readonly (readonly (string | number | null)[])[];
const inOrder = (said: Said): string[] => said.map((one) => JSON.stringify(one)).sort();

const isAnswer = ({ type }: Pick<Counted, 'type'>): boolean => (sdkAnswerTypes as readonly string[]).includes(type);
const isResult = ({ type }: Pick<Counted, 'type'>): boolean => isAnswer({ type }) && !type.startsWith('countdown');
const grouped = (
  all: readonly Counted[],
  keyOf: (one: Counted) => readonly (string | null)[],
): [string[], Counted[]][] => {
  const groups = new Map<string, Counted[]>();
  for (const one of all)
    groups.set(JSON.stringify(keyOf(one)), [...(groups.get(JSON.stringify(keyOf(one))) ?? []), one]);
  return [...groups].map(([key, own]) => [JSON.parse(key), own]);
};
const viewersOf = (all: readonly Counted[]): number =>
  new Set(all.flatMap(({ viewer }) => (viewer === null ? [] : [viewer]))).size;

/** The figures of components as they have to be: of values, of components and of single answers. */
const truthOf = (counted: readonly Counted[]) => {
  const responses = counted.filter(({ type }) => type !== 'component_impression');
  return {
    seen: inOrder(
      grouped(
        counted.filter(({ type }) => type === 'component_impression'),
        ({ story, component }) => [story, component],
      ).map(([key, own]) => [...key, own.length]),
    ),
    results: inOrder(
      grouped(responses.filter(isResult), ({ story, component, value }) => [story, component, value]).map(
        ([key, own]) => [...key, own.length],
      ),
    ),
    values: inOrder(
      grouped(responses, ({ story, component, type, value }) => [story, component, type, value]).map(([key, own]) => [
        ...key,
        own.length,
      ]),
    ),
    responders: inOrder(
      grouped(responses, ({ story, component, type }) => [story, component, type]).map(([key, own]) => [
        ...key,
        own.length,
        isAnswer(own[0]!) ? viewersOf(own) : null,
      ]),
    ),
    days: inOrder(grouped(responses, ({ type, day }) => [type, day]).map(([key, own]) => [...key, own.length])),
    answers: inOrder(
      responses.filter(isResult).map(({ viewer, story, component, value }) => [viewer ?? '', story, component, value]),
    ),
  };
};

interface ComponentRow {
  story_id: string;
  component_id: string;
  impressions: number;
  responses: {
    type: SdkEventType;
    response_count: number;
    responders: number | null;
    values: { value: string; count: number }[];
  }[];
}

/** The same as the API tells them. */
const toldBy = async (h: Harness, as: Awaited<ReturnType<Harness['person']>>, groups: readonly string[]) => {
  const get = async (url: string, query: Record<string, string>) => {
    const answer = await h.inject('GET', url, { as, query: { story_group_id: groups.join(), ...query } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer;
  };
  const stories = (await get('/api/story/interactive_stats', {})).json().data;
  const components: ComponentRow[] = stories.flatMap((one: { components: ComponentRow[] }) => one.components);
  const totals = (await get('/api/story_group/n/interactive_stats/totals', {})).json().data;
  const answers: string[][] = [];
  for (const report_type of ['reaction', 'poll', 'quiz', 'rating'])
    for (const line of (await get('/api/report', { report_type })).body.trimEnd().split('\r\n').slice(1, -1))
      answers.push(line.split(','));
  return {
    seen: inOrder(
      components.flatMap((one) => (one.impressions > 0 ? [[one.story_id, one.component_id, one.impressions]] : [])),
    ),
    values: inOrder(
      components.flatMap(({ story_id, component_id, responses }) =>
        responses.flatMap(({ type, values }) =>
          values.map(({ value, count }) => [story_id, component_id, type, value, count]),
        ),
      ),
    ),
    responders: inOrder(
      components.flatMap(({ story_id, component_id, responses }) =>
        responses.map((one) => [story_id, component_id, one.type, one.response_count, one.responders]),
      ),
    ),
    days: inOrder(
      totals.daily.flatMap(({ date, component_impression, ...types }: Record<string, string | number>) =>
        Object.entries(types).flatMap(([type, count]) => (count === 0 ? [] : [[type, date!, count]])),
      ),
    ),
    answers: inOrder(answers.map(([, viewer, , story, component, value]) => [viewer!, story!, component!, value!])),
  };
};

/** How often each answer was given, of those that were, as SDKs are told; kept for a second by the process that is asked. */
const resultsOf = async (h: Harness, places: readonly { token: string; story: string }[]): Promise<string[]> => {
  const told: [string, string, string, number][] = [];
  for (const { token, story } of places) {
    const answer = await h.inject('GET', `/sdk/v1/${token}/results`, { query: { story_id: story } });
    const { components } = answer.json<{ data: StoryResults }>().data;
    for (const [id, { values }] of Object.entries(components))
      for (const [value, times] of Object.entries(values)) if (times > 0) told.push([story, id, value, times]);
  }
  return inOrder(told);
};

const countedTables = ['answer', 'first_answer', 'daily_answer', 'daily_response'] as const;

/**
 * Sends `events` random events about components, some refused, late, sent twice or without consent, and asserts that what is
 * answered, told and reported is what was sent, before and after rebuilds. The clock of the harness must stand still.
 */
export const proveAnswers = async (
  t: Test,
  h: Harness,
  { events, seed }: { events: number; seed: number },
): Promise<void> => {
  const random = createRandom(seed);
  const now = h.kernel.now();
  const nora = await h.person();
  const first = await seedScene(h, nora);
  const scenes = [first, await seedScene(h, nora, { app: first, title: 'Second' })];
  const viewers = Math.ceil(events / eventsOfViewer);
  const places = scenes.flatMap((scene) => scene.stories.map((story) => ({ ...scene, story })));
  for (const place of places) await publishDesign(h, nora, place, place.story, ...design);
  const counted: Counted[] = [];
  const given = new Set<string>();
  const wrong: unknown[] = [];

  const take = (one: Counted) => {
    const key = [one.story, one.component, one.type, one.viewer].join(' ');
    if (!isAnswer(one) || one.viewer === null || !given.has(key)) counted.push(one);
    given.add(key);
  };

  for (let left = events, batches = 0; left > 0; left -= eventsInBatch, batches += 1) {
    const viewer = random() < 0.15 ? null : `viewer-${Math.floor(random() * viewers)}`;
    const at = now - (random() < 0.3 ? Math.floor(random() * 6) * dayMs : 0);
    const acts = Array.from({ length: Math.min(left, eventsInBatch) }, () => ({
      story: pick(random, places),
      act: random() < 0.2 ? pick(random, refused) : pick(random, taken),
    }));
    const sent = acts.map(({ story, act: [type, component_id, value] }) => ({
      ...{ type, at, story_id: story.story },
      ...(component_id === undefined ? {} : { component_id }),
      ...(value === undefined ? {} : { value }),
    }));
    const envelope = { batch_id: uuidv7(), ...(viewer === null ? { consent: false } : { viewer_id: viewer }) };
    const codes = acts.flatMap(({ act }, index) => (act[3] ? [[index, act[3]]] : []));
    for (let again = random() < 0.1 ? 2 : 1; again > 0; again -= 1) {
      const answer = await deliverBatch(h, first.token, sent, envelope);
      const { accepted, rejected } = answer.json().data;
      const got = rejected.map((one: { index: number; code: string }) => [one.index, one.code]);
      if (JSON.stringify(got) !== JSON.stringify(codes) || accepted !== acts.length - codes.length)
        wrong.push({ sent, got });
    }
    for (const { story, act } of acts) {
      const [type, component, value, isRefused] = act;
      if (isRefused) continue;
      const day = new Date(at).toISOString().slice(0, 10);
      take({ story: story.story, component: component!, type, value: String(value ?? ''), viewer, day });
    }
    if (batches % batchesInRound === 0) await Promise.all([drainLogs(h.kernel), drainLogs(h.kernel)]);
  }
  t.same(wrong, [], 'every event is accepted or refused with its reason');
  await countAll(h);
  const { results, ...truth } = truthOf(counted);
  const groups = scenes.map(({ group_id }) => group_id);
  t.ok(counted.length < events * 0.7 && truth.answers.length > 100, `${counted.length} of ${events} count`);
  t.same(await toldBy(h, nora, groups), truth, 'figures and reports are what was sent');
  const isTold = async () => JSON.stringify(await resultsOf(h, places)) === JSON.stringify(results);
  await h.until(isTold, 'the results to be what was sent');

  const rebuild = async (name: string) => {
    const { before, after } = await rebuildAnalytics(h.kernel);
    for (const table of countedTables) t.equal(after[table], before[table], `${table} ${name}`);
    t.same(await toldBy(h, nora, groups), truth, `figures and reports ${name}`);
  };
  await rebuild('after a rebuild');
  // Answers of the days before are not counted again, and still are the first of their viewers.
  await h.asOwner('insert into telemetry_expired (until) values (to_timestamp($1))', [(now - 3 * dayMs) / 1000]);
  await rebuild('after a rebuild of the last days alone');
};

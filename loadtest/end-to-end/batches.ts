import { v7 as uuidv7 } from 'uuid';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import { pick, type Random } from '#ops/testing/random.ts';

const dayMs = 86_400_000;

/** An instance that batches are sent to. */
export interface IngestTarget {
  account_id: string;
  app_id: string;
  instance_id: string;
  token: string;
  groups: { group_id: string; stories: string[] }[];
}

/** A request body as an SDK sends it, and the instance that it is for. */
export interface SdkRequest {
  token: string;
  body: string;
  /** Whether it is valid and must be accepted; a body that is no batch must be refused. */
  good: boolean;
}

/**
 * What figures must say: sums by `day scope id counter`, answers by `story component type value`, viewers of each group, and
 * viewers of each account.
 */
export interface Expected {
  /** The day on which the run began, `YYYY-MM-DD`; what falls on it or later stands under `now`. */
  today: string;
  sums: Map<string, number>;
  answers: Map<string, number>;
  reach: Map<string, Set<string>>;
  viewers: Map<string, Set<string>>;
}

type Counter = 'impressions' | 'clicks' | 'opens' | 'completes' | 'leaves' | 'watch_ms';
const kinds: readonly [string, Counter, 'story' | 'group'][] = [
  ['story_impression', 'impressions', 'story'],
  ['story_clicked', 'clicks', 'story'],
  ['group_opened', 'opens', 'group'],
  ['story_completed', 'completes', 'story'],
  ['story_left', 'leaves', 'story'],
];

/** The design of every story that batches are sent to. */
export const answeredDesign: readonly ExamplePart[] = [
  ['poll', 'which-001', { options: ['Camel', 'Navy', 'Rust'].map((text) => ({ text })) }],
  ['rating', 'stars-001'],
];
const questions: readonly { component_id: string; type: SdkEventType; values: readonly (string | number)[] }[] = [
  { component_id: 'which-001', type: 'poll_selected', values: ['A', 'B', 'C'] },
  { component_id: 'stars-001', type: 'rating_submitted', values: [1, 2, 3, 4, 5] },
];

const add = (sums: Map<string, number>, key: string, by: number) => sums.set(key, (sums.get(key) ?? 0) + by);
const member = (sets: Map<string, Set<string>>, key: string, one: string) => {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(one));
};

/** Events that must be refused, one by one, whatever stands beside them. */
const badEvent = (random: Random, now: number, { group_id, stories }: IngestTarget['groups'][number]): object =>
  pick(random, [
    { id: uuidv7(), type: 'story_waved_at', at: now, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now, group_id, story_id: uuidv7() },
    { id: uuidv7(), type: 'group_opened', at: now, group_id: uuidv7() },
    { id: uuidv7(), type: 'story_impression', at: now - 9 * dayMs, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now + dayMs, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now },
    { type: 'story_impression', at: now, group_id, story_id: stories[0] },
    {
      id: uuidv7(),
      type: 'poll_selected',
      at: now,
      group_id,
      story_id: stories[0],
      component_id: 'which-001',
      value: 'D',
    },
    {
      id: uuidv7(),
      type: 'poll_selected',
      at: now,
      group_id,
      story_id: stories[0],
      component_id: 'which-002',
      value: 'A',
    },
    {
      id: uuidv7(),
      type: 'rating_submitted',
      at: now,
      group_id,
      story_id: stories[0],
      component_id: 'which-001',
      value: 1,
    },
  ]);

const badBodies = ['', '{', '[]', '{"batch_id":1}', '{"batch_id":"\u0000"}'];

/** What one event must add. A story's completion is the story's alone, a group's opening never a story's. */
const expectEvent = (
  expected: Expected,
  target: IngestTarget,
  viewer: string | null,
  event: {
    day: string;
    counter: Counter;
    about: 'story' | 'group';
    group_id: string;
    story_id: string;
    watch_ms: number;
  },
): void => {
  const { day, counter, about, group_id, story_id, watch_ms } = event;
  const subjects =
    counter === 'completes'
      ? [`story ${story_id}`]
      : [
          `app ${target.app_id}`,
          `instance ${target.instance_id}`,
          `group ${group_id}`,
          ...(about === 'story' ? [`story ${story_id}`] : []),
        ];
  for (const subject of subjects) {
    add(expected.sums, `${day} ${subject} ${counter}`, 1);
    if (counter === 'leaves') add(expected.sums, `${day} ${subject} watch_ms`, watch_ms);
  }
  if (viewer === null) return;
  member(expected.viewers, target.account_id, viewer);
  if (counter === 'impressions') member(expected.reach, group_id, viewer);
};

/**
 * Answers that count the first of each viewer to a component. A viewer begins with the same answer in every batch, so that
 * it is the first whichever batch comes first, and may change it afterwards, which counts nothing.
 */
const createAnswers = (random: Random, { answers, viewers }: Expected) => {
  const given = new Map<string, string | number>();
  return ({ account_id }: IngestTarget, viewer: string | null, about: { group_id: string; story_id: string }) => {
    const { component_id, type, values } = pick(random, questions);
    const who = `${account_id} ${viewer} ${about.story_id} ${component_id}`;
    const known = viewer === null ? undefined : given.get(who);
    const value = known ?? pick(random, values);
    if (known === undefined) add(answers, `${about.story_id} ${component_id} ${type} ${value}`, 1);
    if (viewer !== null) {
      given.set(who, value);
      member(viewers, account_id, viewer);
    }
    const event = { type, component_id, ...about };
    const again = viewer !== null && random() < 0.3;
    return [{ ...event, value }, ...(again ? [{ ...event, value: pick(random, values) }] : [])];
  };
};

/**
 * Generates batches of at least 20 events and the figures that they must lead to: viewers that come again, with and without
 * consent, events up to six days late, answers given once or more often, bad ones among good ones and bodies that are no batches. `now` in unix ms.
 */
export const generateBatches = (
  random: Random,
  targets: readonly IngestTarget[],
  batches: number,
  viewers: number,
  now: number,
) => {
  const today = new Date(now).toISOString().slice(0, 10);
  const expected: Expected = { today, sums: new Map(), answers: new Map(), reach: new Map(), viewers: new Map() };
  const answer = createAnswers(random, expected);
  const sent: SdkRequest[] = [];
  const whole = (below: number) => Math.floor(random() * below);
  // Times are corrected by how late a batch comes: what is of a day before stays clear of midnight.
  const at = (back: number) =>
    back === 0 ? now - whole(1000) : Math.floor(now / dayMs - back) * dayMs + dayMs / 24 + whole((dayMs * 20) / 24);
  for (let index = 0; index < batches; index += 1) {
    const target = targets[index % targets.length]!;
    if (random() < 0.02) sent.push({ token: target.token, body: pick(random, badBodies), good: false });
    const consent = random() > 0.1;
    const viewer = `viewer-${whole(viewers)}`;
    const events = Array.from({ length: 20 }, () => {
      const group = pick(random, target.groups);
      if (random() < 0.05) return [badEvent(random, now, group)];
      if (random() < 0.15) {
        const when = at(random() < 0.3 ? 1 + whole(6) : 0);
        const about = { group_id: group.group_id, story_id: pick(random, group.stories) };
        return answer(target, consent ? viewer : null, about).map((one) => ({ id: uuidv7(), at: when, ...one }));
      }
      const [type, counter, about] = pick(random, kinds);
      const story_id = pick(random, group.stories);
      const back = random() < 0.3 ? 1 + whole(6) : 0;
      const when = at(back);
      const watch_ms = whole(19_000);
      const day = back === 0 ? 'now' : new Date(when).toISOString().slice(0, 10);
      const { group_id } = group;
      expectEvent(expected, target, consent ? viewer : null, { day, counter, about, group_id, story_id, watch_ms });
      return [
        {
          id: uuidv7(),
          type,
          at: when,
          group_id,
          ...(about === 'story' ? { story_id } : {}),
          ...(counter === 'leaves' ? { watch_ms } : {}),
        },
      ];
    }).flat();
    const body = JSON.stringify({
      batch_id: uuidv7(),
      sent_at: now,
      ...(consent ? { viewer_id: viewer, session_id: `session-${index}` } : {}),
      platform: pick(random, ['ios', 'android', 'web']),
      sdk_version: '2.0.0',
      consent,
      events,
    });
    sent.push({ token: target.token, body, good: true });
  }
  return { sent, expected };
};

/** Every body three times, in a random order. */
export const shuffledThrice = (random: Random, sent: readonly SdkRequest[]): SdkRequest[] => {
  const all = [...sent, ...sent, ...sent];
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other]!, all[index]!];
  }
  return all;
};

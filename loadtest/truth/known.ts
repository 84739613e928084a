import { v7 as uuidv7 } from 'uuid';
import { type Chance, pick } from '../faults/chance.ts';

const dayMs = 86_400_000;

/** An instance that batches are sent to. */
export interface Aim {
  account_id: string;
  app_id: string;
  instance_id: string;
  token: string;
  groups: { group_id: string; stories: string[] }[];
}

/** A body as an SDK sends it, and to whom. */
export interface Sent {
  token: string;
  body: string;
  /** Whether it must be accepted; a body that is no batch must be refused. */
  good: boolean;
}

/** What figures must say: sums by `day scope id counter`, viewers of each group, and viewers of each account. */
export interface Expected {
  /** The day on which the run began, `YYYY-MM-DD`; what falls on it or later stands under `now`. */
  today: string;
  sums: Map<string, number>;
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

const add = (sums: Map<string, number>, key: string, by: number) => sums.set(key, (sums.get(key) ?? 0) + by);
const member = (sets: Map<string, Set<string>>, key: string, one: string) => {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(one));
};

/** Events that must be refused, one by one, whatever stands beside them. */
const badEvent = (chance: Chance, now: number, { group_id, stories }: Aim['groups'][number]): object =>
  pick(chance, [
    { id: uuidv7(), type: 'story_waved_at', at: now, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now, group_id, story_id: uuidv7() },
    { id: uuidv7(), type: 'group_opened', at: now, group_id: uuidv7() },
    { id: uuidv7(), type: 'story_impression', at: now - 9 * dayMs, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now + dayMs, group_id, story_id: stories[0] },
    { id: uuidv7(), type: 'story_impression', at: now },
    { type: 'story_impression', at: now, group_id, story_id: stories[0] },
  ]);

const badBodies = ['', '{', '[]', '{"batch_id":1}', '{"batch_id":"\u0000"}'];

/** What one event must add. A story's completion is the story's alone, a group's opening never a story's. */
const expectEvent = (
  expected: Expected,
  aim: Aim,
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
          `app ${aim.app_id}`,
          `instance ${aim.instance_id}`,
          `group ${group_id}`,
          ...(about === 'story' ? [`story ${story_id}`] : []),
        ];
  for (const subject of subjects) {
    add(expected.sums, `${day} ${subject} ${counter}`, 1);
    if (counter === 'leaves') add(expected.sums, `${day} ${subject} watch_ms`, watch_ms);
  }
  if (viewer === null) return;
  member(expected.viewers, aim.account_id, viewer);
  if (counter === 'impressions') member(expected.reach, group_id, viewer);
};

/**
 * Batches of 20 events with an answer that is known: viewers that come again, with and without consent, events up to six
 * days late, bad ones among good ones and bodies that are no batches. `now` in unix ms.
 */
export const makeKnown = (chance: Chance, aims: readonly Aim[], batches: number, viewers: number, now: number) => {
  const today = new Date(now).toISOString().slice(0, 10);
  const expected: Expected = { today, sums: new Map(), reach: new Map(), viewers: new Map() };
  const sent: Sent[] = [];
  const whole = (below: number) => Math.floor(chance() * below);
  // Times are corrected by how late a batch comes: what is of a day before stays clear of midnight.
  const at = (back: number) =>
    back === 0 ? now - whole(1000) : Math.floor(now / dayMs - back) * dayMs + dayMs / 24 + whole((dayMs * 20) / 24);
  for (let index = 0; index < batches; index += 1) {
    const aim = aims[index % aims.length]!;
    if (chance() < 0.02) sent.push({ token: aim.token, body: pick(chance, badBodies), good: false });
    const consent = chance() > 0.1;
    const viewer = `viewer-${whole(viewers)}`;
    const events = Array.from({ length: 20 }, () => {
      const group = pick(chance, aim.groups);
      if (chance() < 0.05) return badEvent(chance, now, group);
      const [type, counter, about] = pick(chance, kinds);
      const story_id = pick(chance, group.stories);
      const back = chance() < 0.3 ? 1 + whole(6) : 0;
      const when = at(back);
      const watch_ms = whole(19_000);
      const day = back === 0 ? 'now' : new Date(when).toISOString().slice(0, 10);
      const { group_id } = group;
      expectEvent(expected, aim, consent ? viewer : null, { day, counter, about, group_id, story_id, watch_ms });
      return {
        id: uuidv7(),
        type,
        at: when,
        group_id,
        ...(about === 'story' ? { story_id } : {}),
        ...(counter === 'leaves' ? { watch_ms } : {}),
      };
    });
    const body = JSON.stringify({
      batch_id: uuidv7(),
      sent_at: now,
      ...(consent ? { viewer_id: viewer, session_id: `session-${index}` } : {}),
      platform: pick(chance, ['ios', 'android', 'web']),
      sdk_version: '2.0.0',
      consent,
      events,
    });
    sent.push({ token: aim.token, body, good: true });
  }
  return { sent, expected };
};

/** Every body three times, in an order of chance. */
export const shuffledThrice = (chance: Chance, sent: readonly Sent[]): Sent[] => {
  const all = [...sent, ...sent, ...sent];
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(chance() * (index + 1));
    [all[index], all[other]] = [all[other]!, all[index]!];
  }
  return all;
};

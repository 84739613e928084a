import { setTimeout as wait } from 'node:timers/promises';
import { exampleDesign } from '#contracts/studio/examples.ts';
import type { StudioMessage } from '#contracts/studio/presence.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { startExtraProcess } from './extra-processes.ts';
import { againstLimit } from './limit.ts';
import { type Benchmark, type Measured, percentile, type RunSize, scaled } from './measure.ts';
import { seedApp } from './seed.ts';
import { withProduct } from './with-product.ts';

/** Most milliseconds. */
const goals = { save: 50, seen: 2000, publish: 100, many: 300 };
const mostBytes = 32 * 1024;
const together = 30;

/** A design of 30 components with which a draft has as many bytes as one may have, as JSON. */
const fullDraft = (): string => {
  // A text is bounded by its characters: three bytes each, so that thirty of them fill a draft.
  const words = (bytes: number) => '字'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3);
  const design = (each: number, first: number) => {
    const components = Array.from({ length: 30 }, (_, at) => {
      const text = words(at === 0 ? first : each);
      return ['text', `words-${at + 10}`, { text, position: { x: 20, y: 80 + at * 10 } }] as const;
    });
    return JSON.stringify(exampleDesign(...components));
  };
  const left = (each: number, first: number) => mostBytes - Buffer.byteLength(design(each, first));
  const each = Math.floor(left(1, 1) / 30) + 1;
  return design(each, each + left(each, each));
};

interface Editor {
  as: Person;
  story_id: string;
  rev: number;
}

interface Ground {
  h: Harness;
  address: string;
  owner: Person;
  media: string;
  studio: string;
  size: RunSize;
}

const call = async (address: string, as: Person, method: string, path: string, body: string, rev?: number) => {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
      ...(rev === undefined ? {} : { 'if-match': `"${rev}"` }),
    },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
};

/** New drafts of a group, one for each of these people. */
const startDrafts = async (address: string, groupId: string, people: readonly Person[]): Promise<Editor[]> => {
  const editors: Editor[] = [];
  for (const as of people) {
    const body = JSON.stringify({ story_group_id: groupId });
    const { story_id, rev } = await call(address, as, 'POST', '/story/draft', body);
    editors.push({ as, story_id, rev });
  }
  return editors;
};

const save = async ({ address, media, studio }: Ground, editor: Editor, turn: number): Promise<number> => {
  // Made before the clock starts, and not of parts: what sends the saves must not be what they wait for.
  const body = `{"story_id":"${editor.story_id}","content":{"title":"Turn ${turn}","media":"${media}","studio":${studio}}}`;
  const start = performance.now();
  const { rev } = await call(address, editor.as, 'PUT', '/story/draft', body, editor.rev);
  editor.rev = rev;
  return performance.now() - start;
};

/** Follows a studio as another person has it open, until it is left; `heard` gets each message as it comes. */
const follow = async ({ address }: Ground, as: Person, groupId: string, heard: (message: StudioMessage) => void) => {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/api/story_group/presence?story_group_id=${groupId}`, {
    headers: { authorization: `Bearer ${as.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  if (!answer.ok) throw new Error(`the studio's stream: ${answer.status}`);
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (event && data) heard([event, JSON.parse(data)] as StudioMessage);
      }
    }
  };
  const reading = read().catch(() => undefined);
  return async () => {
    leaving.abort();
    await reading;
  };
};

const spread = (values: readonly number[]): string =>
  `median ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms of ${values.length}`;

/** Each editor saves once a second, all of them at moments of their own, while others follow each group. */
const savingRows = async (ground: Ground, groups: readonly string[]): Promise<Measured[]> => {
  const { h, address, size, owner } = ground;
  const editors: Editor[] = [];
  for (const group of groups) {
    const people: Person[] = [];
    while (people.length < scaled(50, size, 10) / groups.length)
      people.push(await h.person({ account_id: owner.account_id }));
    editors.push(...(await startDrafts(address, group, people)));
  }
  const saved = new Map<string, number>();
  const seen: number[] = [];
  const leave = await Promise.all(
    groups.map((group) =>
      follow(ground, owner, group, ([event, data]) => {
        if (event !== 'draft') return;
        const now = performance.now();
        // Whoever hears of a rev needs none before it.
        for (let { rev } = data; saved.has(`${data.story_id} ${rev}`); rev -= 1) {
          seen.push(now - saved.get(`${data.story_id} ${rev}`)!);
          saved.delete(`${data.story_id} ${rev}`);
        }
      }),
    ),
  );
  const seconds = scaled(10, size);
  let turn = 0;
  const second = async (editor: Editor, at: number): Promise<number> => {
    await wait((at * 1000) / editors.length);
    turn += 1;
    // What is seen before the answer came counts from the question.
    saved.set(`${editor.story_id} ${editor.rev + 1}`, performance.now());
    return save(ground, editor, turn);
  };
  const round = async (): Promise<number[]> => {
    const took: number[] = [];
    for (let left = seconds; left > 0; left -= 1) {
      const [times] = await Promise.all([Promise.all(editors.map(second)), wait(1000)]);
      took.push(...times);
    }
    return took;
  };
  const allAreSeen = async () => {
    const end = performance.now() + 2 * goals.seen;
    while (saved.size > 0 && performance.now() < end) await wait(10);
  };
  if (!size.cold) await round();
  await allAreSeen();
  saved.clear();
  seen.length = 0;
  const rounds: number[][] = [];
  while (rounds.length < size.rounds) rounds.push(await round());
  await allAreSeen();
  for (const one of leave) await one();
  const unseen = saved.size;
  // What was never told counts as too late.
  seen.push(...Array<number>(unseen).fill(2 * goals.seen));
  const all = rounds.flat();
  const of = `${editors.length} editors, each a save a second`;
  const p95 = rounds.map((times) => percentile(times, 0.95));
  return [
    againstLimit(`PUT /story/draft of 32 KiB, ${of}, p95`, 'ms', goals.save, p95, spread(all)),
    againstLimit(
      "another's save in the stream of a studio, p99",
      'ms',
      goals.seen,
      [percentile(seen, 0.99)],
      `${spread(seen)}, ${unseen} never told`,
    ),
  ];
};

/** Publishing drafts of 32 KiB: one at a time, and as many together as may be; also by a process that has published nothing. */
const publishingRows = async (ground: Ground, groupId: string): Promise<Measured[]> => {
  const { h, owner, address, size } = ground;
  const drafts = await startDrafts(address, groupId, Array<Person>(together).fill(owner));
  const publish = async (these: readonly Editor[], at = address): Promise<number> => {
    for (const [turn, draft] of these.entries()) await save(ground, draft, turn);
    const named = these.map(({ story_id, rev }) => ({ story_id, rev }));
    const body = JSON.stringify({ story_group_id: groupId, drafts: named });
    const start = performance.now();
    await call(at, owner, 'POST', '/story/publish', body);
    const took = performance.now() - start;
    for (const draft of these) draft.rev = 0;
    return took;
  };
  const cold: number[] = [];
  for (let turn = 0; turn < size.rounds; turn += 1) {
    // A run whose figures nobody reads waits for no process to start.
    const fresh = size.cold ? null : await startExtraProcess(h, `drafts ${turn}`, 'api');
    try {
      cold.push(await publish(drafts, fresh?.address));
    } finally {
      await fresh?.stop();
    }
  }
  const [one, many]: [number[], number[]] = [[], []];
  for (let left = scaled(100, size); left > 0; left -= 1) one.push(await publish(drafts.slice(0, 1)));
  for (let left = scaled(20, size); left > 0; left -= 1) many.push(await publish(drafts));
  const at = (values: readonly number[]) => [percentile(values, 0.95)];
  const of = `${together} drafts of 32 KiB in one transaction`;
  return [
    againstLimit('POST /story/publish of a draft of 32 KiB, p95', 'ms', goals.publish, at(one), spread(one)),
    againstLimit(`POST /story/publish, ${of}, p95`, 'ms', goals.many, at(many), spread(many)),
    againstLimit(
      `POST /story/publish, ${of}, the first of a process`,
      'ms',
      goals.many,
      cold,
      `of ${cold.length} processes`,
    ),
  ];
};

/** Drafts as the studio saves and publishes them, in a process of its own that serves nothing else. */
export const draftsBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const owner = await h.person();
    const app = await seedApp(h, owner, 6, 1);
    const media = await h.media(owner.account_id);
    const served = await startExtraProcess(h, 'drafts', 'api');
    const ground: Ground = { h, address: served.address, owner, media, studio: fullDraft(), size };
    const groups = app.groups.map(({ group_id }) => group_id);
    try {
      return [...(await savingRows(ground, groups.slice(1))), ...(await publishingRows(ground, groups[0]!))];
    } finally {
      await served.stop();
    }
  });

import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { appendAs, sendBatch } from '#ops/testing/scene.ts';
import { type AccountUnderTest, readingRows, withinGoal } from './dashboard.ts';
import { deliveryRows } from './delivery.ts';
import { startExtraProcess } from './extra-processes.ts';
import { againstLimit } from './limit.ts';
import { compareRates, generatorNote, startLoadGenerator } from './load-generator.ts';
import { type Benchmark, type Measured, type RunSize, scaled } from './measure.ts';
import { startPlainServer } from './peers.ts';
import { groupCreated, pictureStory, type SeededApp, seedApp } from './seed.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

/** Milliseconds: a cold process's first command, and 95 % of the results at so many a second. */
const goals = { firstCommand: 200, results: 10, resultsPerSecond: 1000 };

const five: ExamplePart[] = [
  ['text', 'text-0001'],
  ['poll', 'poll-0001'],
  ['quiz', 'quiz-0001'],
  ['rating', 'stars-001'],
  ['cta', 'shop-0001'],
];
const designed = (title: string): StoryState => ({ ...pictureStory(title), studio: exampleDesign(...five) });

/** As many components as a design may have; `turn` is in one of its texts. */
const fullDesign = (turn: number) =>
  exampleDesign(
    ...five,
    ['poll', 'poll-0002'],
    ['reaction', 'mood-0001'],
    ...Array.from({ length: 5 }, (_, at): ExamplePart => ['product_tag', `product-${at}`]),
    ...Array.from(
      { length: 18 },
      (_, at): ExamplePart => ['text', `words-${at + 10}`, { text: `Chapter ${at}, ${turn}` }],
    ),
  );

/** A group of such stories whose designs were changed so often, in turn. */
const seedChangedGroup = async (
  h: Harness,
  person: Person,
  { app_id, instance_id }: SeededApp,
  { stories, changes }: { stories: number; changes: number },
) => {
  const id = uuidv7();
  const place = { account_id: person.account_id, app_id, instance_id, user_id: person.user_id };
  const made = Array.from({ length: stories }, (_, at) => ({
    ...pictureStory(`Page ${at + 1}`),
    studio: fullDesign(0),
  }));
  await appendAs(h, person, `storyGroup-${id}`, [
    groupCreated(place, 'Almanac'),
    ...made.map((story): StoryrailEvent => ({ type: 'StoryAdded', data: { story } })),
  ]);
  // One call of a dashboard each, so that the stream gets its snapshots as it would.
  for (let turn = 1; turn <= changes; turn += 1) {
    const story_id = made[turn % stories]!.id;
    const changed: StoryrailEvent = { type: 'StoryChanged', data: { story_id, changes: { studio: fullDesign(turn) } } };
    await appendAs(h, person, `storyGroup-${id}`, [changed]);
  }
  return { id, stories: made.map((story) => story.id) };
};

/** The first command of processes that have just started, one after the other. */
const firstCommands = async (h: Harness, person: Person, story_id: string, size: RunSize): Promise<Measured> => {
  const took: number[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const served = await startExtraProcess(h, `designs ${round + 1}`, 'api');
    try {
      const start = performance.now();
      const answer = await fetch(`${served.address}/api/story?story_id=${story_id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Cold ${round}` }),
      });
      const body = await answer.text();
      took.push(performance.now() - start);
      if (answer.status !== 200) throw new Error(`the story was not changed: ${body}`);
    } finally {
      await served.stop();
    }
  }
  const path = 'first command of a cold process on that group';
  return againstLimit(path, 'ms', goals.firstCommand, took, `of ${took.length} processes`);
};

/** Results of many stories in turn, so that most are read and not remembered, against the same bytes ready in memory. */
const resultsRow = async (h: Harness, port: number, app: SeededApp, size: RunSize): Promise<Measured> => {
  const stories = app.groups.flatMap(({ group_id, stories }) => stories.map((story_id) => ({ group_id, story_id })));
  for (const [at, story] of stories.entries()) {
    const answers = [{ type: 'poll_selected', component_id: 'poll-0001', value: at % 2 ? 'A' : 'B', ...story }];
    const sent = await sendBatch(h, app.token, answers, { viewer_id: `viewer-${at % 50}` });
    if (sent.json().data.accepted !== 1) throw new Error(sent.body);
  }
  const pathOf = (story_id: string) => `/sdk/v1/${app.token}/results?story_id=${story_id}`;
  const last = pathOf(stories.at(-1)!.story_id);
  const total = async () => (await h.inject('GET', last)).json().data.components['poll-0001'].total as number;
  await h.until(async () => (await total()) === 1, 'the answers to be counted');
  const { headers, rawPayload: body } = await h.inject('GET', last);
  const peer = await startPlainServer(
    (_, response) => void response.writeHead(200, headers as Record<string, string>).end(body),
  );
  const client = startLoadGenerator();
  const connections = 8;
  const requests = stories.map(({ story_id }) => `GET ${pathOf(story_id)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  const load = { kind: 'several', requests, count: scaled(10_000, size, 100) } as const;
  try {
    const path = `results of ${stories.length} stories in turn, ${connections} connections`;
    const job = { connections, status: 200, load };
    const { row, p95 } = await compareRates(
      client,
      { path, peer: 'node:http with the same bytes' },
      size,
      { ...job, port },
      { ...job, port: peer.port },
    );
    const fast = row.ours >= goals.resultsPerSecond ? 'met' : 'missed';
    const rate = `goal ${goals.resultsPerSecond} answers/s: ${fast}`;
    return { ...row, note: `${withinGoal(p95, goals.results)}; ${rate}; ${generatorNote(client)}` };
  } finally {
    await client.stop();
    await peer.stop();
  }
};

/**
 * Stories with designs: 20 groups of 10 as they are delivered, the page of a group of 100 with 30 components each after
 * 500 changes, and the results of a thousand.
 */
export const designsBenchmark: Benchmark = (size) =>
  withProduct(
    async (h) => {
      const person = await h.person();
      const delivered = await seedApp(h, person, 20, 10, designed);
      const answered = await seedApp(h, person, scaled(100, size), 10, designed);
      const changed = { stories: scaled(100, size, 2), changes: scaled(500, size, 2) };
      const group = await seedChangedGroup(h, person, await seedApp(h, person, 0, 0), changed);
      await h.caughtUp();
      const port = await listenOnFreePort(h);
      const rows = await deliveryRows(h, size, {
        port,
        token: delivered.token,
        what: '20 groups × 10 stories with designs',
      });
      const client = startLoadGenerator();
      const account: AccountUnderTest = { h, person, port, client, size };
      const of = `${changed.stories} stories × 30 components, ${changed.changes} changes`;
      const byGroup = `story_group_id=${group.id}`;
      try {
        return [
          ...rows,
          ...(await readingRows(account, `/story, ${of}`, `/api/story?${byGroup}`, true)),
          ...(await readingRows(account, `/story_group/detail, ${of}`, `/api/story_group/detail?${byGroup}`, false)),
          ...(await readingRows(account, `/story_group/history, ${of}`, `/api/story_group/history?${byGroup}`, false)),
          await firstCommands(h, person, group.stories[0]!, size),
          await resultsRow(h, port, answered, size),
        ];
      } finally {
        await client.stop();
      }
    },
    { parts: true },
  );

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { KnownSubject, TelemetryFacts } from '#kernel/telemetry-log/telemetry-facts.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { createSubjectLookup } from './lookups.ts';

t.test('events about components', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const [image, video] = scene.stories as [string, string];
  const codes = async (...events: Record<string, unknown>[]): Promise<(string | null)[]> => {
    const answer = await sendBatch(h, scene.token, events);
    const { rejected } = answer.json().data;
    return events.map((_, place) => rejected.find((one: { index: number }) => one.index === place)?.code ?? null);
  };
  const vote = (component_id: string, story_id = image, value: unknown = 'B') => ({
    ...{ type: 'poll_selected', story_id, component_id, value },
  });

  await t.test('are taken as soon as the component is published, whatever was known of its story', async (t) => {
    t.same(await codes({ type: 'story_impression', story_id: image }), [null], 'the story is known');
    await publishDesign(h, nora, scene, image, ['poll', 'poll-0001'], ['cta', 'swipe-001']);
    const both = await Promise.all([codes(vote('poll-0001')), codes(vote('poll-0001'))]);
    t.same(both, [[null], [null]], 'also for who asks while it is looked up');
  });

  await t.test('are refused about those of other stories, and taken about those that were removed since', async (t) => {
    t.same(await codes(vote('poll-0001', video), vote('poll-0001')), ['UnknownComponent', null]);
    await appendAs(h, nora, `storyGroup-${scene.group_id}`, [
      { type: 'StoryChanged', data: { story_id: image, changes: { studio: null } } },
      { type: 'StoryDeleted', data: { story_id: image } },
    ]);
    t.same(await codes(vote('poll-0001'), vote('poll-0001', image, 'C')), [null, 'InvalidValue']);
  });

  await t.test('need its id, and the right kind; a click names its CTA or none', async (t) => {
    const click = { type: 'story_clicked', story_id: image };
    t.same(
      await codes(
        { type: 'component_impression', story_id: image },
        { type: 'component_impression', story_id: image, component_id: 'poll-0001', value: 'seen' },
        { type: 'rating_submitted', story_id: image, component_id: 'poll-0001', value: 3 },
        { type: 'quiz_answered', story_id: image, component_id: '', value: 'A' },
        { type: 'component_impression', story_id: uuidv7(), component_id: 'poll-0001' },
        click,
        { ...click, component_id: 'swipe-001' },
        { ...click, component_id: 'no-cta-of-it' },
      ),
      ['InvalidEvent', null, 'UnknownComponent', 'UnknownComponent', 'UnknownStory', null, null, null],
    );
  });
});

/** Looks subjects up among stories of one component each; `asked` counts queries, `of` the ids in them. */
const countedLookup = (stories: readonly string[]) => {
  const all = new Set(stories);
  const count = { asked: 0, of: 0, fails: false };
  const subject = (): KnownSubject => ({
    ...{ kind: 'story', group_id: stories[0]!, watch_cap_ms: 20_000 },
    components: new Map([['poll-0001', { kind: 'poll', answers: ['A', 'B'] }]]),
  });
  const telemetryFacts: TelemetryFacts = {
    instanceByToken: async () => null,
    async knownIds(_instance, ids) {
      count.asked += 1;
      count.of += ids.length;
      if (count.fails) throw new Error('the database is away');
      return new Map(ids.filter((id) => all.has(id)).map((id) => [id, subject()]));
    },
  };
  const lookup = createSubjectLookup({ telemetryFacts });
  const find = (story: string, ...components: string[]) =>
    lookup('instance', { ids: new Set([story]), components: new Map([[story, new Set(components)]]) });
  return { count, find };
};

t.test('whatever ids of components are sent, few look-ups are made for them', async (t) => {
  const story = randomUUID();
  const one = countedLookup([story]);
  const began = performance.now();
  for (let sent = 0; sent < 100_000; sent += 50)
    await one.find(story, ...Array.from({ length: 50 }, (_, place) => `random-${sent + place}`));
  const seconds = Math.ceil((performance.now() - began) / 1000);
  t.ok(one.count.asked <= 2 + seconds, `${one.count.asked} look-ups of 100,000 ids in ${seconds} s`);
  t.ok((await one.find(story, 'poll-0001')).get(story)!.components.has('poll-0001'), 'what is there is found');

  const stories = Array.from({ length: 1000 }, () => randomUUID());
  const many = countedLookup(stories);
  const started = performance.now();
  for (let round = 0; round < 5; round += 1)
    await Promise.all(stories.map((each) => many.find(each, `random-${round}`)));
  const again = Math.ceil((performance.now() - started) / 1000);
  t.ok(many.count.of <= 1000 + 1000 * again, `${many.count.of} stories looked up in ${again} s`);
  t.ok(many.count.asked <= 4 + 4 * again, `in ${many.count.asked} queries`);
});

t.test('while components cannot be looked up nothing is refused for them', async (t) => {
  const story = randomUUID();
  const { count, find } = countedLookup([story]);
  await find(story, 'poll-0001');
  count.fails = true;
  await t.rejects(find(story, 'new-00001'), { message: 'the database is away' });
  await find(story, 'poll-0001');
  count.fails = false;
  t.ok((await find(story, 'new-00001')).has(story));
});

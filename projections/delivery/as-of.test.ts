import fc from 'fast-check';
import t from 'tap';
import type { SdkGroup, SdkStories } from '#contracts/sdk/protocol.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

interface Step {
  act: number;
  pick: number;
  title: string;
  seconds: number;
}
/** Designs that stories get in turn, the poll of which rules ask; what it is without or hidden lets rules rest, and has no link. */
const designs = [
  sentDesign(['poll', 'poll-0001'], ['text', 'text-0001', { text: 'First' }]),
  sentDesign(
    ['text', 'text-0001', { text: 'Second' }],
    ['poll', 'poll-0001', { hidden: true }],
    ['cta', 'swip-0001', { hidden: true }],
  ),
  sentDesign(['poll', 'poll-0001', { question: 'Which one?' }], ['countdown', 'sale-0001']),
  null,
];
const steps = fc.record<Step>({
  act: fc.nat({ max: 25 }),
  pick: fc.nat({ max: 7 }),
  title: fc.constantFrom('One', 'Two', 'Three'),
  seconds: fc.integer({ min: 1, max: 90 }),
});

t.test('a group as it was', async (t) => {
  let now = Date.UTC(2026, 9, 14, 12);
  const h = await startHarness(t, { now: () => now });
  const w = await ownerWithApp(h);
  const { token } = (await w.call('GET', '/app/n/list')).json().data[0];
  const asOf = async (query: Record<string, string | number>) =>
    w.call('GET', `/story_group/as_of?${new URLSearchParams(query as Record<string, string>)}`);
  const delivered = async (id: string): Promise<SdkGroup | null> => {
    const answer = await h.inject('GET', `/sdk/v1/${token}/stories`);
    // Delivery may not know the instance yet.
    if (answer.statusCode === 404) return null;
    return (answer.json() as SdkStories).data.groups.find((one) => one.id === id) ?? null;
  };

  await t.test('is exactly what delivery gave then, whatever came later', async (t) => {
    const id = await w.group();
    const others = [await w.group(), await w.group()];
    const seconds = () => Math.floor(now / 1000);
    const stories = async () => ((await w.detail(id))?.stories ?? []) as { id: string; status: number }[];
    const act = async ({ act, pick, title }: Step) => {
      const story = (await stories())[pick];
      switch (act) {
        case 0:
        case 1: {
          const window = pick % 3 === 0 ? { ts_start: seconds() + 60, ts_end: seconds() + 200 } : {};
          const studio = designs[pick % 3];
          return w.call('POST', '/story', w.storyBody(id, { title, studio, status: 1 + (pick % 2), ...window }));
        }
        case 2:
          return w.call('PATCH', '/n/story_group', { id, title });
        case 3:
          return w.call('PATCH', '/n/story_group', { id, status: 1 + (pick % 2) });
        case 4:
          return story && w.call('PATCH', '/story', { id: story.id, status: 3 - story.status, title });
        case 5:
          return story && w.call('DELETE', '/story', { id: story.id });
        case 6: {
          const order = (await stories()).map((one) => one.id).reverse();
          return order.length > 0 && w.call('POST', '/story/sort', { story_group_id: id, order });
        }
        case 7:
          return w.call('PATCH', '/n/story_group', { id, ts_end: pick % 2 ? null : seconds() + 120 });
        case 8:
          return w.call('PATCH', '/n/story_group', { id, settings: { is_unpublished: pick === 0 } });
        case 9:
          return w.call('POST', '/story_group/pin', { id: pick % 2 ? id : others[0]! });
        case 10:
          return w.call('POST', '/story_group/sort', { app_id: w.app_id, order: [id, ...others].reverse() });
        case 11:
          return w.call('POST', '/story_group/restore', { story_group_id: id, version: pick + 1 });
        case 12: {
          await w.call('PATCH', '/n/story_group', { id, status: 2 });
          await w.call('DELETE', '/story_group', { story_group_id: id });
          return pick % 2 && w.call('POST', '/story_group/restore', { story_group_id: id });
        }
        case 13:
          return w.call('POST', '/story_group/restore', { story_group_id: id });
        case 14:
          return story && w.call('PATCH', '/story', { id: story.id, studio: designs[seconds() % designs.length] });
        case 15:
        case 16:
        case 17:
        case 18:
        case 19: {
          const [first, ...later] = await stories();
          const to = [...later.map((one) => one.id), 'end'][pick % (later.length + 1)];
          if (!first || later.length < 2)
            return w.call('POST', '/story', w.storyBody(id, { title, studio: designs[0] }));
          const rules = [{ component_id: 'poll-0001', values: [pick % 2 ? 'A' : 'B'], to }];
          await w.call('PATCH', '/n/story_group', { id, status: 1, ts_end: null, settings: { is_unpublished: false } });
          await w.call('PATCH', '/story', { id: first.id, status: 1, studio: designs[pick % 2 ? 0 : 2] });
          return w.call('PATCH', '/story', { id: first.id, conditions: { rules, next: pick % 3 ? null : 'end' } });
        }
        default:
          await w.call('POST', '/story_group/restore', { story_group_id: id });
          return w.call('PATCH', '/n/story_group', {
            id,
            status: 1,
            ts_end: null,
            settings: { is_unpublished: false },
          });
      }
    };
    const seen: { ts: number; version: number; answer: string }[] = [];
    const told = async (query: Record<string, string | number>): Promise<string> => {
      const { live, group } = (await asOf({ id, ...query })).json().data;
      return live ? JSON.stringify(group) : 'null';
    };
    for (const step of fc.sample(steps, { numRuns: 120, seed: 14_102_026 })) {
      now += step.seconds * 1000;
      await act(step);
      await h.caughtUp();
      const ts = seconds();
      let answer = '';
      await h.until(
        async () => {
          answer = JSON.stringify(await delivered(id));
          return answer === (await told({ ts }));
        },
        `delivery and time travel to agree after ${JSON.stringify(step)}`,
      );
      await h.caughtUp();
      const { data } = (await w.call('GET', `/story_group/history?story_group_id=${id}&limit=1`)).json();
      seen.push({ ts, answer, version: data[0].ts === ts ? data[0].version : 0 });
    }
    now += 1_000_000;
    for (const { ts, answer, version } of seen) {
      t.equal(await told({ ts }), answer, `at ${ts}`);
      if (version > 0) t.equal(await told({ version }), answer, `at version ${version}`);
    }
    t.ok(seen.filter((one) => one.answer !== 'null').length > 20, 'it was live often enough to mean something');
    t.ok(seen.filter((one) => one.answer === 'null').length > 5, 'and often enough it was not');
    t.ok(seen.filter((one) => one.answer.includes('"studio":{')).length > 20, 'with designs');
    const rules = seen.flatMap((one) => /"conditions":\{.*?\}\]/.exec(one.answer) ?? []);
    t.ok(
      rules.length > 10 && new Set(rules).size > 3,
      `with rules: ${rules.length}, ${new Set(rules).size} of them differ`,
    );
  });

  await t.test('has the designs and conditions of that moment', async (t) => {
    const id = await w.group();
    const asks = await w.story(id, { studio: sentDesign(['poll', 'poll-0001', { question: 'Which coat?' }]) });
    const follows = await w.story(id, { title: 'Two' });
    const rules = [{ component_id: 'poll-0001', values: ['A'], to: follows }];
    await w.call('PATCH', '/story', { id: asks, conditions: { rules } });
    const studio = sentDesign(['poll', 'poll-0002', { question: 'Which hat?' }]);
    await w.call('PATCH', '/story', { id: asks, studio, conditions: null });
    const at = async (version: number) => (await asOf({ story_group_id: id, version })).json().data.group.stories[0];
    t.match(await at(3), { studio: { pollData: [{ question: 'Which coat?' }] }, conditions: null });
    t.match(await at(4), { studio: { pollData: [{ question: 'Which coat?' }] }, conditions: { rules } });
    t.match(await at(5), { studio: { pollData: [{ question: 'Which hat?' }] }, conditions: null });
  });

  await t.test('holds all its content when it was not delivered', async (t) => {
    const id = await w.group({ status: 2, segments: [['vip']] });
    await w.story(id, { title: 'On' });
    await w.story(id, { title: 'Off', status: 2 });
    const { live, group } = (await asOf({ story_group_id: id, version: 3 })).json().data;
    t.equal(live, false);
    t.same(
      group.stories.map((one: { title: string }) => one.title),
      ['On', 'Off'],
    );
    now += 5000;
    await w.call('PATCH', '/n/story_group', { id, status: 1 });
    const then = (await asOf({ story_group_id: id, version: 4 })).json().data;
    t.equal(then.live, true, 'labels are for viewers, not for time travel');
    t.equal(then.group.stories.length, 1);
    now += 5000;
    await w.call('PATCH', '/n/story_group', { id, status: 2 });
    await w.call('DELETE', '/story_group', { story_group_id: id });
    t.match((await asOf({ id, version: 6 })).json().data, { live: false, group: { title: 'Summer' } });
  });

  await t.test('stands among those of its neighbors that were delivered then, in the order of then', async (t) => {
    now += 100_000;
    const made = [];
    for (const title of ['Last', 'Middle', 'Off', 'First']) {
      const id = await w.group({ title });
      if (title !== 'Off') await w.story(id, { title: `In ${title}` });
      made.unshift(id);
    }
    const before = Math.floor(now / 1000);
    const [first, , middle, last] = made as [string, string, string, string];
    now += 10_000;
    const others = (await w.order()).filter((id) => id !== last);
    const order = others.flatMap((id) => (id === first ? [last, first] : [id]));
    t.equal((await w.call('POST', '/story_group/sort', { app_id: w.app_id, order })).statusCode, 200);
    await w.call('PATCH', '/n/story_group', { id: middle, title: 'Renamed' });
    now += 10_000;
    await w.call('PATCH', '/n/story_group', { id: first, status: 2 });
    await h.caughtUp();
    const titles = async (query: Record<string, string | number>) =>
      (await asOf(query)).json().data.bar.map((one: SdkGroup) => one.title);
    const then = await titles({ id: first, ts: before });
    t.same(
      then.filter((title: string) => ['First', 'Middle', 'Last', 'Off'].includes(title)),
      ['First', 'Middle', 'Last'],
    );
    const sorted = await titles({ id: first, ts: before + 10 });
    t.same(
      sorted.filter((title: string) => ['First', 'Renamed', 'Last'].includes(title)),
      ['Last', 'First', 'Renamed'],
    );
    const late = await titles({ id: first, ts: before + 20 });
    t.ok(late.includes('First'), 'the group itself stands there though it is off');
    t.notOk((await titles({ id: middle, ts: before + 20 })).includes('First'));
    const version = (await titles({ id: middle, version: 2 })) as string[];
    t.ok(version.includes('Middle') && !version.includes('First'), 'a version has what was there before it');
  });

  await t.test('is 404 before it existed, and for whoever may not see it', async (t) => {
    now += 100_000;
    const ts = Math.floor(now / 1000);
    const id = await w.group();
    t.equal((await asOf({ id, ts })).statusCode, 200);
    assertRefused(t, await asOf({ id, ts: ts - 1 }), 404, 'NotFound');
    assertRefused(t, await asOf({ id, version: 2 }), 404, 'NotFound');
    assertRefused(t, await asOf({ id: unknownId, ts }), 404, 'NotFound');
    assertRefused(t, await asOf({ id }), 422, 'Invalid', 'ts');
    assertRefused(t, await asOf({ id, ts, version: 1 }), 422, 'Invalid', 'version');
    const stranger = await h.person();
    const url = `/api/story_group/as_of?id=${id}&version=1`;
    assertRefused(t, await h.inject('GET', url, { as: stranger }), 404, 'NotFound');
    const creator = await w.member({ story_creator: [w.app_id] });
    assertRefused(t, await h.inject('GET', url, { as: creator }), 403, 'PermissionDenied');
  });
});

import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { sentDesign } from '#contracts/studio/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, daySeconds, ownerWithApp } from '#ops/testing/owner-with-app.ts';

t.test('a publish that another one, the plan or the role comes before', async (t) => {
  let late = 0;
  const h = await startHarness(t, { now: () => Date.now() + late });
  const w = await ownerWithApp(h);
  const nora = w.owner;
  const draw = async (story_group_id: string, content: object = {}): Promise<string> =>
    (
      await w.call('POST', '/story/draft', { story_group_id, content: { title: 'Drawn', media: w.image, ...content } })
    ).json().data.story_id;
  const read = async (id: string) => (await w.call('GET', `/story/draft?story_id=${id}`)).json().data;
  const publish = (story_group_id: string, drafts: object[], as = nora, headers = {}) =>
    w.call('POST', '/story/publish', { story_group_id, drafts }, as, headers);
  const events = (group: string) => w.events(`storyGroup-${group}`);

  await t.test('two publishes of one draft at once write it once, with one key or with two', async (t) => {
    for (const keys of [
      ['one', 'one'],
      ['one', 'other'],
    ] as const) {
      const group = await w.group();
      const id = await draw(group);
      const named = new Map(keys.map((name) => [name, uuidv7()]));
      const sent = keys.map((name) =>
        publish(group, [{ story_id: id, rev: 1 }], nora, { 'idempotency-key': named.get(name)! }),
      );
      const answers = await Promise.all(sent);
      const due = named.size === 1 ? [200, 200] : [200, 412];
      t.same(answers.map((one) => one.statusCode).sort(), due, `${named.size} keys`);
      if (named.size === 1) t.same(answers[0]!.json(), answers[1]!.json(), 'both are told the same');
      t.same(await events(group), ['StoryGroupCreated', 'StoryAdded']);
    }
  });

  await t.test('a plan that ends between drawing and publishing is told in words, and the draft stays', async (t) => {
    const [group, now] = [await w.group(), late];
    const studio = sentDesign(['poll', 'poll-0001']);
    const id = await draw(group, { title: 'While it lasted', studio });
    t.same((await read(id)).checks, []);
    late += 15 * daySeconds * 1000;
    const refused = await publish(group, [{ story_id: id, rev: 1 }]);
    assertRefused(t, refused, 403, 'FeatureNotAvailable');
    t.match(refused.json().message, /plan/i);
    t.match(await read(id), { draft: { rev: 1, content: { title: 'While it lasted', studio } }, published: null });
    t.same(await events(group), ['StoryGroupCreated']);
    late = now;
    t.equal(
      (await publish(group, [{ story_id: id, rev: 1 }])).statusCode,
      200,
      'and goes out once there is a plan again',
    );
  });

  await t.test('no picture is drawn for who may not publish', async (t) => {
    const group = await w.group();
    const plain = await draw(group, { media: null, studio: { ...sentDesign(), background: '#0a0b0c' } });
    const drawn = async () =>
      (await h.kernel.db.pool.query('select from upload where account_id = $1 and drawn', [nora.account_id])).rowCount;
    const [creator, one] = [await w.member({ story_creator: [w.app_id] }), { story_id: plain, rev: 1 }];
    assertRefused(t, await publish(group, [one], creator), 403, 'PermissionDenied');
    t.equal(await drawn(), 0);
    t.equal((await publish(group, [one])).statusCode, 200);
    t.equal(await drawn(), 1, 'for who may, it is');
  });
});

import t from 'tap';
import { sentDesign } from '#contracts/studio/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('restoring over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const restore = (body: object, as = w.owner, headers = {}) =>
    w.call('POST', '/story_group/restore', body, as, headers);
  const preview = (query: Record<string, string>, as = w.owner) =>
    w.call('GET', `/story_group/restore?${new URLSearchParams(query)}`, undefined, as);
  const version = async (id: string): Promise<number> => (await w.detail(id)).version;

  t.test('a deleted group returns inactive and comes first among the unpinned', async (t) => {
    const id = await w.group({ status: 2 });
    const other = await w.group();
    await w.story(id, { status: 1 });
    t.equal((await w.call('DELETE', '/story_group', { story_group_id: id })).statusCode, 200);
    t.notOk((await w.order()).includes(id));
    const answer = await restore({ story_group_id: id });
    t.equal(answer.statusCode, 200, answer.body);
    t.same(answer.json(), {
      data: { story_group_id: id, version: 4, status: 2, left: [] },
      message: 'Story group restored.',
    });
    t.same((await w.order()).slice(0, 2), [id, other]);
    t.match(await w.detail(id), { status: 2, story_count: 1, stories: [{ status: 1 }] });
    t.equal((await restore({ story_group_id: id })).json().data.version, 4);
    t.equal((await w.call('PATCH', '/n/story_group', { id, status: 1 })).statusCode, 200);
  });

  t.test('a version brings its content back, never a live status or the order', async (t) => {
    const id = await w.group({ status: 2, title: 'Summer' });
    const one = await w.story(id, { title: 'One' });
    const two = await w.story(id, { title: 'Two', status: 2 });
    const kept = await version(id);
    await w.call('PATCH', '/n/story_group', { id, title: 'Winter', status: 1 });
    await w.call('PATCH', '/story', { id: one, title: 'Changed', button_text: 'Go', outlink: 'https://a.test' });
    await w.call('DELETE', '/story', { id: two });
    const three = await w.story(id, { title: 'Three', status: 2 });
    const four = await w.story(id, { title: 'Four' });
    await w.call('POST', '/story/sort', { story_group_id: id, order: [four, one, three] });
    const before = await version(id);
    const told = (await preview({ story_group_id: id, version: String(kept) })).json().data;
    t.match(told, { refusal: null, left: [{ story_id: four, title: 'Four' }] });
    t.same(
      told.changes.map((each: { field: string }) => each.field),
      ['title', 'status of “Two”', 'title of “One”', 'button_text of “One”', 'outlink of “One”', 'status of “Three”'],
    );
    t.equal(await version(id), before);
    const answer = await restore({ story_group_id: id, version: kept });
    t.match(answer.json().data, { version: before + 1, status: 1, left: [{ story_id: four }] });
    const after = await w.detail(id);
    t.match(after, { title: 'Summer', status: 1, story_count: 3 });
    t.same(
      after.stories.map((each: { title: string; status: number }) => [each.title, each.status]),
      [
        ['Four', 1],
        ['Two', 2],
        ['One', 1],
      ],
    );
    t.equal(after.stories[2].outlink, '');
    t.equal((await restore({ story_group_id: id, version: before })).statusCode, 200);
    t.match(await w.detail(id), { title: 'Winter', status: 1 });
    t.same((await w.events(`storyGroup-${id}`)).slice(-2), ['StoryGroupRestored', 'StoryGroupRestored']);
    assertRefused(t, await restore({ story_group_id: id, version: 99 }), 404, 'NotFound');
    assertRefused(t, await restore({ story_group_id: id, version: 0 }), 422, 'Invalid', 'version');
    assertRefused(t, await restore({ story_group_id: unknownId }), 404, 'NotFound');
    assertRefused(t, await restore({ version: 1 }), 422, 'Invalid', 'story_group_id');
    assertRefused(
      t,
      await restore({ story_group_id: id, version: 1 }, w.owner, { 'if-match': '1' }),
      412,
      'VersionConflict',
    );
  });

  t.test('a deleted story returns inactive', async (t) => {
    const id = await w.group();
    const story = await w.story(id, { status: 2 });
    await w.call('DELETE', '/story', { id: story });
    const answer = await restore({ story_group_id: id, story_id: story });
    t.equal(answer.json().message, 'Story restored.');
    t.match((await w.detail(id)).stories, [{ id: story, status: 2 }]);
    assertRefused(t, await restore({ story_group_id: id, story_id: unknownId }), 404, 'NotFound');
  });

  t.test('what would mix the answers to a poll does not come back, as a story or in its group', async (t) => {
    const id = await w.group({ title: 'Summer' });
    const poll = (...texts: string[]) => ({
      studio: sentDesign(['poll', 'poll-0001', { options: texts.map((text) => ({ text })) }]),
    });
    const story = await w.story(id, { title: 'Colours', ...poll('Red', 'Blue') });
    const kept = await version(id);
    for (const texts of [
      ['Red', 'Green'],
      ['Blue', 'Green'],
      ['Blue', 'Red'],
    ] as const)
      t.equal((await w.call('PATCH', '/story', { id: story, ...poll(...texts) })).statusCode, 200, texts.join());
    assertRefused(t, await w.call('PATCH', '/story', { id: story, ...poll('Red', 'Blue') }), 422, 'AnswersWouldMix');
    const now = await version(id);
    const message =
      '“Colours” cannot go back to this version: answers so far would mean something else. Add a new component in the studio instead.';
    for (const one of [undefined, { story_id: story }]) {
      const refused = await restore({ story_group_id: id, version: kept, ...one });
      assertRefused(t, refused, 422, 'AnswersWouldMix');
      t.equal(refused.json().message, message);
      const told = await preview({ story_group_id: id, version: String(kept), ...one });
      t.match(told.json().data, { changes: [], refusal: { code: 'AnswersWouldMix', message } });
    }
    t.equal(await version(id), now);
    for (const back of [now - 2, now - 1, now - 1])
      t.equal((await restore({ story_group_id: id, version: back })).statusCode, 200, 'a corrected wording comes back');
    await w.call('PATCH', '/story', { id: story, studio: null });
    t.equal((await restore({ story_group_id: id, story_id: story, version: now - 1 })).statusCode, 200);
  });

  t.test('twenty callers at every entrance of a group of 95 leave exactly 100', async (t) => {
    const id = await w.group();
    const stories = (count: number) =>
      Array.from({ length: count }, (_, n) => w.storyBody(id, { title: `S${n}`, status: 2 }));
    const made: string[] = (await w.call('POST', '/story/multiple', { stories: stories(100) })).json().data.changed;
    await w.call('DELETE', '/story/multiple', { stories: made.slice(0, 7) });
    await w.call('POST', '/story/multiple', { stories: stories(2) });
    const answers = await Promise.all([
      ...made.slice(0, 7).map((story_id) => restore({ story_group_id: id, story_id })),
      ...stories(7).map((story) => w.call('POST', '/story', story)),
      ...stories(6).map((story) => w.call('POST', '/story/multiple', { stories: [story] })),
    ]);
    const refusals = answers.filter((one) => one.statusCode === 422);
    t.equal(refusals.length, 15);
    t.equal(answers.filter((one) => one.statusCode < 300).length, 5);
    for (const one of refusals) t.equal(one.json().message, 'There can be maximum 100 stories in a story group.');
    t.equal((await w.detail(id)).story_count, 100);
    t.equal((await restore({ story_group_id: id, version: 101 })).statusCode, 200, 'what came later makes room');
    t.equal((await w.detail(id)).story_count, 100);
  });

  t.test('a creator restores groups of his own, which then wait for approval', async (t) => {
    const creator = await w.member({ story_creator: [w.app_id] });
    const id = await w.group({}, creator);
    await w.call('DELETE', '/story_group', { story_group_id: id });
    t.match((await restore({ story_group_id: id }, creator)).json(), { data: { status: 10 } });
    const foreign = await w.group({ status: 2 });
    await w.call('DELETE', '/story_group', { story_group_id: foreign });
    assertRefused(t, await restore({ story_group_id: foreign }, creator), 403, 'PermissionDenied');
    assertRefused(t, await preview({ story_group_id: foreign }, creator), 403, 'PermissionDenied');
  });

  t.test('the story limit of the plan holds, and the preview says so', async (t) => {
    const small = await ownerWithApp(h);
    const id = await small.group({ status: 2 });
    const story = await small.story(id, { status: 2 });
    await small.call('DELETE', '/story', { id: story });
    const stories = Array.from({ length: 10 }, (_, n) => small.storyBody(id, { title: `S${n}`, status: 2 }));
    t.equal((await small.call('POST', '/story/multiple', { stories })).statusCode, 200);
    await h.kernel.db.pool.query('update account set trial_ends = 0 where id = $1', [small.owner.account_id]);
    const body = { story_group_id: id, story_id: story };
    assertRefused(t, await small.call('POST', '/story_group/restore', body), 409, 'StoryLimitReached');
    const query = new URLSearchParams(body).toString();
    t.match((await small.call('GET', `/story_group/restore?${query}`)).json().data, {
      changes: [],
      refusal: { code: 'StoryLimitReached' },
    });
  });
});

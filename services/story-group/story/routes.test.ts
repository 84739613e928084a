import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, daySeconds, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('stories over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);
  const titles = async (id: string): Promise<string[]> =>
    (await w.detail(id)).stories.map((one: { title: string }) => one.title);

  t.test('a story is added, changed, sorted and deleted', async (t) => {
    const id = await w.group();
    const made = await w.call('POST', `/story?story_group_id=${id}`, {
      title: 'Film',
      type: 2,
      media: w.video,
      button_text: 'Go',
      outlink: 'https://a.test',
    });
    t.equal(made.statusCode, 201);
    const film = made.json().data.story_id;
    const two = await w.story(id, { title: 'Two', status: 2 });
    const three = await w.story(id, { title: 'Three' });
    t.same(await titles(id), ['Film', 'Two', 'Three']);
    t.equal((await w.call('POST', '/story/sort', { story_group_id: id, order: [three, film] })).statusCode, 200);
    t.same(await titles(id), ['Three', 'Two', 'Film']);
    t.equal((await w.call('PATCH', '/story', { story_id: film, sort_order: 0, title: 'Movie' })).statusCode, 200);
    t.same(await titles(id), ['Movie', 'Three', 'Two']);
    assertRefused(t, await w.call('DELETE', '/story', { id: film }), 409, 'StoryActive');
    const off = await w.call('PATCH', '/story', { story_id: film, status: 2 });
    t.equal(off.json().message, 'Story Status Changed!');
    t.equal((await w.call('DELETE', `/story?story_id=${film}`)).json().message, 'Story Deleted!');
    t.equal((await w.call('PATCH', '/story', { story_id: two, status: 9 })).json().message, 'Story Deleted!');
    t.same(await titles(id), ['Three']);
    assertRefused(t, await w.call('PATCH', '/story', { id: film, title: 'x' }), 404, 'NotFound');
    assertRefused(
      t,
      await w.call('POST', '/story/sort', { story_group_id: id, order: [film] }),
      422,
      'Invalid',
      'order.0',
    );
  });

  t.test('each bad field of a story is refused and named', async (t) => {
    const id = await w.group();
    const story = await w.story(id);
    const before = await w.detail(id);
    const cases: [object, string, string?][] = [
      [{ title: 'x'.repeat(41) }, 'title', 'Title can be maximum 40 characters.'],
      [{ type: 3 }, 'type'],
      [{ type: 2 }, 'type'],
      [{ outlink: 'ftp://a.test', button_text: 'Go' }, 'outlink', 'External links must start with http:// or https://'],
      [{ outlink: 'https://a.test' }, 'button_text', 'Please fill Swipe up text'],
      [{ deep_link: 'javascript:1', button_text: 'Go' }, 'deep_link'],
      [{ ts_start: 10, ts_end: 10 }, 'ts_end'],
      [{ studio: {} }, 'studio.version'],
      [{ conditions: { rules: [{}] } }, 'conditions.rules.0.component_id'],
    ];
    for (const [fields, path, words] of cases)
      for (const answer of [
        await w.call('POST', '/story', w.storyBody(id, fields)),
        await w.call('PATCH', '/story', { id: story, ...fields }),
      ]) {
        assertRefused(t, answer, 422, 'Invalid', path);
        if (words) t.equal(answer.json().errors[0].message, words);
      }
    for (const media of ['/media/x.png', stranger.image]) {
      assertRefused(t, await w.call('POST', '/story', w.storyBody(id, { media })), 422, 'UnknownMedia', 'media');
      assertRefused(t, await w.call('PATCH', '/story', { id: story, media }), 422, 'UnknownMedia', 'media');
      assertRefused(
        t,
        await w.call('PATCH', '/story', { id: story, thumbnail: media }),
        422,
        'UnknownMedia',
        'thumbnail',
      );
    }
    assertRefused(
      t,
      await w.call('POST', '/story', { title: 'x', type: 1, media: w.image }),
      422,
      'Invalid',
      'story_group_id',
    );
    t.same(await w.detail(id), before);
  });

  t.test('twenty stories at once on a group of 95 leave exactly 100', async (t) => {
    const id = await w.group();
    const stories = (count: number) => Array.from({ length: count }, (_, n) => w.storyBody(id, { title: `S${n}` }));
    const filled = await w.call('POST', '/story/multiple', { stories: stories(95) });
    t.equal(filled.statusCode, 200, filled.body);
    t.equal(filled.json().message, 'Stories added successfully');
    t.equal(filled.json().data.changed.length, 95);
    const answers = await Promise.all(Array.from({ length: 20 }, () => w.call('POST', '/story', w.storyBody(id))));
    t.same(answers.map((one) => one.statusCode).sort(), [...Array(5).fill(201), ...Array(15).fill(422)]);
    const no = answers.find((one) => one.statusCode === 422)!.json();
    t.match(no, { code: 'StoriesPerGroupReached', message: 'There can be maximum 100 stories in a story group.' });
    t.equal((await w.detail(id)).story_count, 100);
    assertRefused(t, await w.call('POST', '/story/multiple', { stories: stories(1) }), 422, 'StoriesPerGroupReached');
  });

  t.test('new stories of several groups are all or nothing in each', async (t) => {
    const [a, b] = [await w.group(), await w.group()];
    const at = (group: string, title: string, more = {}) => w.storyBody(group, { title, ...more });
    const stories = [at(a, 'a1'), at(b, 'b1'), at(unknownId, 'n1'), at(a, 'a2'), at(b, 'b2', { type: 2 })];
    const answer = await w.call('POST', '/story/multiple', { stories }, w.owner, { 'idempotency-key': 'bulk' });
    t.equal(answer.statusCode, 200);
    const { changed, refused: no } = answer.json().data;
    t.same(
      (await w.detail(a)).stories.map((one: { id: string }) => one.id),
      changed,
    );
    t.match(no, [
      { index: 1, code: 'Invalid' },
      { index: 2, code: 'NotFound' },
      { index: 4, code: 'Invalid' },
    ]);
    t.same(await titles(a), ['a1', 'a2']);
    t.same(await titles(b), []);
    const again = await w.call('POST', '/story/multiple', { stories }, w.owner, { 'idempotency-key': 'bulk' });
    t.same(again.json().data.changed, changed);
    t.same(await titles(a), ['a1', 'a2']);
  });

  t.test('bulk acts on stories tell what changed and why the rest did not', async (t) => {
    const id = await w.group();
    const [a, b, c] = [await w.story(id), await w.story(id), await w.story(id, { status: 2 })];
    const set = (status: number, ...ids: string[]) =>
      w.call('PATCH', '/story/multiple', { stories: ids.map((one) => ({ id: one, status })) });
    t.match((await set(2, a, b, c)).json(), {
      message: '2 stories inactivated',
      data: { changed: [a, b], refused: [] },
    });
    t.match((await set(1, a, b)).json(), { message: '2 stories activated' });
    t.equal((await set(1, a, b)).json().message, 'The stories are already active.');
    t.equal((await set(2, c)).json().message, 'The story is already inactive.');
    const rename = async (...stories: object[]) =>
      (await w.call('PATCH', '/story/multiple', { stories })).json().message;
    t.equal(await rename({ id: a, title: 'Renamed', status: 1 }), '1 story updated');
    t.equal(await rename({ id: a, title: 'Once' }, { id: b, title: 'Twice' }), '2 stories updated');
    t.equal(await rename({ id: a, title: 'Again', status: 1 }, { id: c, status: 1 }), '1 story activated, 1 updated');
    t.equal(await rename({ id: a, title: 'Again' }), 'Nothing changed.');
    await set(2, c);
    const deleted = await w.call('DELETE', '/story/multiple', { stories: [a, c, unknownId] });
    t.match(deleted.json(), {
      data: {
        changed: [c],
        refused: [
          { id: a, code: 'StoryActive' },
          { id: unknownId, code: 'NotFound' },
        ],
      },
    });
    assertRefused(t, await w.call('DELETE', '/story/multiple', { stories: [a, b] }), 409, 'StoryActive');
    await set(2, a, b);
    t.equal((await w.call('DELETE', '/story/multiple', { stories: [a, b] })).json().message, '2 stories deleted');
  });
  t.end();
});

t.test('after the trial an app holds ten stories, also when many come at once', async (t) => {
  let now = Date.now();
  const h = await startHarness(t, { parts: false, now: () => now });
  const w = await ownerWithApp(h);
  const groups = [await w.group(), await w.group()];
  const early = await w.group({ segments: [['vip']] });
  now += 15 * daySeconds * 1000;
  for (let n = 0; n < 7; n += 1) await w.story(groups[n % 2]!);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => w.call('POST', '/story', w.storyBody(groups[n % 2]!))),
  );
  t.same(answers.map((one) => one.statusCode).sort(), [...Array(3).fill(201), ...Array(9).fill(409)]);
  t.equal(answers.find((one) => one.statusCode === 409)!.json().code, 'StoryLimitReached');
  const bulk = await w.call('POST', '/story/multiple', { stories: [w.storyBody(groups[0]!)] });
  t.equal(bulk.json().code, 'StoryLimitReached');
  const gated: [string, string, object][] = [
    ['POST', '/n/story_group', w.groupBody({ ts_start: Math.floor(now / 1000), segments: [['vip']] })],
    ['PATCH', '/n/story_group', { id: early, segments: [['gold']] }],
    ['POST', '/story', w.storyBody(groups[0]!, { deep_link: 'app://x', button_text: 'Go' })],
  ];
  for (const [method, url, body] of gated) {
    const answer = await w.call(method, url, body);
    t.equal(answer.statusCode, 403, `${method} ${url}`);
    t.equal(answer.json().code, 'FeatureNotAvailable');
  }
  t.equal((await w.call('PATCH', '/n/story_group', { id: early, title: 'Kept', segments: [['vip']] })).statusCode, 200);
});

import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { assertRefused, daySeconds, ownerWithApp } from '#ops/testing/owner-with-app.ts';

type Check = { path: string; code?: string };

t.test('drafts are published', async (t) => {
  let late = 0;
  const h = await startHarness(t, { now: () => Date.now() + late });
  const w = await ownerWithApp(h);
  const nora = w.owner;
  const draw = async (story_group_id: string, content: object = {}, as = nora): Promise<string> =>
    (
      await w.call(
        'POST',
        '/story/draft',
        { story_group_id, content: { title: 'Drawn', media: w.image, ...content } },
        as,
      )
    ).json().data.story_id;
  const put = (story_id: string, content: object, rev: number, as = nora) =>
    w.call('PUT', '/story/draft', { story_id, content }, as, { 'if-match': `"${rev}"` });
  const read = async (id: string) => (await w.call('GET', `/story/draft?story_id=${id}`)).json().data;
  const publish = (story_group_id: string, drafts: object[], more: object = {}, as = nora, headers = {}) =>
    w.call('POST', '/story/publish', { story_group_id, drafts, ...more }, as, headers);
  const events = (group: string) => w.events(`storyGroup-${group}`);
  const state = async (group: string) =>
    (await loadStream<StoryGroupState>(h.kernel.db.pool, `storyGroup-${group}`)).state;
  const storyOf = async (group: string, id: string) => (await state(group)).stories.find((one) => one.id === id)!;
  /** Puts what is published into a draft, changed. */
  const redraw = async (id: string, change: (content: DraftContent) => object) => {
    const { published } = await read(id);
    const answer = await put(id, { ...published, ...change(published) }, 0);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().data.rev as number;
  };

  await t.test('a new story, without a picture of its own, is there at once, and its draft is over', async (t) => {
    const group = await w.group({ status: 1 });
    const studio = { ...sentDesign(['poll', 'poll-0001']), background: '#204060' };
    const [first, second] = [await draw(group, { media: null, studio, title: 'First' }), await draw(group)];
    const rule = { rules: [{ component_id: 'poll-0001', values: ['A'], to: second }], next: null };
    t.equal((await put(first, { title: 'First', studio, conditions: rule }, 1)).statusCode, 200);
    t.same((await read(first)).checks, [], 'a rule may lead to a later draft');
    const lone = await publish(group, [{ story_id: first, rev: 2 }]);
    t.match(lone.json(), {
      code: 'ChecklistFailed',
      errors: [{ path: 'drafts.0.conditions.rules.0.to', code: 'flow_target' }],
    });
    const both = await publish(group, [
      { story_id: first, rev: 2 },
      { story_id: second, rev: 1 },
    ]);
    t.equal(both.statusCode, 200, both.body);
    t.same(both.json(), { data: { published: [first, second], version: 3 }, message: '2 stories published' });
    t.same(await events(group), ['StoryGroupCreated', 'StoryAdded', 'StoryAdded']);
    t.match(await storyOf(group, first), {
      status: 1,
      media: { mime_type: 'image/png', width: 1080 },
      conditions: rule,
    });
    t.match(await read(first), {
      draft: null,
      published: { title: 'First', media: null },
      version: 3,
      outdated: false,
    });
    await until(async () => {
      const { data } = (await h.inject('GET', `/sdk/v1/${w.token}/stories`)).json();
      return data.groups[0]?.stories.length === 2;
    }, 'delivery');
    const before = await storyOf(group, first);
    const rev = await redraw(first, ({ studio }) => ({ title: 'Again', studio: { ...studio, duration_ms: 5000 } }));
    t.equal((await publish(group, [{ story_id: first, rev }])).statusCode, 200);
    t.same((await storyOf(group, first)).media, before.media, 'the same color stays the same picture');
    const later = await redraw(first, ({ studio }) => ({ studio: { ...studio, background: '#204061' } }));
    t.equal((await publish(group, [{ story_id: first, rev: later }])).statusCode, 200);
    t.not((await storyOf(group, first)).media.key, before.media.key);
  });

  await t.test('what is left out stays in the draft, and what is published must be sound without it', async (t) => {
    const group = await w.group();
    const id = await w.story(group, { studio: sentDesign(['poll', 'poll-0001']), status: 2 });
    const next = sentDesign(['poll', 'poll-0001', { question: 'Which one?' }], ['rating', 'rate-0001']);
    const rules = [{ component_id: 'rate-0001', values: ['5'], to: 'end' }];
    const rev = await redraw(id, () => ({ title: 'New', studio: next, conditions: { rules, next: null } }));
    const { version } = await read(id);
    const part = (leave_out: string[], at = rev) => publish(group, [{ story_id: id, rev: at, version, leave_out }]);
    const unsound = await part(['rate-0001']);
    assertRefused(t, unsound, 422, 'ChecklistFailed', 'drafts.0.conditions.rules.0.component_id');
    const some = await part(['story.title', 'poll-0001.question', 'no-such-key']);
    t.equal(some.statusCode, 200, some.body);
    t.match(await storyOf(group, id), { title: 'One', status: 2, conditions: { rules } });
    const left = await read(id);
    t.match(left.draft, { rev: rev + 1, base_version: some.json().data.version, content: { title: 'New' } });
    t.equal(left.outdated, false);
    t.equal(left.draft.content.studio.pollData[0].question, 'Which one?');
    t.equal((await storyOf(group, id)).studio!.pollData[0]!.question, 'Which coat?');
    t.equal((await publish(group, [{ story_id: id, rev: rev + 1 }])).statusCode, 200);
    t.match(await storyOf(group, id), { title: 'New' });
    t.equal((await read(id)).draft, null);
    t.same((await events(group)).slice(2), ['StoryChanged', 'StoryChanged']);
    const { data } = (await w.call('GET', `/story/revisions?story_id=${id}`)).json();
    t.match(data, [
      { kind: 'published', content: { title: 'New' }, actor: { id: nora.user_id, name: 'Nora Lindqvist' } },
      {
        kind: 'published',
        content: { title: 'One', media: w.image },
        sentence: 'changed the design and the conditions of the story “One”',
      },
      { kind: 'published', sentence: 'added the story “One” to “Summer”' },
    ]);
    t.equal(data.length, 3, 'snapshots go when a draft is published');
  });

  await t.test('the link of a story without a design is opened as its swipe', async (t) => {
    const group = await w.group();
    const link = { button_text: 'Go', outlink: 'https://shop.example/a' };
    const id = await w.story(group, link);
    const { published } = await read(id);
    t.match(published.studio.ctaData, [{ type: 'swipe', ...link }]);
    const rev = await redraw(id, () => ({ title: 'Same link' }));
    t.equal((await publish(group, [{ story_id: id, rev }])).statusCode, 200);
    t.match(await storyOf(group, id), { ...link, title: 'Same link', studio: null });
    const without = await redraw(id, () => ({ studio: null }));
    t.equal((await publish(group, [{ story_id: id, rev: without }])).statusCode, 200);
    t.match(await storyOf(group, id), { button_text: '', outlink: '', studio: null });
  });

  await t.test('all or none, and each fault is named with its draft', async (t) => {
    const group = await w.group();
    const [good, bad, worse] = [await draw(group), await draw(group, { title: '', media: null }), await w.story(group)];
    const quiz = sentDesign(['quiz', 'quiz-0001']);
    t.equal((await w.call('PATCH', '/story', { id: worse, studio: quiz })).statusCode, 200);
    const all = (...revs: number[]) => [good, bad, worse].map((story_id, at) => ({ story_id, rev: revs[at] }));
    const rev = await redraw(worse, () => ({ studio: sentDesign(['cta', 'cta-00001', { outlink: '' }]) }));
    const before = await events(group);
    const answer = await publish(group, all(1, 1, rev));
    t.equal(answer.statusCode, 422);
    t.same(
      answer.json().errors.map(({ path, code }: Check) => `${code} ${path}`),
      [
        'title_missing drafts.1.title',
        'media_missing drafts.1.media',
        'link_missing drafts.2.studio.ctaData.0.outlink',
      ],
    );
    t.equal((await put(bad, { title: 'Good', media: w.image }, 1)).statusCode, 200);
    const mixed = sentDesign(['quiz', 'quiz-0001', { correct: 'A' }]);
    t.equal((await put(worse, { title: 'One', media: w.image, studio: mixed }, rev)).statusCode, 200);
    assertRefused(t, await publish(group, all(1, 2, rev + 1)), 422, 'AnswersWouldMix', 'drafts.2.studio.quizData.0');
    const video = { title: 'One', type: 2, media: w.video, studio: { version: 1, duration_ms: 5000 } };
    t.equal((await put(worse, video, rev + 1)).statusCode, 200);
    assertRefused(t, await publish(group, all(1, 2, rev + 2)), 422, 'ChecklistFailed', 'drafts.2.studio.duration_ms');
    t.same(await events(group), before, 'nothing was published');
    t.match(await read(good), { draft: { rev: 1 }, published: null });
  });

  await t.test('a draft or story that moved meanwhile is met with what stands', async (t) => {
    const group = await w.group({ status: 2 });
    const id = await w.story(group);
    const rev = await redraw(id, () => ({ title: 'Mine' }));
    const { version } = await read(id);
    const stale = await publish(group, [{ story_id: id, rev: rev + 1 }]);
    assertRefused(t, stale, 412, 'VersionConflict', 'drafts.0.rev');
    t.match(stale.json().data, { rev, content: { title: 'Mine' }, user_id: nora.user_id });
    await w.call('PATCH', '/story', { id, status: 2 });
    t.equal((await read(id)).outdated, false, 'a status is not drawn');
    await w.call('PATCH', '/story', { id, title: 'Theirs' });
    t.equal((await read(id)).outdated, true);
    assertRefused(
      t,
      await publish(group, [{ story_id: id, rev, version }]),
      412,
      'VersionConflict',
      'drafts.0.version',
    );
    const merged = await w.call(
      'PUT',
      '/story/draft',
      { story_id: id, content: { title: 'Both', media: w.image }, version: (await read(id)).version },
      nora,
      { 'if-match': `"${rev}"` },
    );
    t.equal(merged.statusCode, 200);
    t.equal((await read(id)).outdated, false, 'a save may say that it knows the newer version');
    const done = await publish(group, [{ story_id: id, rev: rev + 1, version: 2 ** 40 }]);
    t.equal(done.statusCode, 200, done.body);
    t.match((await publish(group, [{ story_id: id, rev: rev + 1 }])).json().data, { rev: 0, content: null });
    const after = await put(id, {}, rev + 1);
    t.same([after.statusCode, after.json().data.rev], [412, 0], 'so is a save after it was published');
  });

  await t.test('what cannot be published', async (t) => {
    const [group, other] = [await w.group({ status: 2 }), await w.group()];
    const [mine, theirs] = [await draw(group), await draw(other)];
    const one = { story_id: mine, rev: 1 };
    assertRefused(t, await publish(group, [one, { story_id: theirs, rev: 1 }]), 404, 'NotFound');
    assertRefused(t, await publish(group, [one, one]), 422, 'Invalid', 'drafts');
    const many = Array.from({ length: 31 }, () => ({ story_id: uuidv7(), rev: 1 }));
    assertRefused(t, await publish(group, many), 422, 'Invalid', 'drafts');
    for (const rev of [0, 2 ** 53, '1'])
      assertRefused(t, await publish(group, [{ ...one, rev }]), 422, 'Invalid', 'drafts.0.rev');
    assertRefused(t, await publish(group, [one], { status: 9 }), 422, 'Invalid', 'status');
    const stranger = await ownerWithApp(h);
    assertRefused(t, await publish(group, [one], {}, stranger.owner), 404, 'NotFound');
    await w.call('DELETE', '/story_group', { story_group_id: group });
    assertRefused(t, await publish(group, [one]), 404, 'NotFound');
    const now = late;
    late += 15 * daySeconds * 1000;
    const gated = sentDesign(['poll', 'poll-0001']);
    t.equal((await put(theirs, { title: 'Gated', media: w.image, studio: gated }, 1)).statusCode, 200);
    assertRefused(t, await publish(other, [{ story_id: theirs, rev: 2 }]), 403, 'FeatureNotAvailable');
    late = now;
  });

  await t.test('a creator saves stories as inactive, and a repeated request is answered as before', async (t) => {
    const ida = await w.member({ story_creator: [w.app_id] });
    const group = await w.group({}, ida);
    const [fresh, known] = [await draw(group, {}, ida), await w.story(group)];
    t.match(await storyOf(group, known), { status: 1 });
    t.equal((await put(known, { title: 'Mine', media: w.image }, 0, ida)).statusCode, 200);
    const drafts = [
      { story_id: fresh, rev: 1 },
      { story_id: known, rev: 1 },
    ];
    const key = { 'idempotency-key': uuidv7() };
    const first = await publish(group, drafts, { status: 1 }, ida, key);
    t.equal(first.statusCode, 200, first.body);
    const written = await events(group);
    t.same(written.slice(2), ['StoryAdded', 'StoryChanged', 'StoryInactivated']);
    t.match((await state(group)).stories, [{ status: 2 }, { status: 2 }]);
    t.same((await publish(group, drafts, { status: 1 }, ida, key)).json(), first.json());
    t.same(await events(group), written);
    const foreign = await w.group();
    t.equal((await w.call('POST', '/story/draft', { story_group_id: foreign }, ida)).statusCode, 403);
  });

  await t.test('of twenty who publish at once one does', async (t) => {
    const group = await w.group();
    const id = await draw(group);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(group, [{ story_id: id, rev: 1 }])));
    t.same(answers.map((one) => one.statusCode).sort(), [200, ...Array(19).fill(412)]);
    t.same(await events(group), ['StoryGroupCreated', 'StoryAdded']);
    const rest = Array.from({ length: 98 }, () => ({ ...w.storyBody(group), status: 2 }));
    t.equal((await w.call('POST', '/story/multiple', { stories: rest })).statusCode, 200);
    const drawn = await Promise.all(Array.from({ length: 20 }, () => draw(group)));
    const last = await Promise.all(drawn.map((story_id) => publish(group, [{ story_id, rev: 1 }])));
    t.same(last.map((one) => one.statusCode).sort(), [200, ...Array(19).fill(422)]);
    assertRefused(t, last.find((one) => one.statusCode === 422)!, 422, 'StoriesPerGroupReached');
    t.equal((await state(group)).stories.length, 100);
  });

  await t.test('a new picture can be left out where a color stood in for one', async (t) => {
    const group = await w.group({ status: 1 });
    const studio = { ...sentDesign(['poll', 'poll-0001']), background: '#204060' };
    const id = await draw(group, { media: null, studio });
    t.equal((await publish(group, [{ story_id: id, rev: 1 }])).statusCode, 200);
    const rev = await redraw(id, ({ studio }) => ({ media: w.image, studio: { ...studio, background: '#602040' } }));
    const answer = await publish(group, [{ story_id: id, rev, leave_out: ['story.media'] }]);
    t.equal(answer.statusCode, 200, answer.body);
    t.match(await storyOf(group, id), {
      media: { mime_type: 'image/png', width: 1080 },
      studio: { background: '#602040' },
    });
    t.equal((await read(id)).draft.content.media, w.image, 'the picture waits in the draft');
  });

  await t.test('revisions come in pages, each of at most 512 KiB', async (t) => {
    const group = await w.group();
    const story_id = await w.story(group);
    await w.story(group, { title: 'Another' });
    const words = (turn: number) =>
      sentDesign(
        ...Array.from(
          { length: 30 },
          (_, n) => ['text', `text-00${n + 10}`, { text: `${turn} ${'x'.repeat(290)}` }] as const,
        ),
      );
    let rev = 0;
    for (let turn = 1; turn <= 30; turn += 1) {
      const saved = await put(story_id, { title: `Draft ${turn}`, media: w.image, studio: words(turn) }, rev);
      t.equal(saved.statusCode, 200, saved.body);
      rev = saved.json().data.rev;
      late += 601_000;
      if (turn % 2) continue;
      const drawn = { title: `Live ${turn}`, ...(turn === 8 && { studio: words(turn) }) };
      for (const change of [drawn, { ts_end: 4_000_000_000 + turn }])
        t.equal((await w.call('PATCH', '/story', { id: story_id, ...change })).statusCode, 200);
    }
    type Row = { kind: string; version: number; ts: number; sentence: string; content: DraftContent };
    const walk = async (limit: string): Promise<Row[]> => {
      const rows: Row[] = [];
      for (let before: string | null = ''; before !== null; ) {
        const query = `story_id=${story_id}${limit}${before && `&before=${before}`}`;
        const answer = await w.call('GET', `/story/revisions?${query}`);
        t.equal(answer.statusCode, 200);
        t.ok(answer.rawPayload.length <= 512 * 1024, `${answer.rawPayload.length} bytes`);
        const { data, next } = answer.json();
        t.ok(next === null || data.length > 0);
        rows.push(...data);
        before = next;
      }
      return rows;
    };
    const all = await walk('');
    const published = all.filter(({ kind }) => kind === 'published');
    t.same([published.length, all.length], [16, 16 + 29]);
    const sorted = [...all].sort((a, b) => b.ts - a.ts || b.version - a.version);
    t.same(all, sorted, 'the newest first');
    t.same(await walk('&limit=7'), all, 'whatever their size');
    const designed = published.filter(({ content }) => content.studio?.textData.length === 30);
    t.same(designed, published.slice(0, 12));
    t.match(published.at(-1), { sentence: 'added the story “One” to “Summer”' });
    await h.caughtUp();
    t.same(await walk('&limit=50'), all, 'and once the history has them');
    for (const wrong of ['limit=0', 'limit=51', 'before=1', 'before=x.1', 'before=1.12345678901'])
      t.equal((await w.call('GET', `/story/revisions?story_id=${story_id}&${wrong}`)).statusCode, 422, wrong);
  });

  await t.test('revisions name the staff member who drew while acting for a customer', async (t) => {
    const story_id = await draw(await w.group());
    const staff = await h.person({ staff: true, permissions: {} });
    const entering = { as: staff, body: { user_id: nora.user_id } };
    const { token } = (await h.inject('POST', '/api/admin/user/login_as', entering)).json().data;
    t.equal((await put(story_id, { title: 'Helped' }, 1, { ...nora, token })).statusCode, 200);
    late += 3_600_000;
    t.equal((await put(story_id, { title: 'Own' }, 2)).statusCode, 200);
    late += 3_600_000;
    t.equal((await put(story_id, { title: 'Later' }, 3)).statusCode, 200);
    const { data } = (await w.call('GET', `/story/revisions?story_id=${story_id}`)).json();
    t.same(
      data.map(({ actor, content }: { actor: { type: string }; content: { title: string } }) => [
        content.title,
        actor.type,
      ]),
      [
        ['Own', 'user'],
        ['Helped', 'staff'],
        ['Drawn', 'user'],
      ],
    );
  });
});

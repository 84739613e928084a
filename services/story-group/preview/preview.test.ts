import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import type { SdkGroup } from '#contracts/sdk/protocol.ts';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { previewLinks, previewMs } from '#contracts/studio/preview.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp } from '#ops/testing/owner-with-app.ts';

t.test('previews', async (t) => {
  const clock = { at: Date.now() };
  const h = await startHarness(t, { now: () => clock.at });
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);
  const image = mediaKeyOf(w.image)!;

  const draft = async (
    story_group_id: string,
    content: Partial<DraftContent>,
    story_id = uuidv7(),
  ): Promise<string> => {
    await h.kernel.db.pool.query(
      `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated)
       values ($1, $2, $3, $4, 1, $5, $6, now(), now())`,
      [story_id, w.owner.account_id, w.app_id, story_group_id, { ...emptyDraft, ...content }, w.owner.user_id],
    );
    return story_id;
  };
  const made = async (groupId: string, as = w.owner): Promise<string> => {
    const answer = await w.call('POST', '/story/preview', { story_group_id: groupId }, as);
    t.equal(answer.statusCode, 201, answer.body);
    t.equal(answer.headers['cache-control'], 'no-store');
    const { url, ts_expires } = answer.json().data;
    t.equal(ts_expires, Math.floor((clock.at + previewMs) / 1000));
    const { pathname, search, hash } = new URL(url);
    t.same([pathname, search], ['/preview', '']);
    return hash.slice(1);
  };
  const open = (secret: string) => h.inject('POST', '/sdk/v1/preview', { body: { secret } });
  const played = async (secret: string): Promise<SdkGroup | undefined> => (await open(secret)).json().data.groups[0];
  const group = await w.group({ status: 1 });
  const first = await w.story(group, { title: 'First' });
  const second = await w.story(group, { title: 'Second' });
  const waiting = await w.story(group, { title: 'Waiting', status: 2 });
  const deleted = await w.story(group, { title: 'Deleted', status: 2 });
  await w.call('DELETE', '/story', { id: deleted });
  await h.caughtUp();

  await t.test('drafts play over what is published, as it would be delivered', async (t) => {
    const added = await draft(group, {
      title: 'New',
      media: null,
      studio: { ...exampleDesign(), background: '#123456' },
    });
    const studio = exampleDesign(
      ['poll', 'poll-0001'],
      ['text', 'text-0001', { hidden: true }],
      ['cta', 'swipe-001', { button_text: 'See', outlink: 'https://shop.example/new' }],
      ['image', 'image-0001', { media: image }],
    );
    const rules = [
      { component_id: 'poll-0001', values: ['A'], to: added },
      { component_id: 'poll-0001', values: ['B'], to: waiting },
    ];
    await draft(group, { title: 'Drawn', media: image, studio, conditions: { rules, next: null } }, first);
    await draft(group, { title: 'Gone', media: image }, deleted);
    const secret = await made(group);
    const answer = await open(secret);
    t.equal(answer.headers['cache-control'], 'no-store');
    t.match(answer.json().data.app, { title: /./, ads: false });
    const shown = (await played(secret))!;
    t.same(
      shown.stories.map(({ id, title, sort_order }) => [id, title, sort_order]),
      [
        [first, 'Drawn', 0],
        [second, 'Second', 1],
        [added, 'New', 2],
      ],
      'neither what waits without a draft nor what was deleted',
    );
    const [drawn, , plain] = shown.stories;
    t.match(drawn, { button_text: 'See', outlink: 'https://shop.example/new', mime_type: 'image/png', media: w.image });
    t.equal(drawn!.studio!.textData.length, 0, 'without what is hidden');
    t.equal(drawn!.studio!.imageData[0]!.media, w.image);
    t.same(
      drawn!.conditions?.rules.map(({ to }) => to),
      [added],
      'a rule to what does not play rests',
    );
    t.match(plain, { media: /^http.*\.png$/, mime_type: 'image/png', variants: [] }, 'the color of its design');
    t.same((await played(secret))!.stories[2]!.media, plain!.media);
    const { data } = (await h.inject('GET', `/sdk/v1/${w.token}/stories`)).json();
    t.same(
      data.groups[0].stories.map(({ title }: { title: string }) => title),
      ['First', 'Second'],
      'no draft reaches an SDK',
    );
    await draft(group, { title: 'Waits', media: image }, waiting);
    t.same(
      (await played(secret))!.stories.map(({ title }) => title),
      ['Drawn', 'Second', 'Waits', 'New'],
      'as the drafts are when it is opened',
    );
    t.equal((await h.kernel.db.pool.query('select from story_preview where secret_hash = $1', [secret])).rowCount, 0);
  });

  await t.test('it is for who may draw, and one answer for whatever is wrong with it', async (t) => {
    const ask = (as = w.owner, id = group) => w.call('POST', '/story/preview', { story_group_id: id }, as);
    assertRefused(t, await ask(stranger.owner), 404, 'NotFound');
    assertRefused(t, await ask(await w.member({ story_creator: [w.app_id] })), 403, 'PermissionDenied');
    const secret = await made(group);
    const unknown = (await open('x')).json();
    t.equal(unknown.code, 'UnknownPreview');
    const asQuery = await h.inject('POST', `/sdk/v1/preview?secret=${secret}`, { body: {} });
    assertRefused(t, asQuery, 422, 'Invalid', 'secret');
    const both = await h.inject('POST', `/sdk/v1/preview?secret=${secret}`, { body: { secret: 'x' } });
    assertRefused(t, both, 404, 'UnknownPreview');
    assertRefused(t, await open('x'.repeat(101)), 422, 'Invalid', 'secret');

    const leaving = await w.member({ app_owner: [w.app_id] });
    const theirs = await made(group, leaving);
    t.ok(await played(theirs));
    await w.call('DELETE', '/account/delete-user', { email: leaving.email });
    const ended = await open(theirs);
    assertRefused(t, ended, 404, 'UnknownPreview');
    t.equal(ended.json().message, unknown.message);

    const creator = await w.member({ app_owner: [w.app_id] });
    const [ofOwn, ofOther] = [await made(await w.group({}, creator), creator), await made(group, creator)];
    await h.asOwner('update catalog.member set permissions = $2 where id = $1', [
      creator.user_id,
      JSON.stringify({ story_creator: [w.app_id] }),
    ]);
    t.equal((await open(ofOwn)).statusCode, 200);
    assertRefused(t, await open(ofOther), 404, 'UnknownPreview');

    const links: string[] = [];
    while (links.length <= previewLinks) {
      clock.at += 1000;
      links.push(await made(group));
    }
    const answers = await Promise.all(links.map(async (link) => (await open(link)).statusCode));
    t.same(answers, [404, ...Array(previewLinks).fill(200)], 'the oldest has ended');
    assertRefused(t, await open(secret), 404, 'UnknownPreview');
    const last = links.at(-1)!;

    const gone = await w.group({ status: 2 });
    const ofGone = await made(gone);
    t.equal(await played(ofGone), undefined, 'nothing plays yet');
    await w.call('DELETE', '/story_group', { story_group_id: gone });
    assertRefused(t, await open(ofGone), 404, 'UnknownPreview');
    assertRefused(t, await ask(w.owner, gone), 404, 'NotFound');

    clock.at += previewMs - 60_000;
    t.equal((await open(last)).statusCode, 200);
    clock.at += 120_000;
    assertRefused(t, await open(last), 404, 'UnknownPreview');
  });
});

t.test('an address opens twenty a minute', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { LIMIT_SIGN_IN: '10' }, now: () => 1_790_000_000_000 });
  const answers = [];
  for (let index = 0; index < 21; index += 1)
    answers.push(await h.inject('POST', '/sdk/v1/preview', { body: { secret: 'x' } }));
  t.same(new Set(answers.slice(0, 20).map(({ statusCode }) => statusCode)), new Set([404]));
  t.equal(answers[20]!.statusCode, 429);
  t.ok(answers[20]!.headers['retry-after']);
});

t.test('the id of what the studio works on stands in the query or in the body', async (t) => {
  const w = await ownerWithApp(await startHarness(t, { parts: false }));
  const [group, other] = [await w.group({ status: 2 }), await w.group({ status: 2 })];
  const story = await w.story(group);
  const drafted = await w.story(group);
  const content = { title: 'Drawn', media: w.image };
  const calls: [string, string, 'story_group_id' | 'story_id', string, object, number, object?][] = [
    ['POST', '/story/draft', 'story_group_id', group, {}, 201],
    ['PUT', '/story/draft', 'story_id', story, { content }, 200, { 'if-match': '"0"' }],
    ['POST', '/story/draft/take_over', 'story_id', story, {}, 200],
    ['PUT', '/story_group/presence', 'story_group_id', group, {}, 200],
    ['POST', '/story/preview', 'story_group_id', group, {}, 201],
    ['DELETE', '/story/draft', 'story_id', story, {}, 200],
  ];
  const send = ([method, path, , , , , headers]: (typeof calls)[number], query: string, body?: object) =>
    w.call(method as 'POST', path + query, body, w.owner, headers as Record<string, string>);
  for (const call of calls) {
    const [method, path, name, id, more, done] = call;
    const differs = await send(call, `?${name}=${other}`, { ...more, [name]: id });
    assertRefused(t, differs, 422, 'Invalid', name);
    assertRefused(t, await send(call, '', more), 422, 'Invalid', name);
    assertRefused(t, await send(call, '', { ...more, [name]: id, colour: 1 }), 422, 'Invalid', 'colour');
    const inQuery = await send(call, `?${name}=${id}`, more);
    t.equal(inQuery.statusCode, done, `${method} ${path}: ${inQuery.body}`);
  }
  const save = { story_id: drafted, content };
  const saved = await w.call('PUT', `/story/draft?story_id=${drafted}`, save, w.owner, { 'if-match': '"0"' });
  t.equal(saved.statusCode, 200, 'the same in both');
  const drafts = [{ story_id: drafted, rev: saved.json().data.rev }];
  const publish = (query: string, more: object = {}) => w.call('POST', `/story/publish${query}`, { drafts, ...more });
  assertRefused(
    t,
    await publish(`?story_group_id=${other}`, { story_group_id: group }),
    422,
    'Invalid',
    'story_group_id',
  );
  const published = await publish(`?story_group_id=${group}`);
  t.equal(published.statusCode, 200, published.body);
  await w.call('PUT', '/story/draft', { story_id: story, content }, w.owner, { 'if-match': '"0"' });
  t.equal((await w.call('DELETE', '/story/draft', { story_id: story })).statusCode, 200, 'a deletion by its body');
});

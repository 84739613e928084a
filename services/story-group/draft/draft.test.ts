import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { studioBytes } from '#contracts/studio/bytes.ts';
import { exampleComponent, exampleDesign, sentDesign } from '#contracts/studio/examples.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { deleteExpired } from '#kernel/jobs/cleanup.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('drafts are written beside what is published', async (t) => {
  let late = 0;
  const h = await startHarness(t, { now: () => Date.now() + late });
  const w = await ownerWithApp(h);
  const nora = w.owner;
  const [ivo, stranger] = [await w.member({ app_owner: [w.app_id] }), await ownerWithApp(h)];
  const draw = (body: object, as = nora) => w.call('POST', '/story/draft', body, as);
  const put = (story_id: string, content: object, rev: number | string, as: Person = nora, more: object = {}) =>
    w.call('PUT', '/story/draft', { story_id, content, ...more }, as, { 'if-match': `"${rev}"` });
  const get = async (story_id: string, as = nora) => w.call('GET', `/story/draft?story_id=${story_id}`, undefined, as);
  const read = async (story_id: string) => (await get(story_id)).json().data;
  const list = async (group: string): Promise<string[]> => {
    const { data } = (await w.call('GET', `/story/drafts?story_group_id=${group}`)).json();
    return data.map((one: { story_id: string }) => one.story_id);
  };
  const discard = (story_id: string, headers = {}, as = nora) =>
    w.call('DELETE', `/story/draft?story_id=${story_id}`, undefined, as, headers);

  await t.test('a new story is drawn, saved, listed and told what it lacks, and nobody else sees it', async (t) => {
    const group = await w.group({ status: 1 });
    const made = await draw({ story_group_id: group });
    t.equal(made.statusCode, 201, made.body);
    const { story_id, rev } = made.json().data;
    t.equal(rev, 1);
    const design = sentDesign(['poll', 'poll-0001'], ['image', 'image-001', { media: w.image }]);
    const content = { title: 'Secret coats', studio: design, ignored: ['contrast poll-0001'] };
    const saved = await put(story_id, content, 1);
    t.equal(saved.statusCode, 200, saved.body);
    t.match(saved.json().data, { rev: 2, ts_updated: Number });
    const { draft, published, version, outdated, checks } = await read(story_id);
    t.match(draft, { rev: 2, user_id: nora.user_id, held_by: nora.user_id, base_version: null, story_group_id: group });
    t.match(draft.content, { title: 'Secret coats', type: 1, media: null, conditions: null, ignored: content.ignored });
    t.equal(draft.content.studio.imageData[0].media, w.image);
    t.equal(draft.content.studio.pollData[0].text_weight, 400, 'with every default');
    t.same([published, version, outdated], [null, null, false]);
    t.same(
      checks.map(({ path, code }: { path: string; code: string }) => `${code} ${path}`),
      ['media_missing media'],
    );
    t.same(await list(group), [story_id]);
    t.equal((await put(story_id, draft.content, 2)).statusCode, 200, 'as it was answered');
    t.same((await read(story_id)).draft.content, draft.content);
    await h.caughtUp();
    for (const seen of [
      await h.inject('GET', `/sdk/v1/${w.token}/stories`),
      await w.call('GET', `/story_group/detail?story_group_id=${group}`),
      await w.call('GET', `/story?story_group_id=${group}`),
      await w.call('GET', `/story_group/history?story_group_id=${group}`),
    ]) {
      t.equal(seen.statusCode, 200);
      t.notMatch(seen.body, /Secret|poll-0001/);
      t.notOk(seen.body.includes(story_id));
    }
    const { rows } = await h.kernel.db.pool.query(`select 1 from event where data::text ~ 'Secret coats'`);
    t.equal(rows.length, 0, 'drafts are no events');
  });

  await t.test('a save names the rev that it saw; others are told how the draft stands', async (t) => {
    const group = await w.group();
    const story_id = await w.story(group);
    for (const header of ['*', 'x', '"9007199254740992"', '-1'])
      t.equal(
        (await w.call('PUT', '/story/draft', { story_id, content: {} }, nora, { 'if-match': header })).statusCode,
        422,
        header,
      );
    assertRefused(t, await w.call('PUT', '/story/draft', { story_id, content: {} }), 422, 'Invalid', 'If-Match');
    assertRefused(t, await put(story_id, {}, 1), 412, 'VersionConflict');
    const first = await Promise.all(Array.from({ length: 20 }, (_, n) => put(story_id, { title: `T${n}` }, 0)));
    t.same(first.map((one) => one.statusCode).sort(), [200, ...Array(19).fill(412)]);
    const { draft } = await read(story_id);
    for (const rev of [0, 2, 5]) {
      const moved = await put(story_id, { title: 'Mine' }, rev);
      assertRefused(t, moved, 412, 'VersionConflict');
      t.same(moved.json().data, { rev: 1, content: draft.content, user_id: nora.user_id });
    }
    const second = await Promise.all(Array.from({ length: 10 }, () => put(story_id, { title: 'Again' }, 1)));
    t.same(second.map((one) => one.statusCode).sort(), [200, ...Array(9).fill(412)], 'two windows of one person');
  });

  await t.test('one writes at a time, for two minutes after each save or until signed out', async (t) => {
    const story_id = await w.story(await w.group());
    t.equal((await put(story_id, { title: 'One' }, 0)).statusCode, 200);
    const held = await put(story_id, { title: 'Two' }, 1, ivo);
    assertRefused(t, held, 409, 'DraftHeld');
    const { held_until } = (await read(story_id)).draft;
    t.same(held.json().data, { user_id: nora.user_id, until: held_until });
    t.equal((await get(story_id, ivo)).statusCode, 200, 'reading needs no place');
    late += 119_000;
    t.equal((await put(story_id, { title: 'Two' }, 1, ivo)).statusCode, 409);
    late += 2000;
    t.equal((await put(story_id, { title: 'Two' }, 1, ivo)).statusCode, 200);
    const other = await w.member({ app_owner: [w.app_id] });
    t.equal((await put(story_id, { title: 'Three' }, 2, other)).statusCode, 409);
    t.equal((await h.inject('POST', '/api/logout', { as: ivo, body: {} })).statusCode, 200);
    t.equal((await put(story_id, { title: 'Three' }, 2, other)).statusCode, 200);
    t.equal(
      (await h.inject('DELETE', '/api/account/delete-user', { as: nora, body: { email: other.email } })).statusCode,
      200,
    );
    t.match((await read(story_id)).draft, { held_by: null, held_until: null, user_id: other.user_id });
    t.equal((await discard(story_id)).statusCode, 200, 'nor does discarding');
  });

  await t.test('who asked for the place and heard nothing for 20 s may write', async (t) => {
    const story_id = await w.story(await w.group());
    const max = await w.member({ app_owner: [w.app_id] });
    t.equal((await put(story_id, { title: 'One' }, 0)).statusCode, 200);
    t.equal((await w.call('POST', '/story/draft/take_over', { story_id }, max)).statusCode, 200);
    late += 19_000;
    t.equal((await put(story_id, { title: 'Two' }, 1, max)).statusCode, 409);
    t.equal((await put(story_id, { title: 'Two' }, 1)).statusCode, 200, 'until then the holder goes on');
    late += 2000;
    t.equal((await read(story_id)).draft.held_by, max.user_id, 'also where nothing has settled it yet');
    const lost = await put(story_id, { title: 'Three' }, 2);
    assertRefused(t, lost, 409, 'DraftHeld');
    t.equal(lost.json().data.user_id, max.user_id);
    t.equal((await put(story_id, { title: 'Three' }, 2, max)).statusCode, 200);
  });

  await t.test('a discarded draft is gone, and a save that comes after it is told so', async (t) => {
    const group = await w.group();
    const { story_id } = (await draw({ story_group_id: group, content: { title: 'One' } })).json().data;
    assertRefused(t, await discard(story_id, { 'if-match': '"2"' }), 412, 'VersionConflict');
    t.match((await discard(story_id)).json(), { data: { story_id }, message: 'Draft discarded' });
    const after = await put(story_id, { title: 'Two' }, 1);
    t.same([after.statusCode, after.json().data], [412, { rev: 0, content: null, user_id: nora.user_id }]);
    t.equal((await get(story_id)).statusCode, 404);
    t.equal((await discard(story_id)).statusCode, 404);
    t.same(await list(group), []);
    t.equal((await put(story_id, { title: 'Two' }, 0)).json().data.rev, 2, 'a new one never has an old rev');
    t.equal((await put(story_id, { title: 'Three' }, 1)).statusCode, 412);
  });

  await t.test("a draft takes what the schema takes, and only the account's own files", async (t) => {
    const { story_id } = (await draw({ story_group_id: await w.group() })).json().data;
    const foreign = await h.media(stranger.owner.account_id);
    const many = Array.from({ length: 31 }, (_, n) => exampleComponent('text', `text-00${n + 10}`));
    const wide = sentDesign(
      ...Array.from({ length: 30 }, (_, n) => ['text', `text-00${n + 10}`, { text: '❄️'.repeat(150) }] as const),
    );
    const refused: [object, string, string][] = [
      [{ more: 1 }, 'Invalid', 'content.more'],
      [{ title: 'x'.repeat(41) }, 'Invalid', 'content.title'],
      [{ type: 3 }, 'Invalid', 'content.type'],
      [{ studio: wide }, 'Invalid', 'content.studio'],
      [{ studio: { version: 1, textData: many } }, 'Invalid', 'content.studio.textData'],
      [{ studio: { version: 2 } }, 'Invalid', 'content.studio.version'],
      [{ ignored: Array(101).fill('x') }, 'Invalid', 'content.ignored'],
      [{ media: foreign }, 'UnknownMedia', 'content.media'],
      [{ media: 'https://shop.example/a.png' }, 'UnknownMedia', 'content.media'],
      [{ thumbnail: w.video }, 'UnknownMedia', 'content.thumbnail'],
      [
        { studio: sentDesign(['text', 'text-0001'], ['image', 'image-001', { media: foreign }]) },
        'UnknownMedia',
        'content.studio.imageData.0.media',
      ],
    ];
    for (const [content, code, path] of refused) assertRefused(t, await put(story_id, content, 1), 422, code, path);
    assertRefused(t, await put(unknownId, {}, 0), 404, 'NotFound');
    const film = await w.story(await w.group(), { type: 2, media: w.video });
    const { thumbnail } = (await read(film)).published;
    const misplaced: [object, string][] = [
      [{ media: thumbnail }, 'content.media'],
      [
        { media: w.video, studio: sentDesign(['image', 'image-001', { media: w.video }]) },
        'content.studio.imageData.0.media',
      ],
    ];
    for (const [content, path] of misplaced) assertRefused(t, await put(film, content, 0), 422, 'UnknownMedia', path);
    t.equal(
      (await put(film, { type: 2, media: w.video, thumbnail }, 0)).statusCode,
      200,
      'each where the story has it',
    );
    const loose = {
      studio: sentDesign(['cta', 'cta-00001', { button_text: '', outlink: '' }]),
      media: w.video,
      type: 2,
    };
    t.equal((await put(story_id, loose, 1)).statusCode, 200, 'no checks, no gates');
    t.same(
      (await read(story_id)).checks.map(({ code }: { code: string }) => code),
      ['title_missing', 'link_text', 'link_missing'],
    );
  });

  await t.test('a group has up to 100 drafts of new stories, also when many come at once', async (t) => {
    const group = await w.group();
    await h.kernel.db.pool.query(
      `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated)
       select gen_random_uuid(), $1, $2, $3, 1, '{}', $4, now(), now() from generate_series(1, 99)`,
      [nora.account_id, w.app_id, group, nora.user_id],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => draw({ story_group_id: group })));
    t.same(answers.map((one) => one.statusCode).sort(), [201, 422, 422, 422, 422]);
    assertRefused(t, answers.find((one) => one.statusCode === 422)!, 422, 'StoriesPerGroupReached');
    const story = await w.story(group);
    t.equal((await put(story, { title: 'Drawn' }, 0)).statusCode, 200, 'of published ones there may be more');
  });

  await t.test('drafts go with their story and group and come back with them; other accounts see none', async (t) => {
    const group = await w.group({ status: 2 });
    const [story, kept] = [await w.story(group, { status: 2 }), await w.story(group)];
    for (const id of [story, kept]) t.equal((await put(id, { title: 'Drawn', media: w.image }, 0)).statusCode, 200);
    t.equal((await w.call('DELETE', '/story', { story_id: story })).statusCode, 200);
    t.same(await list(group), [kept]);
    t.equal((await get(story)).statusCode, 404);
    t.equal((await put(story, {}, 1)).statusCode, 404);
    await w.call('POST', '/story_group/restore', { story_group_id: group, story_id: story });
    t.match(await read(story), { draft: { rev: 1 }, outdated: true });
    t.equal((await w.call('DELETE', '/story_group', { story_group_id: group })).statusCode, 200);
    t.equal((await w.call('GET', `/story/drafts?story_group_id=${group}`)).statusCode, 404);
    for (const answer of [await get(kept), await put(kept, {}, 1), await discard(kept)])
      t.equal(answer.statusCode, 404);
    await w.call('POST', '/story_group/restore', { story_group_id: group });
    t.equal((await read(kept)).draft.content.title, 'Drawn');
    t.equal((await list(group)).length, 2);
    const as = stranger.owner;
    for (const answer of [await get(kept, as), await put(kept, {}, 1, as), await discard(kept, {}, as)])
      t.equal(answer.statusCode, 404);
    t.equal((await draw({ story_group_id: group }, as)).statusCode, 404);
    const theirs = await stranger.group();
    t.equal((await draw({ story_group_id: theirs, from: kept }, as)).statusCode, 404);
  });

  await t.test('of hidden drafts the newest stay, and none of what nothing restores', async (t) => {
    const x = await ownerWithApp(h);
    const as = x.owner;
    const clean = () => deleteExpired(h.kernel, new AbortController().signal);
    const [group, gone] = [await x.group({ status: 2 }), await x.group({ status: 2 })];
    const live = (await draw({ story_group_id: group, content: { title: 'Live' } }, as)).json().data.story_id;
    const fill = (many: number, age: string) =>
      h.kernel.db.pool.query(
        `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated)
         select gen_random_uuid(), $1, $2, $3, 1, '{"title": "Hidden"}', $4, now(), now() - $5::interval from generate_series(1, $6)`,
        [as.account_id, x.app_id, gone, as.user_id, age, many],
      );
    await fill(1000, '1 hour');
    await fill(3, '400 days');
    const left = async () => {
      const { rows } = await h.kernel.db.pool.query<{ story_group_id: string; many: number }>(
        'select story_group_id, count(*)::int as many from story_draft where account_id = $1 group by 1',
        [as.account_id],
      );
      return new Map(rows.map(({ story_group_id, many }) => [story_group_id, many]));
    };
    await clean();
    t.same(
      await left(),
      new Map([
        [group, 1],
        [gone, 1003],
      ]),
      'none is hidden',
    );
    t.equal((await x.call('DELETE', '/story_group', { story_group_id: gone }, as)).statusCode, 200);
    await clean();
    t.same(
      await left(),
      new Map([
        [group, 1],
        [gone, 1000],
      ]),
      'those that were saved last',
    );
    t.equal((await x.call('DELETE', '/app', { id: x.app_id }, as)).statusCode, 200);
    t.equal((await get(live, as)).statusCode, 404);
    await clean();
    t.same(await left(), new Map());
  });

  await t.test('a design of 32 KiB is taken, one byte more is refused and changes nothing', async (t) => {
    const { story_id } = (await draw({ story_group_id: await w.group() })).json().data;
    const texts = (bytes: number) =>
      Array.from({ length: 30 }, (_, n) => {
        const own = Math.max(0, Math.min(1000, bytes - n * 1000));
        const text = '\u{1f525}'.repeat(own / 4) + 'x'.repeat(own % 4);
        return ['text', `text-00${n + 10}`, { text }] as const;
      });
    const design = (bytes: number) => sentDesign(...texts(bytes));
    const room = studioLimits.bytes - studioBytes(exampleDesign(...texts(0)));
    t.equal((await put(story_id, { studio: design(room) }, 1)).statusCode, 200);
    t.equal(studioBytes((await read(story_id)).draft.content.studio), studioLimits.bytes);
    assertRefused(t, await put(story_id, { studio: design(room + 1) }, 2), 422, 'Invalid', 'content.studio');
    t.equal((await read(story_id)).draft.rev, 2);
  });

  await t.test('a copy of a story has components of its own', async (t) => {
    const group = await w.group();
    const conditions = { rules: [{ component_id: 'poll-0001', values: ['A'], to: 'end' }], next: null };
    const story = await w.story(group, { studio: sentDesign(['poll', 'poll-0001']), conditions });
    const { story_id } = (await draw({ story_group_id: group, from: story, content: { title: 'Copy' } })).json().data;
    const { content } = (await read(story_id)).draft;
    const [poll] = content.studio.pollData;
    t.not(poll.id, 'poll-0001');
    t.equal(content.conditions.rules[0].component_id, poll.id);
    t.match(content, { title: 'Copy', media: w.image });
  });

  await t.test('how a draft was is kept each ten minutes, and its pictures as long', async (t) => {
    const { story_id } = (await draw({ story_group_id: await w.group() })).json().data;
    const [first, second] = [await h.media(nora.account_id), await h.media(nora.account_id)];
    let rev = 1;
    const save = async (title: string, media: string) => {
      const answer = await put(story_id, { title, media }, rev);
      rev = answer.json().data.rev;
      late += 150_000;
    };
    for (let n = 0; n < 10; n += 1) await save(`First ${n}`, first);
    for (let n = 0; n < 10; n += 1) await save(`Second ${n}`, second);
    late += 3_600_000;
    await save('Third', second);
    const { data, next } = (await w.call('GET', `/story/revisions?story_id=${story_id}`)).json();
    t.equal(next, null);
    t.same(
      data.map((one: { content: { title: string } }) => one.content.title),
      ['Second 9', 'Second 6', 'Second 2', 'First 8', 'First 4', ''],
    );
    t.match(data[0], {
      kind: 'draft',
      version: 21,
      sentence: 'saved a draft',
      actor: { id: nora.user_id, name: 'Nora Lindqvist' },
    });
    t.match(data[3].content, { media: first });
    const named = async (): Promise<string[]> => {
      await deleteExpired(h.kernel, new AbortController().signal);
      const { rows } = await h.kernel.db.pool.query('select key from draft_media where story_id = $1', [story_id]);
      return rows.map(({ key }) => key).sort();
    };
    const both = [first, second].map((url) => mediaKeyOf(url)).sort();
    t.same(await named(), both);
    const age = `update draft_media set named_at = now() - interval '32 days' where story_id = $1`;
    await h.kernel.db.pool.query(age, [story_id]);
    t.same(await named(), both, 'a snapshot names the first');
    await discard(story_id);
    t.same(await named(), []);
  });
});

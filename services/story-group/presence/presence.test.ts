import type { AddressInfo } from 'node:net';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { emptyDraft } from '#contracts/studio/draft-content.ts';
import { type StudioMessage, type StudioPicture, studioMessages } from '#contracts/studio/presence.ts';
import { type Harness, type Person, startHarness, until } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

const second = 1000;

/** Listens as a studio does, in one process. */
const listen = async (h: Harness, groupId: string, as: Person) => {
  const { port } = h.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/story_group/presence?story_group_id=${groupId}`, {
    headers: { authorization: `Bearer ${as.token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const heard = { messages: [] as StudioMessage[], ended: false };
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (event && data) heard.messages.push([event, JSON.parse(data)] as StudioMessage);
      }
    }
  };
  const reading = response.ok ? read().catch(() => {}) : Promise.resolve();
  void reading.then(() => {
    heard.ended = true;
  });
  const last = <Name extends StudioMessage[0]>(name: Name) =>
    heard.messages.findLast(([event]) => event === name)?.[1] as Extract<StudioMessage, [Name, unknown]>[1] | undefined;
  return { response, heard, last, leave: () => leaving.abort(), reading };
};

t.test('what leads from one picture to the next', async (t) => {
  const draft = { story_id: 's', rev: 1, user_id: 'u', ts_updated: 1, held_by: 'u', held_until: 9 };
  const asked = { story_id: 's', user_id: 'v', state: 'asked', until: 5 } as const;
  const before: StudioPicture = { present: [], drafts: [draft], take_overs: [asked], version: 3 };
  t.same(studioMessages(before, structuredClone(before)), [], 'nothing new');
  t.same(
    studioMessages(null, before).map(([event]) => event),
    ['present', 'draft', 'take_over', 'published'],
  );
  const after = { ...before, drafts: [{ ...draft, held_by: 'v' }], take_overs: [], version: 4 };
  t.same(studioMessages(before, after), [
    ['draft', { ...draft, held_by: 'v' }],
    ['take_over', { ...asked, state: 'over' }],
    ['published', { version: 4 }],
  ]);
});

t.test('who is in the studio, in two processes', async (t) => {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const h = await startHarness(t, { parts: false, now });
  const { databaseUrl: url, ownerUrl, sdkUrl } = h;
  const database = { url, ownerUrl, sdkUrl, drop: async () => {} };
  const other = await startHarness(t, { parts: false, now, database, secrets: h.kernel.secrets });
  await Promise.all([h, other].map(({ server }) => server.listen({ port: 0, host: '127.0.0.1' })));
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);
  const mei = await w.member({ app_owner: [w.app_id] });
  const emil = await w.member({ app_owner: [w.app_id] });
  const group = await w.group();
  const story = await w.story(group);

  const send = (as: Person, more: object = {}) =>
    w.call('PUT', '/story_group/presence', { story_group_id: group, ...more }, as);
  const picture = async (as = w.owner): Promise<StudioPicture> =>
    (await w.call('GET', `/story_group/presence?story_group_id=${group}`, undefined, as)).json().data;
  const present = async () => (await picture()).present.map(({ user_id }) => user_id);
  /** A draft that someone writes from now on for two minutes, as a save leaves it. */
  const held = async (by: Person | null, seconds = 120): Promise<string> => {
    const id = uuidv7();
    await h.kernel.db.pool.query(
      `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated, held_by, held_until)
       values ($1, $2, $3, $4, 7, $5, $6, $7, $7, $8, $9)`,
      [
        id,
        w.owner.account_id,
        w.app_id,
        group,
        emptyDraft,
        w.owner.user_id,
        new Date(now()),
        by?.user_id ?? null,
        by && new Date(now() + seconds * second),
      ],
    );
    return id;
  };
  const placeOf = async (id: string) => (await picture()).drafts.find(({ story_id }) => story_id === id);
  const takeOver = (as: Person, story_id: string, grant?: boolean) =>
    w.call('POST', '/story/draft/take_over', { story_id, ...(grant === undefined ? {} : { grant }) }, as);

  await t.test('each person once, with what they look at, for 30 s', async (t) => {
    t.equal((await send(w.owner, { story_id: story, component_id: 'poll-0001' })).statusCode, 200);
    await send(mei);
    const { present: people, version } = await picture(mei);
    t.same(new Set(people.map(({ user_id }) => user_id)), new Set([w.owner.user_id, mei.user_id]));
    t.match(
      people.find(({ user_id }) => user_id === w.owner.user_id),
      { story_id: story, component_id: 'poll-0001', name: /./ },
    );
    t.equal(version, 2);
    ahead += 20 * second;
    const again = await h.signIn(mei.user_id, mei.account_id, mei.email);
    await send(again, { story_id: story });
    t.same(
      (await picture()).present.find(({ user_id }) => user_id === mei.user_id)?.story_id,
      story,
      'the newest window',
    );
    ahead += 11 * second;
    t.same(await present(), [mei.user_id], 'the owner has said nothing for 31 s');
    ahead += 31 * second;
    t.same(await present(), []);
  });

  await t.test('bad input', async (t) => {
    assertRefused(t, await send(stranger.owner), 404, 'NotFound');
    assertRefused(t, await send(w.owner, { story_id: unknownId }), 404, 'NotFound');
    const theirs = await stranger.story(await stranger.group());
    assertRefused(t, await send(w.owner, { story_id: theirs }), 404, 'NotFound');
    assertRefused(t, await send(w.owner, { component_id: '__proto__' }), 422, 'Invalid', 'component_id');
    assertRefused(t, await send(w.owner, { component_id: 'x'.repeat(37) }), 422, 'Invalid', 'component_id');
    assertRefused(t, await send(await w.member({ brodcaster: [w.app_id] })), 403, 'PermissionDenied');
    const path = `/story_group/presence?story_group_id=${group}`;
    assertRefused(t, await w.call('GET', path, undefined, stranger.owner), 404, 'NotFound');
    assertRefused(t, await takeOver(stranger.owner, await held(w.owner)), 404, 'NotFound');
    assertRefused(t, await takeOver(w.owner, unknownId), 404, 'NotFound');
    t.same(await present(), []);
  });

  await t.test('a place is asked for, given, refused, and given by silence', async (t) => {
    const free = await held(null);
    t.match((await takeOver(mei, free)).json().data, { granted: true, user_id: mei.user_id }, 'nobody writes it');
    const id = await held(w.owner);
    const asked = (await takeOver(mei, id)).json().data;
    t.match(asked, { granted: false, user_id: w.owner.user_id, until: Math.ceil((now() + 20 * second) / second) });
    t.match((await picture()).take_overs, [{ story_id: id, user_id: mei.user_id, state: 'asked' }]);
    t.match((await takeOver(emil, id)).json().data, { granted: false }, 'who asks later waits');
    assertRefused(t, await takeOver(emil, id, true), 409, 'DraftHeld');
    assertRefused(t, await takeOver(mei, id, true), 409, 'DraftHeld');
    t.match((await takeOver(w.owner, id, true)).json().data, { granted: true, user_id: mei.user_id });
    t.match(await placeOf(id), { held_by: mei.user_id });
    t.same((await picture()).take_overs, []);
    assertRefused(t, await takeOver(mei, id, true), 404, 'NotFound');

    await takeOver(w.owner, id);
    t.match((await takeOver(mei, id, false)).json().data, { granted: false, user_id: mei.user_id });
    t.match((await picture()).take_overs, [{ story_id: id, user_id: w.owner.user_id, state: 'refused' }]);
    ahead += 60 * second;
    t.match((await takeOver(w.owner, id)).json().data, { granted: false, user_id: mei.user_id }, 'the two minutes run');
    t.match(await placeOf(id), { held_by: mei.user_id });
    ahead += 61 * second;
    t.match((await takeOver(w.owner, id)).json().data, { granted: true, user_id: w.owner.user_id });

    await takeOver(mei, id);
    ahead += 19 * second;
    t.match(await placeOf(id), { held_by: w.owner.user_id });
    ahead += 2 * second;
    t.match(await placeOf(id), { held_by: mei.user_id }, 'nothing has settled it yet');
    const late = await takeOver(w.owner, id, true);
    assertRefused(t, late, 409, 'DraftHeld');
    t.match(late.json().data, { user_id: mei.user_id });
    ahead += 120 * second;
    t.match(await placeOf(id), { held_by: null, held_until: null });
  });

  await t.test('a save meets the place as it was asked for', async (t) => {
    const saved = (as: Person, story_id: string, rev: number) =>
      w.call('PUT', '/story/draft', { story_id, content: { title: `Rev ${rev}` } }, as, { 'if-match': `"${rev}"` });
    const { story_id } = (await w.call('POST', '/story/draft', { story_group_id: group })).json().data;
    t.equal((await saved(w.owner, story_id, 1)).statusCode, 200);
    assertRefused(t, await saved(mei, story_id, 2), 409, 'DraftHeld');
    await takeOver(mei, story_id);
    ahead += 10 * second;
    t.equal((await saved(w.owner, story_id, 2)).statusCode, 200, 'a save is no answer, and takes no more time');
    ahead += 11 * second;
    const late = await saved(w.owner, story_id, 3);
    assertRefused(t, late, 409, 'DraftHeld');
    t.match(late.json().data, { user_id: mei.user_id });
    t.equal((await saved(mei, story_id, 3)).statusCode, 200);
    ahead += 121 * second;
    t.equal((await saved(w.owner, story_id, 4)).statusCode, 200, 'the two minutes are over');
    await w.call('DELETE', `/story/draft?story_id=${story_id}`);
  });

  await t.test('it ends with leaving, signing out and removal, and so do the places', async (t) => {
    const ends: Record<string, (person: Person) => Promise<unknown>> = {
      leaving: (person) => w.call('DELETE', '/story_group/presence', { story_group_id: group }, person),
      'signing out': (person) => w.call('POST', '/logout', {}, person),
      removal: (person) => w.call('DELETE', '/account/delete-user', { email: person.email }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const person = await w.member({ app_owner: [w.app_id] });
      const id = await held(person);
      await send(person);
      t.same(await present(), [person.user_id]);
      await end(person);
      t.same(await present(), [], name);
      t.match(await placeOf(id), { held_by: null }, name);
    }
  });

  await t.test(
    'a window that is closed leaves what is written in another, and who left is given no place',
    async (t) => {
      const [person, asker] = [await w.member({ app_owner: [w.app_id] }), await w.member({ app_owner: [w.app_id] })];
      const [here, there] = [await held(person), await held(person)];
      await send(person, { story_id: here, window_id: 'window-1' });
      await send(person, { story_id: there, window_id: 'window-2' });
      const leave = (window_id?: string) =>
        w.call('DELETE', '/story_group/presence', { story_group_id: group, ...(window_id && { window_id }) }, person);
      await takeOver(asker, there);
      const goOn = (from: string) =>
        w.call(
          'DELETE',
          '/story_group/presence',
          { story_group_id: group, window_id: 'window-2', story_id: from },
          person,
        );
      await goOn(here);
      t.equal((await placeOf(here))?.held_by, person.user_id, 'the other window still looks at it');
      const gone = await held(person);
      await goOn(gone);
      t.equal((await placeOf(gone))?.held_by, null, 'a story that is left for another one is free at once');
      t.same(await present(), [person.user_id], 'and its writer is still there');
      await leave('window-2');
      t.same([(await placeOf(here))?.held_by, (await placeOf(there))?.held_by], [person.user_id, null]);
      t.same(await present(), [person.user_id]);
      const again = await h.signIn(person.user_id, person.account_id, person.email);
      await send(again, { story_id: here });
      await leave('window-1');
      t.equal((await placeOf(here))?.held_by, person.user_id, 'another browser looks at it');
      assertRefused(t, await leave('__proto__'), 422, 'Invalid', 'window_id');
      await w.call('POST', '/logout', {}, again);
      t.equal((await placeOf(here))?.held_by, null);

      const id = await held(w.owner);
      await takeOver(asker, id);
      await w.call('DELETE', '/account/delete-user', { email: asker.email });
      ahead += 21 * second;
      t.same([(await placeOf(id))?.held_by, (await picture()).take_overs], [w.owner.user_id, []]);
      await send(person, { window_id: 'window-3' });
      ahead += 31 * second;
      await send(person, { window_id: 'window-4' });
      const { rows } = await h.kernel.db.pool.query('select window_id from story_presence where user_id = $1', [
        person.user_id,
      ]);
      t.same(rows, [{ window_id: 'window-4' }], 'a window that says nothing any more is forgotten');
      await leave();
      t.same(await present(), []);
    },
  );

  await t.test('what one process does is heard in the other; who is removed hears no more', async (t) => {
    const here = await listen(h, group, w.owner);
    const there = await listen(other, group, emil);
    await until(() => Boolean(here.last('published') && there.last('published')), 'all there is');
    const id = await held(emil);
    await other.inject('PUT', '/api/story_group/presence', { as: emil, body: { story_group_id: group, story_id: id } });
    await until(() => here.last('present')?.some((one) => one.story_id === id) ?? false, 'who is there');
    await until(() => here.last('draft')?.story_id === id, 'the draft');
    const body = { story_id: id, content: { title: 'Seen elsewhere' } };
    await other.inject('PUT', '/api/story/draft', { as: emil, body, headers: { 'if-match': '"7"' } });
    await until(() => here.last('draft')?.rev === 8, 'the save');
    await takeOver(w.owner, id);
    await until(() => there.last('take_over')?.state === 'asked', 'the question');
    ahead += 21 * second;
    await until(() => there.last('draft')?.held_by === w.owner.user_id, 'the place given by silence');
    t.equal(there.last('take_over')?.state, 'over');
    await w.call('PATCH', '/story', { id: story, title: 'Two' });
    await until(() => there.last('published')?.version === 3, 'what was published');
    await w.call('DELETE', '/account/delete-user', { email: emil.email });
    await until(() => there.heard.ended, 'the stream to end');
    t.notOk(here.heard.ended);
    const more = await Promise.all(Array.from({ length: 9 }, () => listen(h, group, w.owner)));
    t.ok(more.every(({ response }) => response.status === 200));
    const tooMany = await listen(h, group, w.owner);
    t.equal(tooMany.response.status, 429);
    for (const one of [here, ...more]) {
      one.leave();
      await one.reading;
    }
  });
});

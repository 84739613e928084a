import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import { listEnding } from '#kernel/platform/viewer-hash.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { form, picture } from '#services/media/testing.ts';

const day = 86_400_000;
const clock = { ahead: 0 };

t.test('groups for a list of viewers', async (t) => {
  const h = await startHarness(t, { now: () => Date.now() + clock.ahead, settings: { CSV_MAX_BYTES: '200000' } });
  const nora = await h.person();
  const other = await h.person();
  const send = (content: Buffer | string, filename: string, type = 'text/csv', as: Person = nora) => {
    const { body, headers } = form({ name: 'file', content, filename, type });
    return h.inject('POST', '/api/upload', { as, body, headers });
  };
  const call = async (method: 'POST' | 'PATCH', path: string, body: object, as = nora) =>
    h.inject(method, `/api${path}`, { as, body });
  const made = async (path: string, body: object, as = nora) => {
    const answer = await call('POST', path, body, as);
    t.equal(answer.statusCode, 201, answer.body);
    return answer.json().data;
  };
  const refused = (
    t: Test,
    answer: Awaited<ReturnType<typeof send>>,
    status: number,
    code: string,
    message?: string,
  ) => {
    t.match(answer.json(), { code, ...(message ? { message } : {}) });
    t.equal(answer.statusCode, status);
  };

  const app = await made('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const image = (await send(await picture('png'), 'a.png', 'image/png')).json().data.file;
  const ts_start = Math.floor(Date.now() / 1000);
  const group = async (title: string) => {
    const { story_group_id } = await made('/n/story_group', { app_id: app.id, title, icon: image, ts_start });
    await made('/story', { story_group_id, title: 'One', type: 1, media: image });
    return story_group_id as string;
  };
  const everyone = await group('Everyone');
  const chosen = await group('Chosen');
  const sent = await send('viewer_id\nada\nbo@example.test\nada\n', 'vip.csv');
  const list = sent.json().data;
  const set = (dynamic_segmentation: object | null, id = chosen) =>
    call('PATCH', '/n/story_group', { story_group_id: id, settings: { dynamic_segmentation } });
  const named = { name: 'vip.csv', path: list.file };
  const stories = (query: Record<string, string>) => h.inject('GET', `/sdk/v1/${app.token}/stories`, { query });
  // Delivery may not know the instance yet: then it shows nothing so far.
  const shows = async (query: Record<string, string>) => {
    const answer = await stories(query);
    if (answer.statusCode === 404) return null;
    return (answer.json() as SdkStories).data.groups.map((one) => one.title).sort();
  };
  const settles = (wanted: string[], query: Record<string, string>) =>
    h.until(async () => (await shows(query))?.join() === wanted.join(), `${wanted} for ${JSON.stringify(query)}`);

  await t.test('an upload says how many viewers it holds', async (t) => {
    t.equal(sent.statusCode, 200);
    t.match(list, { mime_type: 'text/csv', count: 2, width: null, duration_ms: null });
    t.notOk('thumbnail' in list);
  });

  await t.test('what is no CSV is refused by name, what is wrong in it by line, what is large by size', async (t) => {
    refused(t, await send(await picture('png'), 'cat.csv'), 422, 'MediaRefused', 'cat.csv is not a csv file');
    refused(t, await send('a\n,b\n', 'x.csv'), 422, 'MediaRefused', 'Line 2: the first column has no viewer ID.');
    refused(t, await send('a\n'.repeat(120_000), 'big.csv'), 413, 'TooLarge');
    refused(t, await send('a\nb\n', 'x.csv', 'application/octet-stream'), 422, 'MediaRefused');
    refused(t, await set({ name: 'cat.png', path: image }), 422, 'Invalid', 'cat.png is not a csv file');
    refused(t, await set({ name: 'x.csv', path: 'https://x.test/a.csv' }), 422, 'UnknownMedia');
    const theirs = (await send('zoe\n', 'z.csv', 'text/csv', other)).json().data.file;
    refused(t, await set({ name: 'z.csv', path: theirs }), 422, 'UnknownMedia');
    refused(t, await set({ ...named, count: 2 }), 422, 'Invalid');
    const asStory = { story_group_id: everyone, title: 'x', type: 1, media: list.file };
    t.equal((await call('POST', '/story', asStory)).statusCode, 422);
  });

  const read = (as: Person | null, path = list.file) => h.inject('GET', '/api/upload', { as, query: { path } });
  await t.test('a file of viewers is read by its account alone', async (t) => {
    const own = await read(nora);
    t.match(own.headers, {
      'content-type': /^text\/csv/,
      'content-disposition': 'attachment; filename="viewers.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    t.match(own.body, 'bo@example.test');
    const exported = await h.kernel.db.pool.query(`select data from event where type = 'DataExported'`);
    t.match(exported.rows, [{ data: { user_id: nora.user_id, what: 'viewer_list', rows: list.count } }]);
    refused(t, await read(other), 422, 'UnknownMedia');
    t.equal((await read(null)).statusCode, 401);
    const { account_id } = nora;
    const filming = await h.person({ account_id, permissions: { brodcaster: [app.id] } });
    refused(t, await read(filming), 403, 'PermissionDenied');
    const editing = await h.person({ account_id, permissions: { story_creator: [app.id] } });
    refused(t, await read(editing), 422, 'UnknownMedia');
    const kept = { dynamic_segmentation: [{ name: 'vip.csv', path: list.file }] };
    t.equal((await h.inject('PUT', '/api/account/profile', { as: nora, body: { data: kept } })).statusCode, 200);
    for (const [who, shown] of [
      [filming, {}],
      [editing, kept],
    ] as const) {
      t.same((await h.inject('GET', '/api/account/profile', { as: who })).json().data, shown);
      t.same((await h.inject('GET', '/api/user', { as: who })).json().data.profile, shown);
    }
    t.equal((await h.inject('GET', new URL(list.file).pathname)).statusCode, 404);
    t.equal((await h.inject('GET', '/api/upload', { as: nora, query: { path: image } })).statusCode, 404);
  });

  await t.test('of the account by owners, by who sent it and by who edits an app that uses it', async (t) => {
    const { account_id } = nora;
    const shop = await made('/app', { store_id: 'com.marlow.two', store_type: 'ios', is_live: false, title: 'Two' });
    const here = await h.person({ account_id, permissions: { story_creator: [app.id] } });
    const there = await h.person({ account_id, permissions: { story_creator: [shop.id] } });
    const leads = await h.person({ account_id, permissions: { app_owner: [shop.id] } });
    const secret = (await send('ida\n', 'i.csv', 'text/csv', here)).json().data.file;
    const missing = `${h.config.MEDIA_URL}/media/${'0'.repeat(64)}.csv`;
    const none = await read(there, missing);
    const words = ({ json }: typeof none) => {
      const { code, message, fields } = json();
      return { code, message, fields };
    };
    for (const stranger of [there, leads]) {
      const answer = await read(stranger, secret);
      t.equal(answer.statusCode, none.statusCode);
      t.same(words(answer), words(none), 'as if it were not there');
    }
    for (const reader of [here, nora]) t.match((await read(reader, secret)).body, 'ida');

    const taking = (path: string, as: Person) => {
      const body = { app_id: shop.id, title: 'Taken', icon: image, ts_start };
      const settings = { dynamic_segmentation: { name: 'i.csv', path } };
      return call('POST', '/n/story_group', { ...body, settings }, as);
    };
    refused(t, await taking(secret, there), 422, 'UnknownMedia');
    t.equal((await taking(list.file, there)).statusCode, 201, 'what the account keeps is there to be chosen');
    t.equal((await taking(secret, nora)).statusCode, 201);
    for (const reader of [there, leads]) t.match((await read(reader, secret)).body, 'ida');
    const own = (await send('ida\n', 'again.csv', 'text/csv', leads)).json().data.file;
    t.equal(own, secret);
    t.equal((await read(here, secret)).statusCode, 200, 'who sent the same bytes before still has them');
  });

  await t.test('the group shows to those in the list, and to nobody else', async (t) => {
    t.equal((await set(named)).statusCode, 200);
    await settles(['Chosen', 'Everyone'], { viewer_id: 'ada' });
    await settles(['Chosen', 'Everyone'], { viewer_id: 'bo@example.test' });
    await settles(['Everyone'], { viewer_id: 'eve' });
    await settles(['Everyone'], { viewer_id: 'Ada' });
    await settles(['Everyone'], {});
    const personal = await stories({ viewer_id: 'ada' });
    t.equal(personal.headers['cache-control'], 'private, no-cache');
    const open = await stories({});
    t.match(open.headers['cache-control'], /^public/);
    const row = await h.inject('GET', '/api/n/story_group', { as: nora, query: { story_group_id: chosen } });
    t.same(row.json().data.settings.dynamic_segmentation, { ...named, count: 2 });
  });

  await t.test('no viewer id stands in an event or in a table', async (t) => {
    const { rows } = await h.kernel.db.pool.query<{ body: string }>(
      `select data::text as body from event where stream = 'storyGroup-' || $1`,
      [chosen],
    );
    t.ok(rows.some((row) => row.body.includes('vip.csv')));
    t.notOk(rows.some((row) => row.body.includes('bo@example.test')));
  });

  await t.test('taken away it shows to all; another one replaces it', async (t) => {
    const next = (await send('eve\n', 'new.csv')).json().data.file;
    await set({ name: 'new.csv', path: next });
    await settles(['Chosen', 'Everyone'], { viewer_id: 'eve' });
    await settles(['Everyone'], { viewer_id: 'ada' });
    await set(null);
    await settles(['Chosen', 'Everyone'], {});
    await h.caughtUp();
    const history = await h.inject('GET', '/api/story_group/history', { as: nora, query: { story_group_id: chosen } });
    t.match(JSON.stringify(history.json()), 'new.csv (1 viewers)');
  });

  await t.test('while too many wait for a file, one more is asked to come again', async (t) => {
    const lists = async () =>
      (await readdir(join(h.config.DATA_DIR, 'files'), { recursive: true })).filter((name) =>
        name.endsWith(`.${listEnding}`),
      );
    const before = new Set(await lists());
    await set({ name: 'late.csv', path: (await send('late\n', 'late.csv')).json().data.file });
    // Asked without a viewer: the list itself has not been looked at when it is shown no more.
    await settles(['Everyone'], {});
    const path = join(h.config.DATA_DIR, 'files', (await lists()).find((name) => !before.has(name))!);
    await rm(path);
    // Whoever opens a pipe waits until somebody writes into it.
    execFileSync('mkfifo', [path]);
    const waiting = Array.from({ length: 501 }, (_, at) => stories({ viewer_id: `viewer-${at}` }));
    const first = await Promise.race(waiting);
    closeSync(openSync(path, 'w'));
    t.equal(first.statusCode, 503);
    t.equal(first.json().code, 'Unavailable');
    t.match(first.headers['retry-after'], /^[1-9]/);
    const answers = await Promise.all(waiting);
    t.equal(answers.filter((answer) => answer.statusCode === 200).length, 500);
    t.equal((await stories({ viewer_id: 'viewer-501' })).statusCode, 200, 'and then it has its place');
    await set(null);
  });

  await t.test(
    'without the feature no new list, while the one that is set stays and lets other fields change',
    async (t) => {
      await set(named);
      clock.ahead = 15 * day;
      refused(t, await set(named, everyone), 403, 'FeatureNotAvailable');
      const more = { story_group_id: chosen, settings: { description: 'Ours' } };
      t.equal((await call('PATCH', '/n/story_group', more)).statusCode, 200);
      t.equal((await set(null)).statusCode, 200);
      refused(t, await set(named), 403, 'FeatureNotAvailable');
      clock.ahead = 0;
    },
  );
});

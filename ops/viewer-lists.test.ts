import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { SdkStories } from '#contracts/sdk.ts';
import { listEnding, viewerHasher } from '#kernel/viewer-hash.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { createViewerLists } from '#projections/delivery/viewer-lists.ts';
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
    refused(
      t,
      await send('a\n,b\n', 'x.csv'),
      422,
      'MediaRefused',
      'Line 2: there is no viewer id in the first column.',
    );
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

t.test('lists in memory', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { SDK_LISTS_MB: '16' } });
  const { files, secrets } = h.kernel;
  const size = 1_000_000;
  const plant = async (name: string) => {
    const keys = { path: `${name.repeat(64)}.csv`, list: `${name.repeat(64)}.${listEnding}` };
    const hash = viewerHasher(secrets, keys.path);
    const hashes = new BigUint64Array(size);
    for (let at = 0; at < size; at += 1) hashes[at] = hash(`viewer-${at}`);
    hashes.sort();
    const from = files.temporaryPath();
    await writeFile(from, new Uint8Array(hashes.buffer));
    return { path: keys.path, list: await files.adopt(from, listEnding) };
  };
  const [one, two, three] = [await plant('a'), await plant('b'), await plant('c')];
  const time = { now: Date.now() };
  const open = () => createViewerLists({ ...h.kernel, now: () => time.now });
  const most = 16 * 1024 * 1024;
  const asks = (lists: ReturnType<typeof open>) => async (keys: typeof one, viewer: string, instance: string) =>
    (await lists.ask([keys], viewer, instance)).holding.has(keys.list);
  const aside = async (keys: typeof one, work: () => Promise<unknown>) => {
    const path = files.path(keys.list);
    await rename(path, `${path}.aside`);
    await work().finally(() => rename(`${path}.aside`, path));
  };

  await t.test('a million viewers cost eight megabytes and are told exactly from others', async (t) => {
    const lists = open();
    const holds = asks(lists);
    let inside = 0;
    let outside = 0;
    for (let at = 0; at < 20_000; at += 1) {
      if (await holds(one, `viewer-${at * 50}`, 'x')) inside += 1;
      if (await holds(one, `stranger-${at}`, 'x')) outside += 1;
    }
    t.same([inside, outside], [20_000, 0]);
    t.equal(lists.size(), 8 * size);
  });

  await t.test('a list that was hashed the earlier way is asked that way', async (t) => {
    const path = `${'d'.repeat(64)}.csv`;
    const key = Buffer.from(secrets.keyed('viewer-list', path), 'hex');
    const hashOf = (id: string) => createHash('sha256').update(key).update(id).digest().readBigUInt64LE(0);
    const from = files.temporaryPath();
    await writeFile(from, BigUint64Array.from(['ada', 'bo'], hashOf).sort());
    const earlier = { path, list: await files.adopt(from, 'ids') };
    const holds = asks(open());
    t.same([await holds(earlier, 'ada', 'x'), await holds(earlier, 'bo', 'x')], [true, true]);
    t.same([await holds(earlier, 'eve', 'x'), await holds(one, 'ada', 'x')], [false, false]);
  });

  await t.test('a list without room is asked in its file, exactly, and turns nobody out', async (t) => {
    const lists = open();
    const holds = asks(lists);
    t.ok(await holds(one, 'viewer-7', 'x'));
    t.ok(await holds(two, 'viewer-7', 'y'));
    for (let at = 0; at < 300; at += 1) {
      t.ok(await holds(three, `viewer-${at * 3333}`, 'z'));
      t.notOk(await holds(three, `stranger-${at}`, 'z'));
    }
    t.equal(lists.size(), 16 * 1_000_000);
    await aside(one, async () => t.ok(await holds(one, 'viewer-8', 'x'), 'still held'));
    await aside(two, async () => t.ok(await holds(two, 'viewer-8', 'y'), 'still held'));
    await aside(three, async () => {
      const gone = await lists.ask([three, one], 'viewer-8', 'z');
      t.same([...gone.holding], [one.list]);
      t.equal(gone.complete, false, 'a list that cannot be read holds nobody, and says so');
    });
    t.ok(await holds(three, 'viewer-8', 'z'), 'and is asked again');
  });

  await t.test('many at once never take more than the setting, on their way into memory neither', async (t) => {
    const lists = open();
    const holds = asks(lists);
    const sizes: number[] = [];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const held = await holds([one, two, three][at % 3]!, `viewer-${at}`, 'x');
        sizes.push(lists.size());
        return held;
      }),
    );
    t.ok(answers.every(Boolean));
    t.ok(Math.max(...sizes) <= most);
    t.equal(lists.size(), 16 * 1_000_000);
  });

  await t.test('an instance whose viewers all wait for a file leaves places for the others', async (t) => {
    const lists = open();
    const outcomes = (instance: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        Promise.resolve(lists.ask([one], `viewer-${at}`, instance)).then(
          ({ holding }) => (holding.has(one.list) ? 'held' : 'not held'),
          (error) => (error as { code: string }).code,
        ),
      );
    const [noisy, second, third] = [outcomes('noisy', 600), outcomes('second', 500), outcomes('third', 1)];
    const count = async (list: Promise<string>[], what: string) =>
      (await Promise.all(list)).filter((outcome) => outcome === what).length;
    t.same([await count(noisy, 'held'), await count(noisy, 'Unavailable')], [500, 100]);
    t.equal(await count(second, 'held'), 500);
    t.equal(await count(third, 'Unavailable'), 1, 'a thousand wait, no more');
    t.same(await Promise.all(outcomes('third', 1)), ['held'], 'every place is given back');
  });

  await t.test('a list unused for a minute makes room, the longest unused first', async (t) => {
    const lists = open();
    const holds = asks(lists);
    await holds(two, 'viewer-7', 'y');
    await holds(one, 'viewer-7', 'x');
    time.now += 61_000;
    t.ok(await holds(three, 'viewer-7', 'z'));
    t.equal(lists.size(), 16 * 1_000_000);
    await aside(one, async () => t.ok(await holds(one, 'viewer-8', 'x')));
    await aside(three, async () => t.ok(await holds(three, 'viewer-8', 'z')));
    await aside(two, async () => t.equal((await lists.ask([two], 'viewer-8', 'y')).complete, false));
  });

  await t.test(
    'an instance that holds more than half makes room for another one, and does not get it back',
    async (t) => {
      const lists = open();
      const holds = asks(lists);
      await holds(one, 'viewer-7', 'greedy');
      await holds(two, 'viewer-7', 'greedy');
      t.ok(await holds(three, 'viewer-7', 'modest'));
      for (const keys of [one, two]) t.ok(await holds(keys, 'viewer-8', 'greedy'));
      await aside(three, async () => t.ok(await holds(three, 'viewer-8', 'modest')));
      await aside(two, async () => t.ok(await holds(two, 'viewer-9', 'greedy'), 'its half stays'));
      await aside(one, async () => t.equal((await lists.ask([one], 'viewer-9', 'greedy')).complete, false));
    },
  );
});

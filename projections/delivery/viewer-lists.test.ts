import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import t from 'tap';
import { listEnding, viewerHasher } from '#kernel/platform/viewer-hash.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { createViewerLists } from './viewer-lists.ts';

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
    return { path: keys.path, list: await files.store(from, listEnding) };
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
    const earlier = { path, list: await files.store(from, 'ids') };
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

import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { openFileStore } from './files.ts';

const store = async (test: Test) => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-files-'));
  test.teardown(() => rm(dir, { recursive: true, force: true }));
  return { dir, files: await openFileStore(dir) };
};

t.test('a file is kept once under its content, whoever brings it', async (t) => {
  const { files } = await store(t);
  const bring = async (content: string) => {
    const path = files.temporaryPath();
    await writeFile(path, content);
    return files.store(path, 'png');
  };
  const key = await bring('one');
  t.equal(await bring('one'), key);
  t.not(await bring('two'), key);
  t.match(key, /^[0-9a-f]{64}\.png$/);
  t.equal(await readFile(files.path(key), 'utf8'), 'one');
  t.same(await readdir(files.temporary), [], 'nothing unfinished is left');
});

t.test('no other user of the machine sees into the store', async (t) => {
  const { dir, files } = await store(t);
  const list = files.temporaryPath();
  await writeFile(list, 'viewer_id');
  const key = await files.store(list, 'csv');
  await files.write('heads/2026-01-02', 'head');
  const root = join(dir, 'files');
  for (const folder of [root, files.temporary, dirname(files.path(key)), join(root, 'operational', 'heads')])
    t.equal((await stat(folder)).mode & 0o777, 0o700, folder);
  const whole = join(dir, 'data');
  await openFileStore(whole);
  t.equal((await stat(whole)).mode & 0o111, 0o111, 'the database beside it can be reached');
});

t.test('a key that is none leads nowhere', async (t) => {
  const { files } = await store(t);
  for (const key of [
    '',
    '../secret',
    `${'a'.repeat(64)}.png/../x`,
    `${'A'.repeat(64)}.png`,
    'a'.repeat(64),
    `${'a'.repeat(64)}.`,
  ])
    t.throws(() => files.path(key), { code: 'NotFound' }, key);
  await t.rejects(files.write('../outside', 'x'));
  await files.write('heads/2026-01-02', 'head');
  await files.write('heads/2026-01-02', 'newer');
});

t.test('a start removes what ended processes left and nothing of living ones', async (t) => {
  const { dir, files } = await store(t);
  const host = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-');
  const put = async (name: string, ageMs: number) => {
    const path = join(files.temporary, name);
    await writeFile(path, 'x');
    const when = new Date(Date.now() - ageMs);
    await utimes(path, when, when);
  };
  const day = 24 * 3_600_000;
  await put(`${host}.999999999.dead`, day);
  await put(`${host}.${process.ppid}.living`, day);
  await put(`${host}.${process.pid}.young`, 0);
  await put('elsewhere.1.recent', day / 2);
  await put('elsewhere.1.old', day * 2);
  await openFileStore(dir);
  t.same(
    (await readdir(files.temporary)).sort(),
    [`${host}.${process.ppid}.living`, `${host}.${process.pid}.young`, 'elsewhere.1.recent'].sort(),
  );
});

t.test('a file that was adopted again meanwhile is not removed', async (t) => {
  const { files } = await store(t);
  const path = files.temporaryPath();
  await writeFile(path, 'x');
  const key = await files.store(path, 'gif');
  t.equal(await files.remove(key, Date.now() - 60_000), false);
  t.ok(await stat(files.path(key)));
  t.equal(await files.remove(key, Date.now() + 60_000), true);
  await t.rejects(stat(files.path(key)), { code: 'ENOENT' });
  t.equal(await files.remove(key, 0), true, 'what is gone stays gone');
});

import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { inWidth } from '#contracts/api/picture-sizes.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { storeIcon } from '#kernel/media/icons.ts';
import { recordMediaUse } from '#kernel/media/media-use.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { collectUploads } from './garbage-collector.ts';
import { form, picture, video } from './testing.ts';

const h = await startHarness(t, { parts: false });
const nora = await h.person();
const { files, db } = h.kernel;

const upload = async (content: Buffer | string, type = 'application/octet-stream') => {
  const { body, headers } = form({ name: 'file', content, filename: 'a.bin', type });
  return h.inject('POST', '/api/upload', { as: nora, body, headers });
};
const keyOf = (url: string): string => mediaKeyOf(url)!;

t.test('an upload that no event names goes after 48 hours, a named one stays', async (t) => {
  const now = h.kernel.now();
  const hour = 3_600_000;
  const [unnamed, named, mine] = await Promise.all([
    picture('png', 51, 50),
    picture('png', 52, 50),
    picture('png', 53, 50),
  ]);
  const keys = await Promise.all(
    [unnamed, named, mine].map(async (one) => keyOf((await upload(one!)).json().data.file)),
  );
  const clip = (await upload(await video('webm', ['-metadata', 'title=sweep']))).json().data;
  await transaction(db, (trx) => recordMediaUse(trx, [keys[1]!]));
  const all = [...keys, keyOf(clip.file), keyOf(clip.thumbnail)];
  const old = new Date(Date.now() - hour);
  for (const key of all) await utimes(files.path(key), old, old);
  const isFile = (key: string) =>
    stat(files.path(key)).then(
      () => true,
      () => false,
    );

  // The smaller size of a picture comes and goes with it.
  const there = async (key: string) => {
    const found = await isFile(key);
    if (/\.(png|jpg)$/.test(key)) t.equal(await isFile(inWidth(key, 48)), found, `${key} in its size`);
    return found;
  };

  await collectUploads(h.kernel, now + 47 * hour);
  t.same(await Promise.all(all.map(there)), [true, true, true, true, true]);
  await collectUploads(h.kernel, now + 49 * hour);
  t.same(
    await Promise.all(all.map(there)),
    [true, true, true, true, true],
    'commands that read it before may still name it',
  );
  await transaction(db, (trx) => recordMediaUse(trx, [keys[2]!]));
  await collectUploads(h.kernel, now + 50 * hour);
  t.same(await Promise.all(all.map(there)), [false, true, true, false, false]);
  const { rows } = await db.pool.query('select key from upload where key = any($1)', [all]);
  t.same(rows, [{ key: keys[1] }]);
});

t.test('an icon that no event names goes, a named one stays', async (t) => {
  const hour = 3_600_000;
  const old = new Date(Date.now() - hour);
  const [unnamed, named] = await Promise.all(
    [54, 55].map(async (width) => storeIcon(await picture('png', width, 50), h.kernel)),
  );
  await transaction(db, (trx) => recordMediaUse(trx, [named!]));
  for (const key of [unnamed!, named!]) await utimes(files.path(key), old, old);
  const noted = async () =>
    (await db.pool.query('select key from media_orphan where key = any($1)', [[unnamed, named]])).rows.length;
  await collectUploads(h.kernel);
  t.equal(await noted(), 2, 'the command that read it may still name it');
  await stat(files.path(unnamed!));
  await collectUploads(h.kernel, h.kernel.now() + hour);
  await t.rejects(stat(files.path(unnamed!)), { code: 'ENOENT' });
  await stat(files.path(named!));
  t.equal(await noted(), 0);
});

t.test('a file whose upload could not be noted goes again; sent once more it stays', async (t) => {
  const hour = 3_600_000;
  const stored = async (): Promise<string[]> => {
    const names = await readdir(join(files.temporary, '..'), { recursive: true, withFileTypes: true });
    return names.filter((one) => one.isFile()).map((one) => one.name);
  };
  const before = new Set(await stored());
  const sent: [Buffer | string, string?][] = [
    [await picture('png', 56, 50)],
    [await video('webm', ['-metadata', 'title=lost'])],
    ['viewer-1\nviewer-2\n', 'text/csv'],
  ];
  await h.asOwner('alter table upload add constraint closed check (false) not valid');
  for (const [content, type] of sent) t.equal((await upload(content, type)).statusCode, 500);
  await h.asOwner('alter table upload drop constraint closed');
  const left = (await stored()).filter((key) => !before.has(key));
  t.equal(
    left.length,
    7,
    'a picture with its smaller size, a video with its poster and that in a smaller size, a list with its hashes',
  );
  const again = keyOf((await upload(...sent[0]!)).json().data.file);
  t.ok(left.includes(again));
  const old = new Date(Date.now() - hour);
  for (const key of left) await utimes(files.path(key), old, old);
  await collectUploads(h.kernel, h.kernel.now() + hour);
  t.same((await stored()).filter((key) => !before.has(key)).sort(), [again, inWidth(again, 48)]);
});

t.test('an upload stays as long as a draft names it, and with it its poster', async (t) => {
  const later = h.kernel.now() + 49 * 3_600_000;
  const loose = keyOf((await upload(await picture('png', 57, 50))).json().data.file);
  const drawn = keyOf((await upload(await picture('png', 58, 50))).json().data.file);
  const clip = (await upload(await video('webm', ['-metadata', 'title=draft']))).json().data;
  await db.pool.query(
    `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, user_id, ts_created, ts_updated)
     values ($1, $1, $1, $1, 1, $1, now(), now())`,
    [nora.user_id],
  );
  for (const key of [drawn, keyOf(clip.thumbnail)])
    await db.pool.query('insert into draft_media (story_id, key, named_at) values ($1, $2, now())', [
      nora.user_id,
      key,
    ]);
  const left = async () => {
    await collectUploads(h.kernel, later);
    const { rows } = await db.pool.query('select key from upload where key = any($1)', [
      [loose, drawn, keyOf(clip.file)],
    ]);
    return rows.map(({ key }) => key).sort();
  };
  t.same(await left(), [drawn, keyOf(clip.file)].sort());
  await db.pool.query('delete from draft_media');
  t.same(await left(), []);
});

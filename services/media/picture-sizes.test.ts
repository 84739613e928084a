import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { inWidth, pictureWidths } from '#contracts/api/picture-sizes.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { sizeStoredPictures } from './size-stored-pictures.ts';
import { form, movingPicture, picture, video } from './testing.ts';

const h = await startHarness(t, { parts: false });
const nora = await h.person();
const { files, db } = h.kernel;

const upload = async (content: Buffer): Promise<{ file: string; thumbnail?: string }> => {
  const { body, headers } = form({ name: 'file', content, filename: 'a', type: 'application/octet-stream' });
  const answer = await h.inject('POST', '/api/upload', { as: nora, body, headers });
  t.equal(answer.statusCode, 200, answer.body);
  return answer.json().data;
};
const keyOf = (address: string): string => mediaKeyOf(address)!;
const get = (key: string) => h.inject('GET', `/media/${key}`);
const never = new AbortController().signal;

t.test('an upload is kept in each size that is not larger than it, as WebP', async (t) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const key = keyOf((await upload(await picture(format, 500, 900))).file);
    for (const width of pictureWidths) {
      const answer = await get(inWidth(key, width));
      t.equal(answer.statusCode, 200);
      const found = await sharp(answer.rawPayload).metadata();
      if (width <= 500) {
        t.match(found, { format: 'webp', width, height: Math.round((width * 900) / 500) }, `${format} ${width}`);
        t.equal(answer.headers['content-type'], 'image/webp');
        t.match(answer.headers['cache-control'], /max-age=31536000, immutable/);
      } else {
        t.same(answer.rawPayload, await readFile(files.path(key)), `${format} ${width} is the picture itself`);
        t.notMatch(answer.headers['cache-control'], /immutable/, 'which is not said to stay');
      }
    }
  }
});

t.test('what is see-through stays so', async (t) => {
  const clear = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const key = keyOf((await upload(clear)).file);
  const { channels } = await sharp((await get(inWidth(key, 96))).rawPayload).stats();
  t.equal(channels[3]?.max, 0);
});

t.test('of a picture that moves lists get stills, and whoever asks for more gets it moving', async (t) => {
  const wide = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 500, height: 100, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(wide, { join: { animated: true } })
    .gif()
    .toBuffer();
  for (const content of [gif, await movingPicture('webp')]) {
    const key = keyOf((await upload(content)).file);
    const pages = async (width: number) =>
      (await sharp((await get(inWidth(key, width))).rawPayload).metadata()).pages ?? 1;
    if (content === gif) t.equal(await pages(240), 1);
    t.ok((await pages(480)) > 1);
  }
});

t.test('a poster of a video has sizes, too', async (t) => {
  const { thumbnail } = await upload(await video('mp4'));
  const { format, width } = await sharp((await get(inWidth(keyOf(thumbnail!), 48))).rawPayload).metadata();
  t.same({ format, width }, { format: 'webp', width: 48 });
});

t.test('only the sizes that there are have an address, and only of pictures', async (t) => {
  const key = keyOf((await upload(await picture('png', 300, 300))).file);
  const clip = keyOf((await upload(await video('mp4'))).file);
  for (const no of [
    inWidth(key, 300),
    inWidth(key, 9999),
    inWidth(clip, 48),
    `${key}.48.png`,
    inWidth(inWidth(key, 96), 48),
  ])
    t.equal((await get(no)).statusCode, 404, no);
  t.equal((await get(inWidth(`${'0'.repeat(64)}.png`, 48))).statusCode, 404, 'of a picture that is not there');
});

t.test('pictures of before get their sizes once; until then the picture itself is the answer', async (t) => {
  const [old, damaged] = [await upload(await picture('jpeg', 400, 300)), await upload(await picture('png', 401, 300))];
  const [key, bad] = [keyOf(old.file), keyOf(damaged.file)];
  await db.pool.query('delete from picture_sizes where key = any($1)', [[key, bad]]);
  for (const one of [key, bad])
    for (const width of pictureWidths) await rm(files.path(inWidth(one, width)), { force: true });
  await writeFile(files.path(bad), (await readFile(files.path(bad))).subarray(0, 200));

  t.same((await get(inWidth(key, 240))).rawPayload, await readFile(files.path(key)));
  t.same(await sizeStoredPictures(h.kernel, never), { made: 1, refused: 1 });
  t.match(await sharp((await get(inWidth(key, 240))).rawPayload).metadata(), { format: 'webp', width: 240 });
  t.equal((await get(inWidth(bad, 240))).statusCode, 200, 'one that cannot be drawn anew stays as it is');
  t.same(await sizeStoredPictures(h.kernel, never), { made: 0, refused: 0 }, 'each is looked at once');
});

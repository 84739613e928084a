import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import t, { type Test } from 'tap';
import { compareFolders, comparePictures, describe, type Reason, reasonFor } from './compare.ts';

/** A grey picture, of which some pixels are red. */
const picture = (width: number, height: number, red = 0): Buffer => {
  const image = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1)
    image.data.set(at < red ? [255, 0, 0, 255] : [90, 90, 90, 255], at * 4);
  return PNG.sync.write(image);
};

const folders = async (t: Test, before: Record<string, Buffer>, after: Record<string, Buffer>) => {
  const root = t.testdir({ before: {}, after: {} });
  for (const [folder, files] of Object.entries({ before, after }))
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, folder, name)), { recursive: true });
      await writeFile(join(root, folder, name), content);
    }
  return { root, before: join(root, 'before'), after: join(root, 'after'), diffs: join(root, 'diffs') };
};

t.test('the share is that of the pixels which differ, and the diff shows them', async (t) => {
  t.same(comparePictures(picture(20, 10), picture(20, 10)), { share: 0, sizes: '', diff: null });
  const { share, diff } = comparePictures(picture(20, 10), picture(20, 10, 3));
  t.equal(share, 3 / 200);
  t.equal(PNG.sync.read(diff!).width, 20);
});

t.test('of pictures of different sizes all that one has beyond the other differs', async (t) => {
  const { share, sizes } = comparePictures(picture(20, 10), picture(20, 20));
  t.equal(share, 0.5);
  t.equal(sizes, '20×10 became 20×20');
});

t.test('a difference is fine up to 0.1 %, or up to what its reason allows', async (t) => {
  const w = await folders(
    t,
    {
      'home/a.1440.light.png': picture(100, 50),
      'home/b.1440.light.png': picture(100, 50),
      'home/c.1440.dark.png': picture(100, 50),
      'home/gone.390.dark.png': picture(10, 10),
    },
    {
      'home/a.1440.light.png': picture(100, 50, 5),
      'home/b.1440.light.png': picture(100, 50, 6),
      'home/c.1440.dark.png': picture(100, 50, 500),
      'home/new.390.dark.png': picture(10, 10),
    },
  );
  const reasons: Reason[] = [{ pictures: 'home/c.*.png', upTo: 0.1, reason: 'the button is wider' }];
  const compared = await compareFolders(w.before, w.after, w.diffs, reasons);
  t.same(compared, [
    { picture: 'home/a.1440.light.png', share: 0.001, note: '', fine: true },
    { picture: 'home/b.1440.light.png', share: 0.0012, note: '', fine: false },
    { picture: 'home/c.1440.dark.png', share: 0.1, note: 'the button is wider', fine: true },
    { picture: 'home/gone.390.dark.png', share: 1, note: 'gone', fine: false },
    { picture: 'home/new.390.dark.png', share: 1, note: 'new', fine: false },
  ]);
  t.same((await readdir(join(w.diffs, 'home'))).sort(), ['a.1440.light.png', 'b.1440.light.png', 'c.1440.dark.png']);
  const text = describe(compared);
  t.match(text, '!    0.12 %  home/b.1440.light.png');
  t.match(text, '    10.00 %  home/c.1440.dark.png  (the button is wider)');
  t.match(text, '0 of 5 pictures are the same, 3 differ without a reason.');
});

t.test('only what is named is compared', async (t) => {
  const all = {
    'home/shop.390.light.png': picture(4, 4),
    'home/shop-2.390.light.png': picture(4, 4),
    'auth/login.390.light.png': picture(4, 4),
  };
  const w = await folders(t, all, all);
  const named = async (...only: string[]) =>
    (await compareFolders(w.before, w.after, w.diffs, [], only)).map((one) => one.picture);
  t.same(await named('auth'), ['auth/login.390.light.png']);
  t.same(await named('home/shop'), ['home/shop.390.light.png']);
});

t.test('a reason names pictures with stars, and nothing else in it is special', async (t) => {
  const reasons: Reason[] = [{ pictures: 'home/*.1440.*', upTo: 1, reason: 'wider' }];
  t.equal(reasonFor('home/shop.1440.dark.png', reasons)?.reason, 'wider');
  t.equal(reasonFor('home/shopx1440xdark.png', reasons), null);
  t.equal(reasonFor('away/home/shop.1440.dark.png', reasons), null);
});

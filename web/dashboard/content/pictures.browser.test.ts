import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import t from 'tap';
import { toSeconds } from '#contracts/time.ts';
import { startDashboard } from '#ops/testing/dashboard.ts';

// Compiled, it lies in .build/js; the pictures are beside the sources.
const art = new URL(
  import.meta.url.endsWith('.js') ? '../../../../../ops/demo/pictures/game/' : '../../../ops/demo/pictures/game/',
  import.meta.url,
);
const groups = 9;
const storiesEach = 2;
/** The most that the pictures of a page with nine groups take, in bytes. */
const budget = 400_000;

t.test('nine groups load at most 400 kB of pictures on Content, and so does a page of one group', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const send = (method: string, path: string, body: object) => w.call(nora, method, path, body);
  const app = await send('POST', '/app', { store_id: 'com.shop.pictures', store_type: 'ios', is_live: false });
  const names = (await readdir(art)).filter((name) => /-\d\.avif$/.test(name)).sort();
  const drawn = async (name: string, width: number, height: number) =>
    w.upload(
      nora,
      await sharp(await readFile(new URL(name, art)))
        .resize(width, height)
        .jpeg({ quality: 90 })
        .toBuffer(),
    );
  let used = 0;
  const next = () => names[used++ % names.length]!;
  let group = '';
  for (let place = 0; place < groups; place += 1) {
    // Those of the others are only seen as thumbnails.
    const width = place === groups - 1 ? 1080 : 360;
    const icon = await drawn(next(), 480, 480);
    const fields = { app_id: app.id, title: `Group ${place}`, icon, ts_start: toSeconds(w.kernel.now()) };
    group = (await send('POST', '/n/story_group', fields)).story_group_id;
    for (let at = 0; at < storiesEach; at += 1)
      await send('POST', '/story', {
        story_group_id: group,
        title: `Story ${at}`,
        type: 1,
        media: await drawn(next(), width, (width * 16) / 9),
      });
  }

  const pages: [path: string, width: number, points: number, least: number][] = [
    ['/content', 1440, 2, groups],
    [`/stories/${group}`, 1440, 2, storiesEach],
    ['/home', 1440, 2, 1],
    ['/content', 390, 3, groups],
    [`/stories/${group}`, 390, 3, storiesEach],
  ];
  for (const [path, width, deviceScaleFactor, least] of pages) {
    const context = await w.windowOf(nora, { deviceScaleFactor, viewport: { width, height: 4000 } });
    const page = await context.newPage();
    let bytes = 0;
    const failed: string[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/media/')) return;
      if (response.status() !== 200) failed.push(response.url());
      else bytes += Number(response.headers()['content-length']);
    });
    await page.goto(w.base + path);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction((count) => {
      const all = [...document.querySelectorAll<HTMLImageElement>('[data-kit="cover"] img, [data-kit="thumb"] img')];
      return all.length >= count && all.every((one) => one.complete && one.naturalWidth > 0);
    }, least);
    t.comment(`${path} at ${width} px, ${deviceScaleFactor} points a px: ${bytes} bytes of pictures`);
    t.same(failed, []);
    t.ok(bytes > 0 && bytes <= budget, `${path} loads ${bytes} bytes of pictures`);
    const blurred = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('[data-kit="cover"] img, [data-kit="thumb"] img')]
        // In CSS px, as the browser was told how many points of the file make one.
        .filter((one) => one.naturalWidth < one.clientWidth * 0.99)
        .map((one) => `${one.currentSrc.slice(-20)} for ${one.clientWidth}`),
    );
    t.same(blurred, [], 'none is smaller than it is drawn');
    await context.close();
  }
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import t from 'tap';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import { createRandom } from '#ops/testing/random.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { fontUses } from '../../player/render/font-uses.ts';
import type { RenderPage } from '../../player/render/test-page.ts';
import { open, screen, sdk, shows, site, visit } from '../../player/test-visit.ts';
import { renderWordsFor, wordsFor } from '../../player/words.ts';
import { randomDesigns } from './test-designs.ts';
import type { LayerPage } from './test-page.tsx';

declare global {
  interface Window {
    layers: LayerPage;
    designs: RenderPage;
  }
}

const folder = import.meta.dirname;
const seed = Number(process.env.SEED ?? 18);
const now = 2_000_000_000;
const look = { ...screen, deviceScaleFactor: 1, reducedMotion: 'reduce', bypassCSP: true } as const;
const [countOfDesigns, levels, mostUnlike] = [40, 8, 0.001];
const picture = `${sdk.origin}/media/checks`;
const words = renderWordsFor(wordsFor('en'), 'en', new Map());
const designs = randomDesigns(createRandom(seed), countOfDesigns, picture, now);
const stories = designs.map(({ studio }, at) =>
  sdk.story(`d${at}`, { duration_ms: 3_600_000, studio, media: `${picture}-d${at}` }),
);

/** Squares of two colors under a slope: wherever it lies elsewhere, most of it is unlike. */
const checks = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><defs><pattern id="p" width="60" height="60" patternUnits="userSpaceOnUse"><rect width="30" height="30" fill="#e8d9c4"/><rect x="30" y="30" width="30" height="30" fill="#7a4a2b"/></pattern><linearGradient id="g"><stop stop-color="#106070"/><stop offset="1" stop-color="#b03060"/></linearGradient></defs><rect width="300" height="400" fill="url(#g)"/><rect width="300" height="400" fill="url(#p)"/></svg>`,
  ),
)
  .png()
  .toBuffer();

/** Gives a window the picture, the fonts of the built player, and a clock of days that stands still. */
async function furnish(context: BrowserContext, page: Page): Promise<void> {
  await context.route('**/media/checks*', (route) => route.fulfill({ contentType: 'image/png', body: checks }));
  await context.route('**/sdk/v1/fonts/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const body = await readFile(join(folder, '../../../dist/player/fonts', name));
    await route.fulfill({ contentType: 'font/woff2', headers: { 'access-control-allow-origin': '*' }, body });
  });
  await page.evaluate((ms) => {
    Date.now = () => ms;
  }, now * 1000);
}

/**
 * The page of test-page.tsx, with a place for designs of the dashboard, one for designs that are answered, and one for the
 * studio's canvas without what the studio lays over it.
 */
async function layerPage(context: BrowserContext): Promise<Page> {
  const outputFiles = await bundlePage(join(folder, 'test-page'), { outdir: folder });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))!.text;
  const html = `<!doctype html><html lang="en"><title>Designs</title><style>${text('.css')}
    section,main,article{position:absolute;left:0;top:0;width:360px;height:640px}:empty{visibility:hidden}
    article>*>:not([data-device]){visibility:hidden}article [data-device]{border-radius:0!important}</style>
    <main></main><section></section><article></article><script type="module" src="/layers.js"></script></html>`;
  const page = await context.newPage();
  await page.route('**/layers', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route('**/layers.js', (route) => route.fulfill({ contentType: 'text/javascript', body: text('.js') }));
  await page.goto(`${sdk.origin}/layers`);
  await page.waitForFunction(() => 'layers' in window && 'designs' in window);
  await furnish(context, page);
  await page.evaluate((ms) => window.designs.make({ locale: 'en', rtl: false, now: ms, still: false }), now * 1000);
  return page;
}

/** Waits until the pictures of the design in an element are there. */
const pictures = (page: Page, within: string) =>
  page.waitForFunction((within) => {
    const root = document.querySelector(`${within} .design`)?.shadowRoot;
    return root && [...root.querySelectorAll('img')].every((image) => image.complete);
  }, within);

/** With SHOTS leaves a picture there. */
const keep = async (name: string, png: Buffer): Promise<void> => {
  if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/${name}.png`, png);
};
const raw = (png: Buffer): Promise<Buffer> => sharp(png).removeAlpha().raw().toBuffer();

/** The share of pixels of two pictures that are unlike. */
async function unlike(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  const [a, b] = [await raw(one), await raw(other)];
  if (a.length !== b.length) return 1;
  const differs = (at: number) => Math.abs(a[at]! - b[at]!) > levels;
  let count = 0;
  for (let at = 0; at < a.length; at += 3) if (differs(at) || differs(at + 1) || differs(at + 2)) count += 1;
  return (count * 3) / a.length;
}

/** Turns through designs in the player until each looks as it has to. */
async function compare(page: Page, context: BrowserContext, due: readonly Buffer[], name: string): Promise<void> {
  await furnish(context, page);
  await open(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.stage>:not(.board),dialog>:not(.stage){visibility:hidden}');
    document.querySelector('story-rail')!.shadowRoot!.adoptedStyleSheets.push(sheet);
  });
  for (const [at, want] of due.entries()) {
    if (at > 0) await page.keyboard.press('ArrowRight');
    await shows(page, `d${at}`);
    // Fonts come, what begins a little later is shown, and how others answered is asked for.
    await until(async () => {
      const seen = await page.screenshot();
      await keep(`${name}-${at}`, seen);
      return (await unlike(seen, want)) <= mostUnlike;
    }, `design ${at} of seed ${seed} to look in the player as it looks elsewhere (${name})`);
  }
  await context.close();
}

t.test(
  'designs look alike in the dashboard, in the studio, in the phone of the history and in the player',
  async (t) => {
    sdk.reset([sdk.group('One', stories)]);
    const { context } = await visit({}, look);
    const layers = await layerPage(context);
    const before: Buffer[] = [];
    const after: Buffer[] = [];
    const otherwise: number[] = [];
    for (const [at, { studio, components }] of designs.entries()) {
      const src = stories[at]!.media!;
      await layers.evaluate((uses) => window.layers.fonts(uses), fontUses(studio, words));
      await layers.evaluate((story) => window.layers.show(story), { studio, src });
      await pictures(layers, 'section');
      before.push(await layers.screenshot());
      await layers.evaluate(() => window.layers.show(null));
      await layers.evaluate((story) => window.layers.edit(story), { studio, src });
      await pictures(layers, 'article');
      const edited = await layers.screenshot();
      await layers.evaluate(() => window.layers.edit(null));
      await keep(`studio-${at}`, edited);
      if ((await unlike(edited, before[at]!)) > mostUnlike) otherwise.push(at);
      await layers.evaluate(([studio, state]) => window.designs.draw(studio, state), [
        studio,
        { components, medium: src },
      ] as const);
      await pictures(layers, 'main');
      after.push(await layers.screenshot());
      await keep(`card-${at}`, before[at]!);
      await keep(`answered-${at}`, after[at]!);
    }
    t.same(otherwise, [], `the studio's canvas shows the designs of seed ${seed} as the dashboard does`);
    t.ok((await unlike(before[0]!, before[1]!)) > 0.1, 'other designs look otherwise');
    const changed = await Promise.all(before.map((one, at) => unlike(one, after[at]!)));
    t.ok(changed.filter((share) => share > mostUnlike).length > countOfDesigns / 2, 'answers are seen');
    await context.close();

    const plain = await visit({}, look);
    await compare(plain.page, plain.context, before, 'before');

    // The phone of the history holds the player itself, in its place on the page, and counts nothing: some are enough.
    const phone = await visit({ contained: '', preview: '' }, look);
    await compare(phone.page, phone.context, before.slice(0, 9), 'history');

    const answers = designs.flatMap(({ components }, at) =>
      Object.entries(components).flatMap(([id, { value, on }]) =>
        value || on ? [`${stories[at]!.id} ${id}\t${value ?? 'on'}`] : [],
      ),
    );
    const counts = designs.flatMap(({ components }) =>
      Object.entries(components).flatMap(([id, { counts }]) =>
        counts ? [[id, { values: counts, total: Object.values(counts).reduce((sum, one) => sum + one) }] as const] : [],
      ),
    );
    sdk.state.results = async () => Object.fromEntries(counts);
    const { origin } = site;
    const localStorage = [{ name: 'story-rail:answers:tok', value: answers.join('\n') }];
    const again = await visit({}, { ...look, storageState: { cookies: [], origins: [{ origin, localStorage }] } });
    await compare(again.page, again.context, after, 'after');
  },
);

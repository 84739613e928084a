import { gzipSync } from 'node:zlib';
import t from 'tap';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import type { PlayerEvent } from './protocol.ts';
import { builtPlayer } from './test-origin.ts';
import {
  at,
  counted,
  designed,
  drag,
  gone,
  heading,
  mediaSource,
  open,
  screen,
  sdk,
  shows,
  threeGroups,
  types,
  visit,
} from './test-visit.ts';

// On a taller phone a blurred picture lies under each story; drawn without a graphics card, every frame blurs it anew.
const filled = { viewport: { width: 390, height: 700 } };

t.test('the player is at most 15 kB gzipped, 27 kB with designs, and imports nothing but these', async (t) => {
  const { player, modules } = await builtPlayer();
  const size = (code: Buffer) => gzipSync(code, { level: 9 }).length;
  const design = modules.get('design.js')!;
  t.comment(`player ${size(player)}, design ${size(design)}, words ${size(modules.get('design-words.js')!)}`);
  t.ok(size(player) <= 15 * 1024);
  t.ok(size(design) <= 12 * 1024);
  t.ok(size(player) + size(design) <= 27 * 1024);
  // The player imports designs, and these words and fonts.
  for (const [code, imports] of [
    [String(player), 1],
    [String(design), 2],
  ] as const) {
    t.notMatch(code, /\bimport\s*[{*"']/);
    t.equal(code.match(/\bimport\(/g)?.length, imports);
    t.notMatch(code, /innerHTML|\beval\(/);
  }
});

t.test('a story is shown whole on a tall phone, and fills a screen of nearly its own shape', async (t) => {
  sdk.reset([sdk.group('One', [sdk.story('a')])]);
  for (const [height, fit, backdrops] of [
    [844, 'contain', 1],
    [700, 'cover', 0],
  ] as const) {
    const { page, context } = await visit({}, { viewport: { width: 390, height } });
    await open(page);
    await until(
      () => page.locator('dialog .media').evaluate((media) => (media as HTMLImageElement).naturalWidth > 0),
      'the picture',
    );
    await until(
      async () => (await page.locator('dialog .media').evaluate((media) => getComputedStyle(media).objectFit)) === fit,
      `the picture to ${fit} the screen`,
    );
    t.equal(await page.locator('dialog .under').count(), backdrops);
    await context.close();
  }
});

t.test('on a foreign page under a strict policy a viewing sends exactly its events', async (t) => {
  const { group, story } = sdk;
  const groups = [
    group('One', [story('a', { duration_ms: 1300 }), story('b-even', { duration_ms: 1300 })]),
    group('Two', [story('v', { type: 2 })]),
  ];
  sdk.reset(groups);
  const { context, page } = await visit({}, filled);
  await counted('bar_impression');
  const taken = startStopwatch();
  await page.locator('.cover').first().click();
  await page.waitForFunction(() => {
    const image = document.querySelector('story-rail')?.shadowRoot?.querySelector<HTMLImageElement>('dialog img.media');
    return image?.complete && image.naturalWidth > 0;
  });
  const ms = taken();
  t.ok(ms < 2000, 'the first story is there at once');
  t.comment(`first story after ${Math.round(ms)} ms`);
  await gone(page);
  await counted('group_closed');
  const [one, two] = groups as [(typeof groups)[0], (typeof groups)[0]];
  const [a, b] = one.stories.map(({ id }) => id);
  const v = two.stories[0]!.id;
  // A second in view may be over before the viewer opens, or after it has closed.
  const isCover = ({ type, group_id }: PlayerEvent) => type === 'bar_impression' && group_id !== undefined;
  const covers = () => sdk.counted().filter(isCover);
  await until(() => covers().length === 2, 'both covers');
  t.same(
    covers()
      .map(({ group_id, position }) => [group_id, position])
      .sort(),
    [
      [one.id, 0],
      [two.id, 1],
    ].sort(),
  );
  const rows = sdk
    .counted()
    .filter((event) => !isCover(event))
    .map((event) => [event.type, event.group_id, event.story_id, event.mode]);
  t.strictSame(rows, [
    ['bar_impression', undefined, undefined, undefined],
    ['group_opened', one.id, undefined, 'manual'],
    ['story_impression', one.id, a, undefined],
    ['story_completed', one.id, a, undefined],
    ['story_left', one.id, a, undefined],
    ['story_impression', one.id, b, undefined],
    ['story_completed', one.id, b, undefined],
    ['story_left', one.id, b, undefined],
    ['group_completed', one.id, undefined, undefined],
    ['group_next', one.id, undefined, 'auto'],
    ['group_opened', two.id, undefined, 'auto'],
    ['story_impression', two.id, v, undefined],
    ['story_completed', two.id, v, undefined],
    ['story_left', two.id, v, undefined],
    ['group_completed', two.id, undefined, undefined],
    ['group_closed', two.id, v, 'auto'],
  ]);
  const watched = sdk.counted().flatMap((event) => event.watch_ms ?? []);
  t.ok(
    watched.every((ms) => ms >= 1250 && ms < 4000),
    `watched ${watched}`,
  );
  t.same(sdk.state.invalid, [], 'every batch is as the protocol says');
  const batch = sdk.batches[0]!;
  t.ok(batch.viewer_id && batch.session_id && batch.consent && batch.platform === 'web');
  t.equal(new Set(sdk.batches.map((one) => one.viewer_id)).size, 1);
  const seen = await page.evaluate(() => window.seen);
  t.same(seen.violations, [], 'the policy was never broken');
  t.same(
    seen.events.filter(({ name }) => name === 'open' || name === 'close').map(({ name, detail }) => [name, detail]),
    [
      ['open', { group_id: one.id, story_id: a }],
      ['close', { group_id: two.id, story_id: v }],
    ],
  );
  t.ok(seen.events.some(({ name, detail }) => name === 'sent' && detail.status === 202));
  t.equal(seen.events.filter(({ name }) => name === 'track').length, rows.length + 2);
  t.ok(await page.locator('.cover.seen').count(), 'watched groups have a grey ring');
  t.match(await page.locator('.cover').first().getAttribute('aria-label'), 'One, seen');
  await context.close();
});

t.test('taps, keys and swipes go where they should', async (t) => {
  threeGroups(60_000);
  const { context, page } = await visit({}, filled);
  await page.locator('.cover').first().focus();
  await page.keyboard.press('Enter');
  await shows(page, 'a');
  t.equal(
    await page.evaluate(() => document.querySelector('story-rail')?.shadowRoot?.activeElement?.localName),
    'dialog',
  );
  await page.mouse.click(300, 500);
  await shows(page, 'b-even');
  await page.mouse.click(40, 500);
  await shows(page, 'a');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'b-even');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'a');
  await page.keyboard.press('End');
  await shows(page, 'c');
  await page.keyboard.press('Home');
  await shows(page, 'a');
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await drag(page, [300, 500], [100, 510]);
  await shows(page, 'd-even');
  t.equal(await heading(page), 'Two');
  await drag(page, [100, 500], [300, 510]);
  await until(async () => (await heading(page)) === 'One', 'the group before');
  for (let press = 0; press < 8; press++) await page.keyboard.press('Tab');
  t.equal(await page.evaluate(() => document.activeElement?.localName), 'story-rail', 'focus stays in the dialog');
  await drag(page, [200, 300], [205, 600]);
  await gone(page);
  const focused = () =>
    page.evaluate(() => document.querySelector('story-rail')?.shadowRoot?.activeElement?.getAttribute('aria-label'));
  t.match(await focused(), 'One', 'focus returns to the cover');
  await open(page, 2);
  await page.keyboard.press('Escape');
  await gone(page);
  t.match(await focused(), 'Three');
  await counted('group_closed');
  await until(() => types(sdk.counted()).filter((type) => type === 'group_closed').length === 2, 'both closings');
  const sent = types(sdk.counted());
  for (const type of ['story_next', 'story_previous', 'story_skipped', 'story_paused', 'story_resumed'] as const) {
    t.ok(sent.includes(type), type);
  }
  t.match(
    sdk
      .counted()
      .filter((event) => event.type.startsWith('group_'))
      .map((event) => [event.type, event.mode]),
    [
      ['group_opened', 'manual'],
      ['group_next', 'manual'],
      ['group_opened', 'manual'],
      ['group_previous', 'manual'],
      ['group_opened', 'manual'],
      ['group_closed', 'manual'],
      ['group_opened', 'manual'],
      ['group_closed', 'manual'],
    ],
  );
  t.same(sdk.state.invalid, []);
  await context.close();
});

t.test('holding pauses until the finger is lifted', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  await open(page);
  await shows(page, 'a');
  await page.mouse.move(300, 500);
  await page.mouse.down();
  const tracked = (type: string) =>
    page.waitForFunction((name) => window.seen.events.some(({ detail }) => detail.type === name), type);
  await tracked('story_paused');
  await page.mouse.up();
  await tracked('story_resumed');
  t.match(await mediaSource(page), /-a$/, 'a long press is no tap');
  await context.close();
});

t.test('from right to left everything is mirrored', async (t) => {
  threeGroups();
  const { context, page } = await visit({ dir: 'rtl', locale: 'ar' }, filled);
  const box = (index: number) => page.locator('.cover').nth(index).boundingBox();
  t.ok((await box(0))!.x > (await box(1))!.x);
  await open(page);
  await page.mouse.click(60, 500);
  await shows(page, 'b-even');
  await page.mouse.click(350, 500);
  await shows(page, 'a');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'b-even');
  await drag(page, [100, 500], [300, 505]);
  await shows(page, 'd-even');
  t.equal(await page.getByRole('button', { name: 'إغلاق' }).count(), 1);
  await context.close();
});

t.test(
  'where the designs cannot be had the medium and the link are shown, and the next story tries again',
  async (t) => {
    const poll: ExamplePart = ['poll', 'poll-0001', at(100)];
    const swipe: ExamplePart = ['cta', 'swipe-001', at(590, 40)];
    const link = { outlink: 'https://shop.example/coats', button_text: 'Shop coats' };
    const stories = ['a', 'b-even'].map((name) => designed(name, [poll, swipe], link));
    stories.push(designed('c', [poll, swipe], { ...link, type: 2 }), designed('d-even', [poll], link));
    // What no server of today delivers.
    Object.assign(stories[3]!.studio!, { textData: null });
    sdk.reset([sdk.group('One', stories)]);
    const { modules } = sdk.state;
    const design = String(modules.get('design.js'));
    const other = `${design.replace(/\bas number\b/, 'as nothing')};export const number = 1;globalThis.otherRelease = 1`;
    sdk.state.modules = new Map();
    const { page, context } = await visit({ locale: 'de' }, screen);
    await open(page);
    const own = page.locator('dialog .link');
    const mediumAlone = async (told: string) => {
      t.ok(await own.isVisible(), `${told}: the link`);
      t.equal(await page.locator('.design').count(), 0, `${told}: no design`);
      const picture = page.locator('.stage:not(.waiting) > img.media');
      await picture.waitFor();
      t.ok(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), `${told}: the medium`);
    };
    await mediumAlone('no file');
    const asked = () => sdk.requests.filter((url) => url.includes('design.js')).length;
    await until(() => asked() >= 1, 'a first try');
    sdk.state.modules = new Map([['design.js', Buffer.from(other)]]);
    const before = asked();
    await page.keyboard.press('ArrowRight');
    await shows(page, 'b-even');
    await until(() => asked() > before, 'another try');
    await page.waitForFunction(() => 'otherRelease' in window);
    await mediumAlone('a file of another release');
    await page.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault()));
    await own.click();
    sdk.state.modules = new Map([['design.js', Buffer.from(design)]]);
    await page.keyboard.press('ArrowRight');
    await shows(page, 'c');
    // Without what it imports it is drawn in other letters and English words.
    await page.getByRole('button', { name: 'Navy parka' }).waitFor();
    t.notOk(await own.isVisible(), 'the design has its own');
    const film = page.locator('.bottom video');
    await until(
      () => film.evaluate((video) => (video as HTMLVideoElement).currentTime > 0.2),
      'the film to play on where the design has laid it',
    );
    await page.keyboard.press('ArrowRight');
    await shows(page, 'd-even');
    t.ok(await page.locator('.stage > .media').isVisible(), 'a design that cannot be drawn leaves its medium');
    t.ok(await own.isVisible());
    await page.keyboard.press('Escape');
    await counted('story_clicked');
    t.equal(sdk.counted().find(({ type }) => type === 'story_clicked')?.component_id, 'swipe-001');
    await context.close();

    sdk.reset([sdk.group('One', [sdk.story('a')])]);
    const plain = await visit({}, screen);
    await open(plain.page);
    await counted('story_impression');
    t.equal(asked(), 0, 'a page without designs never asks for them');
    t.ok(types(sdk.counted()).includes('group_opened'));
    await plain.context.close();
  },
);

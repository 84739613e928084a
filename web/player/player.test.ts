import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import t from 'tap';
import { launchChromium } from '#ops/testing/chromium.ts';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import type { SdkEvent } from './protocol.ts';
import { builtPlayer, startPage, startSdk } from './test-origin.ts';

type Seen = { violations: string[]; events: { name: string; detail: Record<string, unknown> }[] };
declare global {
  interface Window {
    seen: Seen;
    axe: typeof axe;
  }
}

let browser: Browser;
const sdk = await startSdk();
const site = await startPage(sdk.origin);

t.before(async () => {
  browser = await launchChromium();
});
t.teardown(async () => {
  await browser?.close();
  sdk.close();
  site.close();
});

async function visit(query: Record<string, string> = {}, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.seen = { violations: [], events: [] };
    document.addEventListener('securitypolicyviolation', (event) =>
      window.seen.violations.push(event.violatedDirective),
    );
    for (const name of ['open', 'close', 'click', 'sent', 'track']) {
      addEventListener(
        `story-rail:${name}`,
        (event) => window.seen.events.push({ name, detail: (event as CustomEvent).detail }),
        true,
      );
    }
  });
  await page.goto(`${site.origin}/?${new URLSearchParams(query)}`);
  await page.locator('.cover').first().waitFor();
  return { context, page };
}

const heading = (page: Page) => page.locator('dialog h2').textContent();
const picture = (page: Page) => page.locator('dialog .media').getAttribute('src');
const shows = (page: Page, name: string) =>
  until(async () => (await picture(page))?.endsWith(`-${name}`) ?? false, `story ${name}`);
const gone = (page: Page) => until(async () => (await page.locator('dialog').count()) === 0, 'viewer closed');
const types = (events: SdkEvent[]) => events.map((event) => event.type);
const open = async (page: Page, index = 0) => {
  await page.locator('.cover').nth(index).click();
  await page.locator('dialog .media').waitFor();
};
const counted = (type: string) => until(() => types(sdk.counted()).includes(type as SdkEvent['type']), type);
const drag = async (page: Page, from: [number, number], to: [number, number]) => {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
};

function threeGroups() {
  const { group, story } = sdk;
  sdk.reset([
    group('One', [story('a'), story('b-even'), story('c')]),
    group('Two', [story('d-even'), story('e')]),
    group('Three', [story('f')]),
  ]);
}

t.test('the player is at most 15 kB gzipped and imports nothing', async (t) => {
  const code = await builtPlayer();
  t.ok(gzipSync(code, { level: 9 }).length <= 15 * 1024);
  t.notMatch(code.toString(), /\bimport\s*[{*"'(]/);
  t.notMatch(code.toString(), /innerHTML|\beval\(/);
});

t.test('on a foreign page under a strict policy a viewing sends exactly its events', async (t) => {
  const { group, story } = sdk;
  const groups = [
    group('One', [story('a', { duration_ms: 1300 }), story('b-even', { duration_ms: 1300 })]),
    group('Two', [story('v', { type: 2 })]),
  ];
  sdk.reset(groups);
  const { context, page } = await visit();
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
  const rows = sdk.counted().map((event) => [event.type, event.group_id, event.story_id, event.mode]);
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
  t.equal(seen.events.filter(({ name }) => name === 'track').length, rows.length);
  t.ok(await page.locator('.cover.seen').count(), 'watched groups have a grey ring');
  t.match(await page.locator('.cover').first().getAttribute('aria-label'), 'One, seen');
  await context.close();
});

t.test('taps, keys and swipes go where they should', async (t) => {
  threeGroups();
  const { context, page } = await visit();
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
  t.equal(await heading(page), 'One');
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
  t.match(await picture(page), /-a$/, 'a long press is no tap');
  await context.close();
});

t.test('from right to left everything is mirrored', async (t) => {
  threeGroups();
  const { context, page } = await visit({ dir: 'rtl', locale: 'ar' });
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

t.test('without consent nobody is named and nothing is stored', async (t) => {
  threeGroups();
  const { context, page } = await visit({ consent: 'false', 'viewer-id': 'me', 'device-id': 'phone', labels: 'vip' });
  await open(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await counted('group_closed');
  for (const batch of sdk.batches) {
    t.equal(batch.consent, false);
    for (const name of ['viewer_id', 'session_id', 'device_id']) t.notOk(name in batch, name);
  }
  t.same(sdk.state.invalid, []);
  t.notMatch(sdk.requests.join(' '), /viewer_id|device_id/);
  t.match(sdk.requests.join(' '), 'labels=vip');
  t.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
  await context.close();
});

t.test('withdrawing consent empties the storage, and a changed attribute asks again', async (t) => {
  threeGroups();
  const { context, page } = await visit({ 'viewer-id': 'me', 'device-id': 'phone' });
  await open(page);
  await page.keyboard.press('Escape');
  t.ok(await page.evaluate(() => localStorage.length));
  t.match(sdk.requests.join(' '), /device_id=phone&?.*|viewer_id=me/);
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('consent', 'false'));
  await page.waitForFunction(() => localStorage.length === 0);
  const group = sdk.state.groups[0]!;
  sdk.state.groups = [{ ...group, title: 'Only for gold' }];
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('labels', 'gold'));
  await page.getByRole('button', { name: 'Only for gold' }).waitFor();
  t.ok(sdk.requests.some((url) => url.includes('labels=gold') && !url.includes('viewer_id')));
  await context.close();
});

t.test('offline and lost answers cost no event and double none', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  await counted('bar_impression');
  sdk.state.status = 503;
  await open(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await until(() => types(sdk.counted()).includes('group_closed'), 'a batch whose answer is an error');
  await context.setOffline(true);
  await page.locator('.cover').nth(2).click();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.status === 0));
  sdk.state.status = 202;
  await context.setOffline(false);
  await until(() => types(sdk.counted()).filter((type) => type === 'group_closed').length === 2, 'all events');
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.includes(':batch:')));
  const tracked = await page.evaluate(() =>
    window.seen.events.filter(({ name }) => name === 'track').map(({ detail }) => detail.id),
  );
  t.same(
    sdk
      .counted()
      .map((event) => event.id)
      .sort(),
    tracked.sort(),
    'each event counts once',
  );
  t.ok(sdk.batches.length > new Set(sdk.batches.map((batch) => batch.batch_id)).size, 'a batch kept its id');
  await context.close();
});

t.test('leaving the page sends the last story by beacon', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  await open(page);
  await shows(page, 'a');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.type === 'story_impression'));
  await page.goto('about:blank');
  await counted('group_closed');
  t.same(types(sdk.counted()).slice(-2), ['story_left', 'group_closed']);
  t.equal(new Set(sdk.counted().map((event) => event.id)).size, sdk.counted().length);
  await context.close();
});

t.test('only the next story is preloaded', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  t.same(sdk.media(), [], 'nothing before the bar is tapped');
  await open(page);
  await until(() => sdk.media().length === 2, 'the next story');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.type === 'story_impression'));
  t.match(sdk.media(), [/-a$/, /-b-even$/]);
  t.equal(sdk.media().length, 2);
  await page.keyboard.press('ArrowRight');
  await until(() => sdk.media().length === 3, 'one more');
  t.match(sdk.media()[2], /-c$/);
  await context.close();
});

t.test('links open safely, and the page may take them over', async (t) => {
  const { group, story } = sdk;
  sdk.reset([
    group('One', [
      story('a', { outlink: `${site.origin}/shop`, button_text: 'Shop coats' }),
      story('b-even', { deep_link: 'javascript:document.title="bad"', button_text: 'Bad' }),
    ]),
  ]);
  const { context, page } = await visit();
  await open(page);
  const link = page.locator('dialog a.link');
  t.equal(await link.getAttribute('rel'), 'noopener');
  const popup = context.waitForEvent('page');
  await link.click();
  const opened = await popup;
  await opened.waitForURL(`${site.origin}/shop`);
  t.equal(await opened.evaluate(() => window.opener), null);
  await opened.close();
  await page.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault()));
  await drag(page, [200, 600], [205, 300]);
  const clicks = await page.evaluate(() => window.seen.events.filter(({ name }) => name === 'click'));
  t.equal(clicks.length, 2);
  t.equal(clicks[1]?.detail.url, `${site.origin}/shop`);
  t.equal(context.pages().length, 1, 'a prevented click opens nothing');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'b-even');
  t.notOk(await link.isVisible(), 'an unsafe link is not offered');
  await page.keyboard.press('Escape');
  await counted('group_closed');
  t.equal(types(sdk.counted()).filter((type) => type === 'story_clicked').length, 2);
  await context.close();
});

t.test('a medium that fails says so and lets one go on', async (t) => {
  const { group, story } = sdk;
  sdk.reset([group('One', [story('a', { media: `${sdk.origin}/media/broken` }), story('b-even')])]);
  const { context, page } = await visit();
  await open(page);
  await page.getByText('This story could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.mouse.click(350, 700);
  await shows(page, 'b-even');
  t.notOk(await page.getByText('This story could not be loaded.').isVisible());
  await context.close();
});

t.test('an unknown token shows nothing and warns', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('token', 'nobody'));
  t.match((await warning).text(), /story-rail/);
  await until(async () => (await page.locator('.cover').count()) === 0, 'an empty bar');
  await context.close();
});

t.test('under reduced motion nothing moves and stories still go on', async (t) => {
  const { group, story } = sdk;
  sdk.reset([group('One', [story('a', { duration_ms: 900 }), story('b-even')])]);
  const { context, page } = await visit({}, { reducedMotion: 'reduce' });
  await open(page);
  await shows(page, 'a');
  const state = await page.evaluate(() => {
    const root = document.querySelector('story-rail')?.shadowRoot;
    const bar = root?.querySelector<HTMLElement>('.segments i');
    return { running: root?.getAnimations().length, bar: bar?.style.transform };
  });
  t.same(state, { running: 0, bar: 'scaleX(1)' });
  await shows(page, 'b-even');
  await context.close();
});

t.test('axe finds nothing serious in the bar and the viewer', async (t) => {
  const { group, story } = sdk;
  sdk.reset([
    group('One', [story('a', { outlink: 'https://shop.test/', button_text: 'Shop' }), story('v', { type: 2 })]),
    group('Two', [story('b-even')]),
  ]);
  const { context, page } = await visit();
  await page.evaluate(axe.source);
  const serious = () =>
    page.evaluate(async () => {
      const { violations } = await window.axe.run(document);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    });
  t.same(await serious(), []);
  await open(page);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !document.querySelector('story-rail')?.shadowRoot?.getAnimations().length);
  t.same(await serious(), []);
  t.match(await page.locator('[aria-live]').textContent(), 'Title a, 1 of 2, One');
  await page.keyboard.press('ArrowRight');
  await page.locator('video').waitFor();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  t.same(await serious(), []);
  await context.close();
});

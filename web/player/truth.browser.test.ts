import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { launchRealTabs, openChromium } from '#ops/testing/chromium.ts';
import {
  assertKnown,
  barWasSeen,
  closeViewer,
  eventsInWords,
  openGroupInPlayer,
  passTime,
  pressKey,
  viewerIsClosed,
  visitShop,
  waitForStory,
} from '#ops/testing/player-page.ts';
import { type PlayerSite, startPlayerSite } from '#ops/testing/player-site.ts';
import { until } from '#ops/testing/stopwatch.ts';

let browser: Browser;
let site: PlayerSite;

t.before(async () => {
  browser = await openChromium(t);
  site = await startPlayerSite(t);
});

/** The phone of somebody who was never here. */
const newPhone = async (t: Test, more: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...more });
  t.teardown(() => context.close());
  return context;
};

t.test('a film that a phone took lying on its side stands upright', async (t) => {
  const scene = await site.plant({ One: ['a', { turned: 'v' }] });
  const page = await visitShop(site, await newPhone(t), scene);
  await openGroupInPlayer(page, 'One', 'a');
  await pressKey(page, 'ArrowRight', 'v');
  const size = await page
    .locator('dialog video')
    .evaluate((film) => [(film as HTMLVideoElement).videoWidth, (film as HTMLVideoElement).videoHeight]);
  t.same(size, [90, 160]);
});

t.test('stories that run to their end', async (t) => {
  const scene = await site.plant({ One: ['a', { film: 'v' }], Two: ['b'] });
  const page = await visitShop(site, await newPhone(t), scene);
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 7000);
  await waitForStory(page, 'v');
  await passTime(page, 2000);
  await waitForStory(page, 'b');
  await passTime(page, 7000);
  await viewerIsClosed(page);
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One', 'Two'),
      'group_opened One manual',
      'story_impression One a',
      'story_completed One a',
      'story_left One a 7000',
      'story_impression One v',
      'story_completed One v',
      'story_left One v 2000',
      'group_completed One',
      'group_next One auto',
      'group_opened Two auto',
      'story_impression Two b',
      'story_completed Two b',
      'story_left Two b 7000',
      'group_completed Two',
      'group_closed Two b auto',
    ],
    {
      groups: {
        One: { reach: 1, total_impression: 2, total_open: 1, total_complete: 1, nexts: 1, average_watch_length: 4.5 },
        Two: { reach: 1, total_impression: 1, total_open: 1, total_complete: 1, closed: 1, average_watch_length: 7 },
      },
      stories: {
        a: { reach: 1, impression: 1, completed: 1, average_watch_length: 7 },
        v: { reach: 1, impression: 1, completed: 1, average_watch_length: 2 },
        b: { reach: 1, impression: 1, completed: 1, closed: 1, average_watch_length: 7 },
      },
    },
  );
});

t.test('going on, going back and going to another group, on either side of the second that counts', async (t) => {
  const scene = await site.plant({ One: ['a', 'b', 'c'], Two: ['d'] });
  const page = await visitShop(site, await newPhone(t), scene);
  const tap = async (x: number, story: string) => {
    await page.mouse.click(x, 500);
    await waitForStory(page, story);
  };
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 999);
  await tap(300, 'b');
  await passTime(page, 1000);
  await passTime(page, 500);
  await tap(300, 'c');
  await passTime(page, 400);
  await tap(40, 'b');
  await passTime(page, 999);
  await pressKey(page, 'ArrowDown', 'd');
  await passTime(page, 1000);
  await pressKey(page, 'ArrowUp', 'a');
  await passTime(page, 300);
  await pressKey(page, 'ArrowLeft', 'a');
  await passTime(page, 700);
  await closeViewer(page);
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One', 'Two'),
      'group_opened One manual',
      'story_skipped One a',
      'story_next One a manual',
      'story_left One a 999',
      'story_impression One b',
      'story_next One b manual',
      'story_left One b 1500',
      'story_previous One c manual',
      'story_left One c 400',
      'story_skipped One b',
      'story_left One b 999',
      'group_next One manual',
      'group_opened Two manual',
      'story_impression Two d',
      'story_left Two d 1000',
      'group_previous Two manual',
      'group_opened One manual',
      'story_impression One a',
      'story_left One a 1000',
      'group_closed One a manual',
    ],
    {
      groups: {
        One: {
          ...{ reach: 1, total_impression: 2, total_open: 2, total_skipped: 2, nexts: 1, closed: 1 },
          average_watch_length: 1,
        },
        Two: { reach: 1, total_impression: 1, total_open: 1, prevs: 1, average_watch_length: 1 },
      },
      stories: {
        a: { reach: 1, impression: 1, total_skipped: 1, nexts: 1, closed: 1, average_watch_length: 1 },
        b: { reach: 1, impression: 1, total_skipped: 1, nexts: 1, average_watch_length: 1.2 },
        c: { prevs: 1, average_watch_length: 0.4 },
        d: { reach: 1, impression: 1, average_watch_length: 1 },
      },
    },
  );
});

t.test('a pause, and a tab that is hidden in the middle', async (t) => {
  const { context, close: end } = await launchRealTabs();
  t.teardown(end);
  const scene = await site.plant({ One: ['a', { film: 'v' }], Two: ['b'] });
  const page = await visitShop(site, context, scene);
  const other = await context.newPage();
  await page.bringToFront();
  const away = async (ms: number) => {
    await other.bringToFront();
    await page.waitForFunction(() => document.hidden, undefined, { polling: 50 });
    await passTime(page, ms);
    await page.bringToFront();
    await page.waitForFunction(() => !document.hidden, undefined, { polling: 50 });
  };
  await other.bringToFront();
  await page.reload();
  await page.locator('.cover').first().waitFor();
  await passTime(page, 5000);
  t.strictSame(
    eventsInWords(await site.known(scene.app_id, 1), scene),
    barWasSeen('One', 'Two'),
    'of the time before, in front',
  );
  await page.bringToFront();
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 600);
  await away(5000);
  await passTime(page, 999);
  await page.keyboard.press(' ');
  await away(4000);
  await passTime(page, 999);
  await page.keyboard.press(' ');
  await passTime(page, 5401);
  await waitForStory(page, 'v');
  await passTime(page, 1500);
  await away(60_000);
  await passTime(page, 2000);
  await waitForStory(page, 'b');
  await page.keyboard.press(' ');
  await passTime(page, 90_000);
  await page.keyboard.press(' ');
  await closeViewer(page);
  // What follows a batch that is still on its way waits for the page's clock, which stands still.
  await until(async () => {
    await passTime(page, 5000);
    return eventsInWords(await site.known(scene.app_id, 1), scene).length >= 23;
  }, 'the page to have sent everything');
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One', 'Two'),
      'bar_impression',
      'group_opened One manual',
      'story_paused One a',
      'story_resumed One a',
      'story_impression One a',
      'story_completed One a',
      'story_left One a 7999',
      'story_impression One v',
      'story_completed One v',
      'story_left One v 3500',
      'group_completed One',
      'group_next One auto',
      'group_opened Two auto',
      'story_paused Two b',
      'story_impression Two b',
      'story_resumed Two b',
      'story_left Two b 20000',
      'group_closed Two b manual',
      'bar_impression One',
      'bar_impression Two',
    ],
    {
      groups: {
        One: { reach: 1, total_impression: 2, total_open: 1, total_complete: 1, nexts: 1, average_watch_length: 5.7 },
        Two: { reach: 1, total_impression: 1, total_open: 1, closed: 1, average_watch_length: 20 },
      },
      stories: {
        a: { reach: 1, impression: 1, completed: 1, average_watch_length: 8 },
        v: { reach: 1, impression: 1, completed: 1, average_watch_length: 3.5 },
        b: { reach: 1, impression: 1, closed: 1, average_watch_length: 20 },
      },
    },
  );
});

t.test('a click on the link, whatever the page does with it', async (t) => {
  const scene = await site.plant({ One: [{ picture: 'a', outlink: `${site.shop.origin}/coats` }] });
  const context = await newPhone(t);
  const page = await visitShop(site, context, scene);
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 1000);
  const popup = context.waitForEvent('page');
  await page.locator('dialog a.link').click();
  await popup;
  await page.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault()));
  await page.locator('dialog a.link').click();
  await closeViewer(page);
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One'),
      'group_opened One manual',
      'story_impression One a',
      'story_clicked One a',
      'story_clicked One a',
      'story_left One a 1000',
      'group_closed One a manual',
    ],
    {
      groups: {
        One: {
          ...{ reach: 1, total_impression: 1, total_click: 2, total_open: 1, closed: 1, ctr: 2 },
          average_watch_length: 1,
        },
      },
      stories: { a: { reach: 1, impression: 1, click: 2, closed: 1, ctr: 2, average_watch_length: 1 } },
    },
  );
});

/** Scrolls until that share of an element of the bar shows, and until observers of the page have heard of it. */
const showShare = (page: Page, selector: string, share: number): Promise<number> =>
  page.evaluate(
    ([name, part]) => {
      const target = document.querySelector('story-rail')!.shadowRoot!.querySelector(name)!;
      const { top, height } = target.getBoundingClientRect();
      // An element as tall as the window leaves it at the top, any other one comes in from below.
      scrollBy(0, height < innerHeight ? top + height * part - innerHeight : top + height * (1 - part));
      return new Promise<number>((done) => {
        new IntersectionObserver(([entry]) => done(entry!.intersectionRatio)).observe(target);
      });
    },
    [selector, share] as const,
  );

t.test('a bar counts once half of it has shown, a story while half of it does', async (t) => {
  const scene = await site.plant({ One: ['a', 'b'] });
  // What moves shows more or less of itself by itself.
  const still = await newPhone(t, { reducedMotion: 'reduce' });
  const page = await visitShop(site, still, scene, { above: '60', below: '90', contained: '' });
  t.ok((await showShare(page, '.bar', 0.45)) < 0.5);
  await passTime(page, 5000);
  t.strictSame((await site.known(scene.app_id, 0)).batches, []);
  t.ok((await showShare(page, '.bar', 0.55)) > 0.5);
  t.ok((await showShare(page, '.bar', 0)) < 0.1);
  t.ok((await showShare(page, '.bar', 1)) > 0.9);
  await openGroupInPlayer(page, 'One', 'a');
  await showShare(page, 'dialog', 1);
  await passTime(page, 700);
  t.ok((await showShare(page, 'dialog', 0.45)) < 0.5);
  await passTime(page, 5000);
  t.ok((await showShare(page, 'dialog', 0.55)) > 0.5);
  await passTime(page, 999);
  await pressKey(page, 'ArrowRight', 'b');
  t.ok((await showShare(page, 'dialog', 0.45)) < 0.5);
  await passTime(page, 8000);
  await showShare(page, 'dialog', 0.55);
  await passTime(page, 1000);
  await closeViewer(page);
  await assertKnown(
    t,
    site,
    scene,
    [
      'bar_impression',
      'group_opened One manual',
      'story_skipped One a',
      'story_next One a manual',
      'story_left One a 1699',
      'story_impression One b',
      'story_left One b 1000',
      'group_closed One b manual',
    ],
    {
      groups: {
        One: {
          ...{ reach: 1, total_impression: 1, total_open: 1, total_skipped: 1, closed: 1 },
          average_watch_length: 1.3,
        },
      },
      stories: {
        a: { total_skipped: 1, nexts: 1, average_watch_length: 1.7 },
        b: { reach: 1, impression: 1, closed: 1, average_watch_length: 1 },
      },
    },
  );
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openChromium } from '#ops/testing/chromium.ts';
import {
  assertKnown,
  barWasSeen,
  closeViewer,
  openGroupInPlayer,
  passTime,
  pressKey,
  visitShop,
} from '#ops/testing/player-page.ts';
import { type PlayerSite, startPlayerSite } from '#ops/testing/player-site.ts';

let browser: Browser;
let site: PlayerSite;

t.before(async () => {
  browser = await openChromium(t);
  site = await startPlayerSite(t);
});

/** The phone of somebody who was never here. */
const newPhone = async (t: Test): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  t.teardown(() => context.close());
  return context;
};

/** What a viewer leaves behind who looks at the first story for a while and closes. */
const look = async (page: Page, group: string, story: string, ms: number): Promise<void> => {
  await openGroupInPlayer(page, group, story);
  await passTime(page, ms);
  await closeViewer(page);
};
const looked = (group: string, story: string, ms: number): string[] => [
  `group_opened ${group} manual`,
  `story_impression ${group} ${story}`,
  `story_left ${group} ${story} ${ms}`,
  `group_closed ${group} ${story} manual`,
];
const setAttribute = (page: Page, name: string, value: string) =>
  page.evaluate(([key, text]) => document.querySelector('story-rail')?.setAttribute(key!, text!), [name, value]);

t.test('offline, then online again', async (t) => {
  const scene = await site.plant({ One: ['a'], Two: ['b'] });
  const context = await newPhone(t);
  const page = await visitShop(site, context, scene);
  // The browser keeps the pictures once they were seen.
  await look(page, 'Two', 'b', 1000);
  await look(page, 'One', 'a', 1000);
  await context.setOffline(true);
  await look(page, 'One', 'a', 1500);
  await passTime(page, 60_000);
  await look(page, 'Two', 'b', 2500);
  await passTime(page, 60_000);
  const tried = page.waitForRequest((request) => request.url().endsWith('/events'));
  const kept = page.waitForResponse((response) => response.url().endsWith('/events') && response.status() === 202);
  await context.setOffline(false);
  await tried;
  // A browser may say that it is online before it is; that attempt fails, and the next one comes with time.
  const letPass = setInterval(() => void passTime(page, 1000), 1000);
  await kept.finally(() => clearInterval(letPass));
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One', 'Two'),
      ...looked('Two', 'b', 1000),
      ...looked('One', 'a', 1000),
      ...looked('One', 'a', 1500),
      ...looked('Two', 'b', 2500),
    ],
    {
      groups: {
        One: { reach: 1, total_impression: 2, total_open: 2, closed: 2, average_watch_length: 1.3 },
        Two: { reach: 1, total_impression: 2, total_open: 2, closed: 2, average_watch_length: 1.8 },
      },
      stories: {
        a: { reach: 1, impression: 2, closed: 2, average_watch_length: 1.3 },
        b: { reach: 1, impression: 2, closed: 2, average_watch_length: 1.8 },
      },
    },
  );
});

t.test('answers that are lost on their way back', async (t) => {
  const scene = await site.plant({ One: ['a'] });
  const context = await newPhone(t);
  const page = await visitShop(site, context, scene);
  let lost = 0;
  await context.route('**/events', async (route) => {
    if (lost === 2) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  const failed = () => page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  const first = failed();
  await look(page, 'One', 'a', 1200);
  await first;
  const second = failed();
  await passTime(page, 1000);
  await second;
  const kept = page.waitForResponse((response) => response.url().endsWith('/events') && response.status() === 202);
  await passTime(page, 2000);
  await kept;
  const known = await assertKnown(t, site, scene, [...barWasSeen('One'), ...looked('One', 'a', 1200)], {
    groups: { One: { reach: 1, total_impression: 1, total_open: 1, closed: 1, average_watch_length: 1.2 } },
    stories: { a: { reach: 1, impression: 1, closed: 1, average_watch_length: 1.2 } },
  });
  t.strictSame([lost, known.repeats], [2, 2]);
});

t.test('two tabs of one viewer, and somebody else', async (t) => {
  const scene = await site.plant({ One: ['a'] });
  const mine = await newPhone(t);
  const first = await visitShop(site, mine, scene);
  await look(first, 'One', 'a', 1000);
  const second = await visitShop(site, mine, scene);
  await openGroupInPlayer(second, 'One', 'a');
  await openGroupInPlayer(first, 'One', 'a');
  await passTime(first, 3000);
  await closeViewer(second);
  await closeViewer(first);
  await look(await visitShop(site, await newPhone(t), scene), 'One', 'a', 2000);
  const known = await site.known(scene.app_id, 22);
  const events = known.batches.flatMap((batch) => batch.events);
  t.equal(new Set(events.map((event) => event.id)).size, events.length);
  t.equal(events.length, 22);
  t.strictSame(known.groups, {
    One: { reach: 2, total_impression: 4, total_open: 4, closed: 4, average_watch_length: 2.3 },
  });
  t.equal(new Set(known.batches.map((batch) => batch.viewer)).size, 2);
  t.equal(new Set(known.batches.map((batch) => batch.session)).size, 3);
});

t.test('leaving the page in the middle', async (t) => {
  const scene = await site.plant({ One: ['a'] });
  const page = await visitShop(site, await newPhone(t), scene);
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 1700);
  await page.goto('about:blank');
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One'),
      'group_opened One manual',
      'story_impression One a',
      'story_left One a 1700',
      'group_closed One a auto',
    ],
    {
      groups: { One: { reach: 1, total_impression: 1, total_open: 1, closed: 1, average_watch_length: 1.7 } },
      stories: { a: { reach: 1, impression: 1, closed: 1, average_watch_length: 1.7 } },
    },
  );
});

t.test('closing the tab in the middle', async (t) => {
  const scene = await site.plant({ One: ['a', 'b'] });
  const page = await visitShop(site, await newPhone(t), scene);
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 200);
  await pressKey(page, 'ArrowRight', 'b');
  await passTime(page, 1300);
  await page.close({ runBeforeUnload: true });
  await assertKnown(
    t,
    site,
    scene,
    [
      ...barWasSeen('One'),
      'group_opened One manual',
      'story_skipped One a',
      'story_next One a manual',
      'story_left One a 200',
      'story_impression One b',
      'story_left One b 1300',
      'group_closed One b auto',
    ],
    {
      groups: {
        One: {
          ...{ reach: 1, total_impression: 1, total_open: 1, total_skipped: 1, closed: 1 },
          average_watch_length: 0.8,
        },
      },
      stories: {
        a: { total_skipped: 1, nexts: 1, average_watch_length: 0.2 },
        b: { reach: 1, impression: 1, closed: 1, average_watch_length: 1.3 },
      },
    },
  );
});

t.test('without consent everything is counted and nobody is known', async (t) => {
  const scene = await site.plant({ One: ['a'] });
  const page = await visitShop(site, await newPhone(t), scene, {
    consent: 'false',
    'viewer-id': 'ada',
    'device-id': 'x',
  });
  await look(page, 'One', 'a', 1000);
  const known = await assertKnown(t, site, scene, [...barWasSeen('One'), ...looked('One', 'a', 1000)], {
    groups: { One: { total_impression: 1, total_open: 1, closed: 1, average_watch_length: 1 } },
    stories: { a: { impression: 1, closed: 1, average_watch_length: 1 } },
  });
  for (const { consent, viewer, session, device } of known.batches)
    t.strictSame({ consent, viewer, session, device }, { consent: false, viewer: null, session: null, device: null });
});

t.test('what happened before consent, or to another viewer, stays with whom it happened to', async (t) => {
  const scene = await site.plant({ One: ['a', 'b', 'c', 'd'] });
  const page = await visitShop(site, await newPhone(t), scene, { consent: 'false' });
  await openGroupInPlayer(page, 'One', 'a');
  await passTime(page, 1000);
  await setAttribute(page, 'consent', 'true');
  await setAttribute(page, 'viewer-id', 'ada');
  await openGroupInPlayer(page, 'One', 'a');
  await pressKey(page, 'ArrowRight', 'b');
  await passTime(page, 1000);
  await setAttribute(page, 'viewer-id', 'bo');
  await openGroupInPlayer(page, 'One', 'a');
  await pressKey(page, 'ArrowRight', 'b');
  await pressKey(page, 'ArrowRight', 'c');
  await passTime(page, 1000);
  await setAttribute(page, 'consent', 'false');
  await pressKey(page, 'ArrowRight', 'd');
  await passTime(page, 1000);
  await closeViewer(page);
  const known = await site.known(scene.app_id, 26);
  const viewers = (title: string) =>
    known.batches.flatMap((batch) =>
      batch.events.flatMap(({ type, story_id }) =>
        type === 'story_impression' && scene.titles.get(story_id ?? '') === title ? [batch.viewer] : [],
      ),
    );
  t.strictSame([viewers('a'), viewers('c'), viewers('d')], [[null], [null], [null]]);
  t.strictSame([viewers('b').length, typeof viewers('b')[0]], [1, 'string']);
  t.equal(known.groups.One?.total_impression, 4);
  t.equal(known.groups.One?.reach, 1);
});

/** Names the viewer, and waits until the bar that is drawn for them has been in view long enough to count. */
const nameViewer = async (page: Page, viewer: string): Promise<void> => {
  const drawn = page.waitForResponse(/\/stories/);
  await setAttribute(page, 'viewer-id', viewer);
  await drawn;
  await page.locator('.cover').first().waitFor({ state: 'attached' });
  await page.evaluate(
    () => new Promise((done) => new IntersectionObserver(done).observe(document.querySelector('story-rail')!)),
  );
  await passTime(page, 1500);
};

t.test('a bar that shows while its viewer is named counts once, and again for the next viewer', async (t) => {
  const scene = await site.plant({ One: ['a'] });
  const page = await visitShop(site, await newPhone(t), scene);
  await look(page, 'One', 'a', 1000);
  await nameViewer(page, 'ada');
  await look(page, 'One', 'a', 1000);
  await nameViewer(page, 'bo');
  await look(page, 'One', 'a', 1000);
  const [seen, one] = [barWasSeen('One'), looked('One', 'a', 1000)];
  await assertKnown(t, site, scene, [...seen, ...one, ...one, ...seen, ...one], {
    groups: { One: { reach: 3, total_impression: 3, total_open: 3, closed: 3, average_watch_length: 1 } },
    stories: { a: { reach: 3, impression: 3, closed: 3, average_watch_length: 1 } },
  });
});

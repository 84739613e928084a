import type { CDPSession, Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { collectPageErrors, type Dashboard, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';

/** An app with twelve groups, the last made first in the order; the first made holds eight stories. */
const plantShop = async (w: Dashboard) => {
  const nora = await w.person({ firstname: 'Nora' });
  const send = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await send('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const ts_start = Math.floor(Date.now() / 1000);
  const groups: string[] = [];
  for (let number = 1; number <= 12; number += 1) {
    const made = await send('/n/story_group', { app_id: app.id, title: `Group ${number}`, icon, ts_start, status: 2 });
    groups.push(made.story_group_id);
  }
  for (let number = 1; number <= 8; number += 1)
    await send('/story', { story_group_id: groups[0], title: `Story ${number}`, type: 1, media, status: 2 });
  return { nora, app, groups };
};

interface Point {
  x: number;
  y: number;
}

/** One finger on a page. */
const fingerOn = (session: CDPSession) => {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const along = async (from: Point, to: Point, steps: number) => {
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    }
  };
  return { down: (at: Point) => send('touchStart', [at]), along, up: () => send('touchEnd', []) };
};

const middleOf = async (place: Locator): Promise<Point> => {
  const box = (await place.boundingBox())!;
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};

/** Presses a place until it is in hand, carries it to another, and lets go. */
const carry = async (page: Page, session: CDPSession, from: Locator, to: Locator, inHand: Locator) => {
  const finger = fingerOn(session);
  const start = await middleOf(from);
  await finger.down(start);
  await inHand.waitFor({ state: 'attached' });
  const end = await middleOf(to);
  await finger.along(start, end, 12);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await finger.up();
};

const swipeUp = async (session: CDPSession, from: Point) => {
  const finger = fingerOn(session);
  // Sent as one: a finger that waited for each answer of a busy page would hold what it swipes over.
  await Promise.all([finger.down(from), finger.along(from, { x: from.x, y: from.y - 300 }, 10)]);
  await finger.up();
};

t.test('with a finger', async (t) => {
  const w = await startDashboard(t);
  const { nora, app, groups } = await plantShop(w);
  const open = async (t: Test, path: string) => {
    const context = await w.windowOf(nora, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    t.teardown(() => context.close());
    const faults = collectPageErrors(context);
    const page = await context.newPage();
    await page.goto(`${w.base}${path}`);
    return { page, faults, session: await context.newCDPSession(page) };
  };
  const groupOrder = async (): Promise<string[]> => {
    const query = { app_id: app.id, instance_id: app.instances[0].id };
    const rows = (await w.inject('GET', '/api/n/story_group', { as: nora, query })).json().data;
    return rows.map((row: { title: string }) => row.title);
  };
  const storyOrder = async (): Promise<string[]> => {
    const query = { story_group_id: groups[0]! };
    const { stories } = (await w.inject('GET', '/api/story_group/detail', { as: nora, query })).json().data;
    return stories.map((row: { title: string }) => row.title);
  };
  /** What the audit says of an act, newest first. */
  const said = async (action: string): Promise<string[]> => {
    await w.caughtUp();
    const rows = (await w.inject('GET', '/api/audit', { as: nora, query: { action } })).json().data;
    return rows.map((row: { sentence: string }) => row.sentence);
  };
  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
  // A page that was swiped glides on for a while.
  const toTop = (page: Page) =>
    until(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return (await scrolled(page)) === 0;
    }, 'the page to rest at its top');

  await t.test('a card is held and carried to another place, a plain swipe scrolls and moves none', async (t) => {
    const { page, session, faults } = await open(t, `/content?app=${app.id}&instance=${app.instances[0].id}`);
    const card = (title: string) =>
      page.locator('ul.GroupCards-grid > li', { has: page.getByRole('link', { name: title, exact: true }) });
    const before = await groupOrder();
    await card('Group 12').waitFor();
    await swipeUp(session, { x: 195, y: 700 });
    await until(async () => (await scrolled(page)) > 100, 'the page to scroll');
    t.same(await groupOrder(), before);
    t.equal(await page.locator('li[data-dragging]').count(), 0);
    await toTop(page);
    const place = await middleOf(card('Group 12').locator('.GroupCard-stripEmpty'));
    t.ok(place.y < 844, 'the first card is in sight');
    await carry(
      page,
      session,
      card('Group 12').locator('.GroupCard-stripEmpty'),
      card('Group 11').locator('.GroupCard-stripEmpty'),
      page.locator('.GroupCards-card[data-lifted]'),
    );
    const after = ['Group 11', 'Group 12', ...before.slice(2)];
    await until(async () => (await groupOrder()).join() === after.join(), 'the new order');
    t.equal(new URL(page.url()).pathname, '/content', 'letting go opens nothing');
    const message = page.getByRole('status').filter({ hasText: 'Group 12 is now second.' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await groupOrder()).join() === before.join(), 'the order of before');
    await page.getByText('Group 12 is now first.').waitFor();
    t.same(await said('StoryGroupMoved'), [
      'moved Group 12 from position 2 to 1',
      'moved Group 12 from position 1 to 2',
    ]);
    t.same(faults, []);
  });

  await t.test('a card that is held and let go where it was is selected', async (t) => {
    const { page, session } = await open(t, `/content?app=${app.id}&instance=${app.instances[0].id}`);
    const strip = page.locator('ul.GroupCards-grid > li').first().locator('.GroupCard-stripEmpty');
    await strip.waitFor();
    const finger = fingerOn(session);
    const before = await groupOrder();
    await finger.down(await middleOf(strip));
    await page.locator('.GroupCards-card[data-lifted]').waitFor({ state: 'attached' });
    // Held longer than it takes to pick it up.
    const since = Date.now();
    await until(async () => Date.now() - since > 450, 'the hold');
    await finger.up();
    await page.getByText('1 selected').waitFor();
    t.same(await groupOrder(), before);
  });

  await t.test('a story is held and carried to another place, a plain swipe scrolls and moves none', async (t) => {
    const { page, session, faults } = await open(t, `/stories/${groups[0]}`);
    const picture = (title: string) =>
      page.locator('.StoryGrid-card').filter({ hasText: title }).locator('.StoryGrid-open');
    const before = await storyOrder();
    await picture('Story 1').waitFor();
    await picture('Story 1').scrollIntoViewIfNeeded();
    const top = await scrolled(page);
    await swipeUp(session, await middleOf(picture('Story 1')));
    await until(async () => (await scrolled(page)) > top + 100, 'the page to scroll');
    t.same(await storyOrder(), before);
    t.equal(await page.locator('.StoryGrid-card[data-dragging]').count(), 0);
    await toTop(page);
    await picture('Story 1').scrollIntoViewIfNeeded();
    await carry(page, session, picture('Story 1'), picture('Story 2'), page.locator('.StoryGrid-card[data-dragging]'));
    const after = ['Story 2', 'Story 1', ...before.slice(2)];
    await until(async () => (await storyOrder()).join() === after.join(), 'the new order');
    t.equal(await page.getByRole('dialog').count(), 0, 'letting go opens nothing');
    const message = page.getByRole('status').filter({ hasText: 'Story 1 is now second.' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await storyOrder()).join() === before.join(), 'the order of before');
    t.same(await said('StoriesReordered'), [
      'moved the story “Story 1” from position 2 to 1 in “Group 1”',
      'moved the story “Story 1” from position 1 to 2 in “Group 1”',
    ]);
    t.same(faults, []);
  });
});

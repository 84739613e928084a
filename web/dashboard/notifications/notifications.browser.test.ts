import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { type Person, until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { plantNews, released } from '#ops/testing/news-scene.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { apiWords } from '../words/api.en.ts';

const listCall = '**/api/storyrail-notification/dashboard-notification*';
const markCall = '**/api/storyrail-notification/mark-dashboard-notification-as-read';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, title: string | RegExp) => page.getByRole('link').filter({ hasText: title });
const markAll = (page: Page) => page.getByRole('button', { name: 'Mark all read' });
/** Waits for a number at the bell, which is hidden from readers while its panel is open. */
const unread = (page: Page, count: number) =>
  page.locator(`.Bell-root[aria-label="${count > 0 ? `Notifications, ${count} unread` : 'Notifications'}"]`).waitFor();
/** As when somebody comes back to the window from another program. */
const focus = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

t.test('the bell', async (t) => {
  const w = await startDashboard(t);
  const scene = await plantNews(w);
  const { nora, daniel, mei, app_id, groups } = scene;
  const opened = async (t: Test, context: BrowserContext, path = '/help'): Promise<Page> => {
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(w.base + path);
    return page;
  };
  const open = async (t: Test, person: Person, path?: string): Promise<Page> =>
    opened(t, await w.windowOf(person), path);
  /** Lets everything be unread again. */
  const forget = () => w.asOwner('delete from notification_read');

  /** How many the server has unread. */
  const left = async (): Promise<number> =>
    (await w.inject('GET', '/api/storyrail-notification/dashboard-notification', { as: nora })).json().unread;

  const window = await w.windowOf(nora);
  const faults = collectPageErrors(window);
  const page = await opened(t, window);
  const other = await window.newPage();

  await t.test('it says how many are unread, and its panel tells of each type, by day, and leads there', async (t) => {
    await unread(page, 10);
    await bell(page).click();
    const list = panel(page);
    const target = async (title: string) => {
      const link = list.getByRole('link').filter({ hasText: title });
      return [await link.getAttribute('href'), await link.getAttribute('target')];
    };
    await list.getByRole('heading', { name: 'Today' }).waitFor();
    t.same(await list.getByRole('heading', { level: 3 }).allInnerTexts(), ['Today', 'Yesterday', 'Earlier']);
    t.same(
      await list.getByRole('region').evaluateAll((days) => days.map((day) => day.querySelectorAll('li').length)),
      [4, 4, 2],
    );
    for (const [title, address] of [
      ['Mei Sato submitted Creator corner for approval', `/stories/${groups.corner}`],
      ['Daniel Okafor created Whisper Woods', `/stories/${groups.woods}`],
      ['Daniel Okafor changed Gift guide 2026', `/stories/${groups.gift}`],
      ['Flash Friday reached its target cap', `/stories/${groups.capped}`],
      ['Dragon raid reached its end date', `/stories/${groups.ended}`],
      ['Daniel Okafor deleted Clearance rail', '/'],
      ['Lucía Romero joined your team', '/settings/team-management'],
      ['Your plan is now Growth', '/settings/payment'],
      ['Default in Marlow gets 12 times as much data as usual', `/settings/apps?sdk_health=${app_id}`],
    ] as const)
      t.same(await target(title), [address, null], title);
    const release = list.getByRole('link').filter({ hasText: 'SDK 2.9.0 for Android is out' });
    t.same(await target('SDK 2.9.0 for Android is out'), ['https://storyrail.example/sdk/2.9.0', '_blank']);
    t.equal(await release.getAttribute('rel'), 'noopener noreferrer');
    t.match(await release.innerText(), 'Marlow uses 2.8.0.');
    t.same(await row(page, 'created').locator('strong').allInnerTexts(), ['Daniel Okafor', 'Whisper Woods']);
    t.match(await row(page, 'Dragon raid').innerText(), '12:');
    await list.getByText('Email digest: never').waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    t.same(faults, []);
  });

  await t.test('the keyboard opens, walks and closes it, and comes back to the bell', async (t) => {
    await unread(page, 10);
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('radio', { name: /^All/ }).focus();
    await page.keyboard.press('ArrowRight');
    await until(
      async () =>
        (await panel(page)
          .getByRole('radio', { name: /^Unread/ })
          .getAttribute('aria-checked')) === 'true',
      'the unread ones',
    );
    await page.keyboard.press('Tab');
    t.ok(await markAll(page).evaluate((button) => button === document.activeElement));
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    t.ok(await bell(page).evaluate((button) => button === document.activeElement));
  });

  await t.test('what a colleague does shows when somebody comes back to the window', async (t) => {
    await unread(page, 10);
    await scene.group('Moon festival', daniel);
    await w.caughtUp();
    t.equal(await bell(page).getAttribute('aria-label'), 'Notifications, 10 unread');
    await focus(page);
    await unread(page, 11);
    await bell(page).click();
    await row(page, 'Daniel Okafor created Moon festival').waitFor();
    await scene.group('Lantern walk', daniel);
    await w.caughtUp();
    await focus(page);
    await row(page, 'Daniel Okafor created Lantern walk').waitFor();
    await unread(page, 12);
    await scene.group('Own work', nora);
    await w.caughtUp();
    await focus(page);
    await page.waitForLoadState('networkidle');
    t.equal(await row(page, 'Own work').count(), 0, 'nobody is told of what they did themselves');
  });

  await t.test('a pressed one is read in every tab of the browser, and leads to its page', async (t) => {
    await other.goto(`${w.base}/notifications`);
    await row(other, 'Whisper Woods').getByText('Unread:').waitFor({ state: 'attached' });
    await unread(page, 12);
    await row(page, 'Whisper Woods').click();
    await page.waitForURL(`**/stories/${groups.woods}*`);
    await panel(page).waitFor({ state: 'detached' });
    await unread(page, 11);
    await unread(other, 11);
    await row(other, 'Whisper Woods').getByText('Unread:').waitFor({ state: 'detached' });

    const [notes] = await Promise.all([
      window.waitForEvent('page'),
      (async () => {
        await window.route('https://storyrail.example/**', (route) => route.fulfill({ body: 'Notes' }));
        await bell(page).click();
        await row(page, 'SDK 2.9.0').click();
      })(),
    ]);
    await notes.waitForURL('https://storyrail.example/sdk/2.9.0');
    t.ok(await panel(page).isVisible(), 'the panel stays where the page does');
    await unread(page, 10);
    await notes.close();
    await until(async () => (await left()) === 10, 'the mark');
    await panel(page)
      .getByRole('radio', { name: /^Unread/ })
      .click();
    await row(page, 'Whisper Woods').waitFor({ state: 'detached' });
    t.ok(await row(page, 'Creator corner').isVisible());
    await panel(page).getByRole('radio', { name: /^All/ }).click();
  });

  await t.test('a mark that is refused is taken back', async (t) => {
    await forget();
    await focus(page);
    await unread(page, 12);
    let refuse = () => {};
    const held = new Promise<void>((done) => {
      refuse = done;
    });
    await page.route(markCall, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { status: 500, code: 'Internal', message: 'Something went wrong.' } });
    });
    await markAll(page).click();
    await unread(page, 0);
    refuse();
    await unread(page, 12);
    await page.getByText(apiWords.failed.defaultMessage).waitFor();
    t.match(await row(page, 'Creator corner').innerText(), 'Unread:');
    await page.unroute(markCall);
  });

  await t.test('panel and page look right in both widths and colors', async (t) => {
    t.same(await axeViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.same(await axeViolations(page, { rules: ['color-contrast'] }), [], 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await focus(other);
    await row(other, 'Whisper Woods').getByText('Unread:').waitFor({ state: 'attached' });
    await looks(t, other, 'notifications');
  });

  await t.test('all are marked at once, but what came later', async (t) => {
    await unread(page, 12);
    await unread(other, 12);
    await row(page, 'Creator corner').waitFor();
    await markAll(page).click();
    await unread(page, 0);
    await unread(other, 0);
    t.equal(await markAll(page).getAttribute('aria-disabled'), 'true');
    await panel(page)
      .getByRole('radio', { name: /^Unread/ })
      .click();
    await panel(page).getByText("You're all caught up.", { exact: true }).waitFor();
    await w.until(async () => (await left()) === 0, 'the marks');
    await other.close();
    await scene.group('Night market', daniel);
    await w.caughtUp();
    await focus(page);
    await unread(page, 1);
  });

  await t.test('an app owner is told of their apps, a creator of their own groups', async (t) => {
    await w.call(daniel, 'PATCH', '/n/story_group', { story_group_id: groups.corner, title: 'Creator corner two' });
    await w.caughtUp();
    const app = await open(t, daniel);
    await bell(app).click();
    await row(app, 'Mei Sato submitted Creator corner').waitFor();
    t.equal(await row(app, 'Your plan').count(), 0, 'money is for owners');
    const own = await open(t, mei);
    await bell(own).click();
    await row(own, 'Daniel Okafor changed Creator corner two').waitFor();
    t.equal(await row(own, 'Whisper Woods').count(), 0);
  });

  await t.test('whoever has none reads so, letter by letter', async (t) => {
    const page = await open(t, await w.person());
    await unread(page, 0);
    await bell(page).click();
    await panel(page).getByText('You have no notification.', { exact: true }).waitFor();
    t.same(await axeViolations(page), []);
  });

  await t.test('a server that fails, and none at all, are told with a way to try again', async (t) => {
    await page.reload();
    await unread(page, 2);
    await page.route(listCall, (route) =>
      route.fulfill({ status: 500, json: { status: 500, code: 'Internal', message: 'Something went wrong.' } }),
    );
    await bell(page).click();
    await panel(page).getByText("Notifications couldn't load").waitFor();
    t.same(await axeViolations(page), []);
    await page.unroute(listCall);
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Night market').waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.getByText(/You're offline/).waitFor();
    await bell(page).click();
    await row(page, 'Night market').waitFor();
    await markAll(page).click();
    await page
      .getByText(/^You're offline\. Check|No connection|offline/)
      .first()
      .waitFor();
    await unread(page, 2);
    await scene.group('Harbour lights', daniel);
    await w.caughtUp();
    await page.context().setOffline(false);
    await row(page, 'Harbour lights').waitFor();
    await unread(page, 3);
  });

  await t.test('more than a page comes when it is asked for, and more than 99 are not counted out', async () => {
    const many = Array.from({ length: 110 }, (_, at) => released(app_id, `3.0.${at}`));
    await appendAs(w, daniel, `account-${nora.account_id}`, many);
    await w.caughtUp();
    await focus(page);
    await unread(page, 113);
    await page.keyboard.press('Escape');
    await untilShown(bell(page), /^99\+$/);
    await bell(page).click();
    const shown = () => panel(page).getByRole('listitem').count();
    await until(async () => (await shown()) === 30, 'a page');
    await page.route(listCall, (route) => route.abort());
    await panel(page).getByRole('button', { name: 'Show older' }).click();
    await panel(page).getByText("Older notifications couldn't load").waitFor();
    await page.unroute(listCall);
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await until(async () => (await shown()) === 60, 'two pages');
    await markAll(page).click();
    await unread(page, 0);
  });

  await t.test('staff in the person’s stead read, and mark nothing', async (t) => {
    await forget();
    const ines = await w.person({ staff: true, permissions: {} });
    const { token } = await w.call(ines, 'POST', '/admin/user/login_as', { user_id: nora.user_id });
    const page = await open(t, ines, `/login_as?token=${token}`);
    const marks: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && marks.push(request.url()));
    await bell(page).click();
    await markAll(page).hover();
    await page.getByRole('tooltip').waitFor();
    await markAll(page).click({ force: true });
    await row(page, 'SDK 3.0.').first().getByText('Unread:').waitFor({ state: 'attached' });
    await page.context().route('https://storyrail.example/**', (route) => route.fulfill({ body: 'Notes' }));
    await row(page, 'SDK 3.0.').first().click();
    await page.waitForLoadState('networkidle');
    await row(page, 'SDK 3.0.').first().getByText('Unread:').waitFor({ state: 'attached' });
    t.same(marks, []);
  });

  await t.test('on a phone it is a page, which leads back', async (t) => {
    await page.keyboard.press('Escape');
    await visitInside(page, '/help');
    await page.getByRole('heading', { name: 'Help and Resources', level: 1 }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Notifications/ })
      .click();
    await page.waitForURL('**/notifications');
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    t.equal(await page.title(), 'Notifications · Storyrail');
    await page.getByRole('radio', { name: /^Unread/ }).click();
    await page.waitForURL('**/notifications?unread=1');
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/help');
  });
});

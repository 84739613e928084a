import type { Page } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { type Person, until } from '#ops/testing/harness.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const picker = (page: Page) => page.getByRole('button', { name: /Change app$/ });
const apps = (page: Page) => page.getByRole('menu', { name: 'Apps' });
/** The open list of apps: its height in all, and how much of it is in sight. */
const heights = (page: Page) =>
  apps(page).evaluate((list) => {
    const { scrollHeight, clientHeight } = list.parentElement!;
    return { scrollHeight, clientHeight };
  });

t.test('the frame of every page', async (t) => {
  const w = await startDashboard(t);
  const addApp = async (as: Person, number: number, title = `Shop ${number}`): Promise<{ id: string }> =>
    w.call(as, 'POST', '/app', { store_id: `com.marlow.shop${number}`, store_type: 'ios', is_live: false, title });
  const nora = await w.person({ firstname: 'Nora', lastname: 'L'.repeat(20) });
  const [long, one, two] = [await addApp(nora, 0, 'N'.repeat(41)), await addApp(nora, 1), await addApp(nora, 2)];
  for (let number = 3; number < 10; number += 1) await addApp(nora, number);
  const addInstance = (app: { id: string }, title: string): Promise<{ id: string }> =>
    w.call(nora, 'POST', '/instance', { app_id: app.id, title });
  const mountains = await addInstance(long, 'Autumn in the mountains');
  const beta = await addInstance(one, 'Beta');
  const context = await w.windowOf(nora);
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const items = apps(page).getByRole('menuitemradio');

  await t.test('ten apps stand in the picker at once, and a long name is cut at 40', async (t) => {
    await page.goto(`${w.base}/content?app=${long.id}&instance=${mountains.id}`);
    await picker(page).click();
    await apps(page).waitFor();
    t.equal(await items.count(), 10);
    const ten = await heights(page);
    t.equal(ten.scrollHeight, ten.clientHeight, 'ten do not scroll');
    t.equal(await items.getByText(`${'N'.repeat(40)}…`, { exact: true }).count(), 1);
    await page.keyboard.press('Escape');
    await apps(page).waitFor({ state: 'detached' });
  });

  await t.test('the bar lines up with the page at 2560; at 200% the chosen instance keeps its name', async (t) => {
    const name = page.getByRole('button', { name: /^Instance/ }).getByText('Autumn in the mountains', { exact: true });
    await name.waitFor();
    for (const [width, height] of [
      [2560, 1300],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const edges = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const main = box('main');
        return {
          begins: [box('header > a').left, box('main h1').left],
          ends: [box('header > :is(button, div):last-of-type').right, main.right - 24],
        };
      });
      t.equal(edges.begins[0], edges.begins[1], `${width}: the mark stands above the title`);
      t.ok(Math.abs(edges.ends[0]! - edges.ends[1]!) <= 8, `${width}: ${edges.ends}`);
    }
    await page.setViewportSize({ width: 720, height: 450 });
    t.ok(
      await name.evaluate((it) => it.clientWidth > 0 && it.scrollWidth <= it.clientWidth),
      'the whole name is there',
    );
    t.equal(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), 0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('the app and its instance that were open last open again; each app keeps its own', async (t) => {
    await picker(page).click();
    await apps(page)
      .getByRole('menuitemradio', { name: /^Shop 1\b/ })
      .click();
    await page.getByRole('button', { name: /^Instance Default/ }).click();
    await page.getByRole('menuitemradio', { name: 'Beta' }).click();
    await page.waitForURL(new RegExp(`instance=${beta.id}`));
    await picker(page).click();
    await apps(page)
      .getByRole('menuitemradio', { name: /^Shop 2\b/ })
      .click();
    await page.waitForFunction((id) => Object.values(localStorage).includes(JSON.stringify(id)), two.id);
    await addApp(nora, 10);
    await page.goto(`${w.base}/content`);
    await page.waitForURL(new RegExp(`app=${two.id}`));
    await picker(page).click();
    await apps(page).waitFor();
    t.equal(await items.count(), 11);
    const eleven = await heights(page);
    t.ok(eleven.scrollHeight > eleven.clientHeight, 'eleven scroll');
    await apps(page)
      .getByRole('menuitemradio', { name: /^Shop 1\b/ })
      .click();
    await page.waitForURL(new RegExp(`app=${one.id}&instance=${beta.id}`));
    await picker(page).click();
    await apps(page).getByRole('menuitem', { name: 'Add app' }).click();
    await page.getByRole('dialog', { name: 'What is the name of your app?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const [path, name] of [
      ['/activity', 'Activity'],
      ['/settings/apps', 'App Settings'],
      ['/help', 'Help and Resources'],
    ] as const) {
      // Content writes the filters of the app that was just chosen into its address: who leaves it at once is led back.
      if (path === '/activity') await page.getByRole('link', { name, exact: true }).first().click();
      else await visitInside(page, path);
      await page.getByRole('main').getByRole('heading', { name, exact: true }).waitFor();
      await page.getByRole('button', { name: /Your menu$/ }).waitFor();
      t.equal(await picker(page).count(), 0, `${path} shows no one app`);
    }
  });

  const stranger = await w.strangersWindow();
  t.teardown(() => stranger.close());
  const outside = await stranger.newPage();

  await t.test(
    'signed out, an address that no page has leads to the sign-in and back; signed in it is not found',
    async (t) => {
      await visitInside(page, '/no-such-page');
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
      const search = page.getByRole('button', { name: 'Search Storyrail' });
      await search.click();
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('help');
      await page.getByRole('option', { name: /^Help and Resources/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      t.ok(await search.evaluate((button) => button === document.activeElement), 'the focus is back');
      for (const name of ['Content', 'Home']) {
        await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
        await page.waitForFunction((title) => document.title === title, `${name} · Storyrail`);
      }
      for (const [at, path] of ['/no-such-page?a=1', '/analytics/7', '/admin/nowhere/at-all'].entries()) {
        await (at === 0 ? outside.goto(w.base + path) : visitInside(outside, path));
        await outside.waitForURL(`${w.base}/login?next=${encodeURIComponent(path)}`);
      }
      for (const path of ['/join', '/logout/further']) {
        await visitInside(outside, path);
        await outside.waitForURL(`${w.base}/login`);
      }
    },
  );

  await t.test('a link that no longer works says so, and leads to the sign-in by a button and by itself', async (t) => {
    await w.call(nora, 'POST', '/account/invite-user', { emails: ['bo@marlow.test'], role: 'account_owner' });
    const mailed = async () => (await w.outbox()).find(({ to }) => to === 'bo@marlow.test');
    await until(async () => (await mailed()) !== undefined, 'the invitation');
    const invitation = new URL((await mailed())!.links[0]!).pathname;
    await w.call(nora, 'POST', '/account/cancel-invitation', { email: 'bo@marlow.test' });
    const page = outside;
    await page.clock.install();
    const expired = () => page.getByRole('heading', { name: 'Link Expired' }).waitFor();
    const isSignIn = async () => {
      await page.waitForURL(`${w.base}/login`);
      await page.getByLabel('Email').waitFor();
    };

    await page.goto(`${w.base}/verification/used`);
    await expired();
    // The clock also runs by itself: what has passed since the page was there comes on top.
    await page.clock.runFor(7000);
    t.match(page.url(), '/verification/used', 'there is time to read it');
    await page.clock.runFor(1100);
    await isSignIn();

    await visitInside(page, invitation);
    await expired();
    t.equal(await page.getByLabel('Full name').count(), 0, 'nothing is asked first');
    await page.getByText(/^This invitation has been used, was revoked or has expired\./).waitFor();
    await page.clock.runFor(100);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await isSignIn();

    await visitInside(page, '/password-reset/used');
    await expired();
    t.equal(await page.getByLabel('New password').count(), 0, 'nothing is asked first');
    await page.getByRole('link', { name: 'Send a new link' }).waitFor();
    await page.clock.runFor(8100);
    await isSignIn();
  });

  await t.test('a page begins at its top, wherever the one before was scrolled to', async (t) => {
    await visitInside(page, '/help');
    await page.getByRole('heading', { name: 'Help and Resources', level: 1 }).waitFor();
    // Longer than any window, so that no short page lets go of where it was by itself.
    const main = page.getByRole('main');
    await main.evaluate((element) => {
      element.style.minHeight = '3000px';
    });
    await page.evaluate(() => window.scrollTo(0, 900));
    const scrolled = () => page.evaluate(() => window.scrollY);
    t.equal(await scrolled(), 900);
    await page.getByRole('link', { name: 'Activity', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    t.equal(await main.evaluate((element) => element.style.minHeight), '3000px', 'it could have stayed');
    t.equal(await scrolled(), 0);
    t.same(faults, []);
  });

  await t.test('the menu of a person: the name cut at 24, what the account and the person have', async (t) => {
    const menuOf = async (page: Page) => {
      await visitInside(page, '/help');
      await page.getByRole('button', { name: /Your menu$/ }).click();
      await page.getByRole('menu', { name: 'You' }).waitFor();
      return page.getByRole('menu', { name: 'You' }).getByRole('menuitem').allInnerTexts();
    };
    const noras = ['Settings', 'App Settings', 'Payment and Billing', 'Help and Resources', 'Log out'];
    t.same(await menuOf(page), noras);
    t.equal(await page.locator('.UserMenu-userName').innerText(), `Nora ${'L'.repeat(19)}…`);
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings');
    await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
    await visitInside(page, '/settings/nothing');
    await page.waitForURL('**/settings/account');

    const staff = await w.person({ staff: true, firstname: 'Nora', lastname: 'L'.repeat(19) });
    await w.kernel.db.pool.query('update account set premium = true where id = $1', [staff.account_id]);
    const window = await w.windowOf(staff);
    t.teardown(() => window.close());
    const theirs = await window.newPage();
    await theirs.goto(`${w.base}/help`);
    const more = ['Admin', ...noras.filter((name) => name !== 'Payment and Billing')];
    t.same(await menuOf(theirs), more, 'a premium account has nothing to pay');
    t.equal(await theirs.locator('.UserMenu-userName').innerText(), `Nora ${'L'.repeat(19)}`);
    await theirs.getByRole('menuitem', { name: 'Admin' }).click();
    await theirs.waitForURL('**/admin**');
    await theirs.getByRole('heading', { name: 'Summary' }).waitFor();
  });

  await t.test(
    'without the person the session ends at the sign-in; a server that is away is asked again',
    async (t) => {
      let answer = { status: 503, json: { data: null, code: 'Unavailable', message: 'Not now.' } };
      const person = (url: URL) => url.pathname === '/api/user';
      await page.route(person, (route) => route.fulfill(answer));
      await page.reload();
      await page.getByText("The dashboard couldn't load").waitFor();
      t.equal(await page.getByRole('link', { name: 'Log Out' }).getAttribute('href'), '/logout', 'there is a way out');
      await page.unroute(person);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: /Your menu$/ }).waitFor();
      answer = { status: 404, json: { data: null, code: 'NotFound', message: 'Gone.' } };
      await page.route(person, (route) => route.fulfill(answer));
      await page.goto(`${w.base}/help`);
      await page.waitForURL('**/login**');
      t.equal(await page.evaluate(() => localStorage.getItem('storyrail.session')), null, 'nothing of it is kept');
    },
  );
});

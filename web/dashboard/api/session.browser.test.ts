import type { BrowserContext, Page, Route } from 'playwright-core';
import t, { type Test } from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';

t.test('a session of a browser, which a cookie continues that no script can read', async (t) => {
  const w = await startDashboard(t);
  const withApp = async (title: string) => {
    const person = await w.person();
    const store_id = `com.${title.toLowerCase()}.app`;
    await w.call(person, 'POST', '/app', { store_id, store_type: 'ios', is_live: false, title });
    return person;
  };
  const [nora, eve] = [await withApp('Northfold'), await withApp('Easel')];
  const cookieOf = async (context: BrowserContext) =>
    (await context.cookies()).find(({ name }) => name === 'storyrail');
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('storyrail.session'));
  /** A window with its first page, and what is renewed in it. */
  const open = async (t: Test, person = nora) => {
    const context = await w.windowOf(person);
    t.teardown(() => context.close());
    const renewals: { status: number; body: string | null }[] = [];
    context.on('response', (answer) => {
      if (!answer.url().endsWith('/api/refresh')) return;
      renewals.push({ status: answer.status(), body: answer.request().postData() });
    });
    return { context, page: await context.newPage(), renewals, faults: collectPageErrors(context) };
  };
  const shown = (page: Page, app = 'Northfold') => page.getByText(app).first().waitFor();

  const { context, page, renewals, faults } = await open(t);
  const other = await context.newPage();

  await t.test('a page load costs one renewal, a page inside of it none', async (t) => {
    await page.goto(`${w.base}/apps`);
    await shown(page);
    await page.getByRole('link', { name: 'Content', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
    t.same(renewals, [{ status: 200, body: '{}' }]);
    const before = (await cookieOf(context))!;
    t.match(before, { httpOnly: true, sameSite: 'Strict', path: '/' });
    await other.goto(`${w.base}/apps`);
    await shown(other);
    t.equal(renewals.length, 2);
    t.not((await cookieOf(context))!.value, before.value);
    t.equal(await kept(page), nora.user_id, 'only who it is stands in the storage');
    t.notMatch(await page.evaluate(() => document.cookie), /storyrail=/);
    t.same(faults, []);
  });

  await t.test('a token that a page renews is that of every page of the window', async (t) => {
    const sent: (string | undefined)[] = [];
    context.on('request', (one) => {
      if (one.url().includes('/api/audit')) sent.push(one.headers().authorization);
    });
    await page.route('**/api/audit*', (route) => route.fulfill({ status: 401, json: { code: 'Unauthorized' } }), {
      times: 1,
    });
    // Tokens of one second are equal.
    await page.waitForTimeout(1100);
    for (const one of [page, other]) {
      await one.getByRole('link', { name: 'Activity' }).first().click();
      await one.getByText('added the app').first().waitFor();
    }
    t.equal(renewals.length, 3, 'one for each page, and one for the refused call');
    const [refused, again, elsewhere] = sent;
    t.not(again, refused);
    t.equal(elsewhere, again);
  });

  await t.test('a page of the one before shows and sends nothing of hers any more', async (t) => {
    await page.getByRole('button', { name: /Your menu$/ }).click();
    await page.getByRole('menuitem', { name: 'App Settings' }).click();
    const synced: Route[] = [];
    await page.route('**/api/app/sync', (route) => void synced.push(route));
    const asked = page.waitForRequest('**/api/app/sync');
    await page.getByRole('button', { name: 'Sync apps' }).click();
    await asked;
    const left = page.waitForURL(/\/login/);
    await other.goto(`${w.base}/logout`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await left;
    // The answer to it takes the cookie away, whoever's that is by then.
    await other.waitForURL('**/login');
    await w.signInAs(other, eve);
    await synced[0]!.fulfill({
      status: 401,
      json: { status: 401, code: 'Unauthorized', message: 'Sign in.', errors: [] },
    });
    await page.waitForLoadState();
    t.equal(await page.getByText('Northfold').count(), 0);
    await page.goto(`${w.base}/apps`);
    await shown(page, 'Easel');
    t.equal(await page.getByText('Northfold').count(), 0);
    t.equal(synced.length, 1, 'what was refused to her is not sent for the next person');
    await other.goto(`${w.base}/apps`);
    await shown(other, 'Easel');
    t.same(faults, []);
  });

  await t.test('a page begins anew when the other came without a log-out between', async (t) => {
    await other.goto(`${w.base}/health/live`);
    const begun = page.waitForURL(`${w.base}/`);
    await w.signInAs(other, nora);
    await begun;
    await page.getByRole('navigation').first().waitFor();
    t.equal(await page.getByText('Easel').count(), 0);
    await page.goto(`${w.base}/apps`);
    await shown(page);
    t.same(faults, []);
  });

  await t.test('a server that is busy ends no session: the page says so and can be tried again', async (t) => {
    const busy = (route: Route) => route.fulfill({ status: 429, json: { code: 'RateLimited', message: 'Slow down.' } });
    await page.route('**/api/user', busy);
    await page.reload();
    await page.getByRole('heading', { name: "The dashboard couldn't load", level: 1 }).waitFor();
    await page.unroute('**/api/user', busy);
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown(page);
    t.equal(await kept(page), nora.user_id);
  });

  await t.test('a session that has ended elsewhere asks for a sign-in, which leads back', async (t) => {
    await w.kernel.db.pool.query('update session set ended_at = now() where user_id = $1', [nora.user_id]);
    await page.reload();
    await page.waitForURL(/\/login\?next=%2Fapps/);
    t.equal(await kept(page), null);
    t.ok(await cookieOf(context), 'what is left of it signs nobody in');
  });

  const hers = await open(t);

  await t.test('a session that this browser kept in its storage moves into the cookie, once', async (t) => {
    const { context, page, renewals, faults } = hers;
    await page.goto(`${w.base}/health/live`);
    await context.clearCookies();
    const { token, refresh_token } = await w.signIn(nora.user_id, nora.account_id, nora.email);
    const former = JSON.stringify({ token, refresh_token, expires_at: Date.now() + 800_000 });
    await page.evaluate((session) => localStorage.setItem('storyrail.session', session), former);
    await page.goto(`${w.base}/apps`);
    await shown(page);
    t.same(renewals, [{ status: 200, body: JSON.stringify({ refresh_token }) }]);
    t.equal(await kept(page), nora.user_id);
    await page.reload();
    await shown(page);
    t.same(renewals[1], { status: 200, body: '{}' });
    t.same(faults, []);
  });

  await t.test(
    'a log-out ends it on the server and clears the cookie, also on a page that was just opened',
    async (t) => {
      const { context, page } = hers;
      await page.goto(`${w.base}/logout`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/login');
      t.equal(await cookieOf(context), undefined);
      t.equal(await kept(page), null);
      await page.goto(`${w.base}/apps`);
      await page.waitForURL(/\/login/);
    },
  );

  await t.test('staff who act as somebody renew nothing, and find their own session after it', async (t) => {
    const ines = await w.person({ staff: true });
    const { context, page, renewals } = await open(t, ines);
    const entered = await w.inject('POST', '/api/admin/user/login_as', { as: ines, body: { user_id: nora.user_id } });
    const own = await cookieOf(context);
    await page.goto(`${w.base}/login_as?token=${entered.json().data.token}`);
    await shown(page);
    await page.goto(`${w.base}/apps`);
    await shown(page);
    t.same(renewals, []);
    const banner = page.getByRole('complementary', { name: 'Login as' });
    await banner.getByRole('button', { name: 'End' }).click();
    await page.waitForURL(/\/admin\/users/);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    t.equal(renewals.length, 1);
    t.not((await cookieOf(context))?.value, own?.value);
  });
});

import type { Page, Route } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';

// Each page of a window begins with the session that it was opened with, unless another is noted.
const note = 'session.now';
const keepNoted = (key: string) => {
  const session = localStorage.getItem(key);
  if (session) localStorage.setItem('storyrail.session', session);
  else if (session === '') localStorage.removeItem('storyrail.session');
};
const signInAs = (page: Page, { token }: Person) =>
  page.evaluate(
    ([key, session]) => {
      localStorage.setItem(key, session);
      localStorage.setItem('storyrail.session', session);
    },
    [note, JSON.stringify({ token, refresh_token: 'none', expires_at: Date.now() + 800_000 })] as const,
  );

t.test('the session of a browser becomes somebody else’s', async (t) => {
  const w = await startDashboard(t);
  const withApp = async (title: string) => {
    const person = await w.person();
    const store_id = `com.${title.toLowerCase()}.app`;
    await w.call(person, 'POST', '/app', { store_id, store_type: 'ios', is_live: false, title });
    return person;
  };
  const eve = await withApp('Easel');
  const open = async (path: string) => {
    const context = await w.windowOf(await withApp('Northfold'));
    const page = await context.newPage();
    await page.goto(w.base + path);
    await page.getByText('Northfold').first().waitFor();
    await context.addInitScript(keepNoted, note);
    const other = await context.newPage();
    return { context, page, other, faults: collectPageErrors(context) };
  };

  await t.test('a page of the one before shows and sends nothing of hers any more', async (t) => {
    const { context, page, other, faults } = await open('/apps');
    const synced: Route[] = [];
    await page.route('**/api/app/sync', (route) => void synced.push(route));
    const asked = page.waitForRequest('**/api/app/sync');
    await page.getByRole('button', { name: 'Sync apps' }).click();
    await asked;
    await page.evaluate((key) => localStorage.setItem(key, ''), note);
    const left = page.waitForURL(/\/login/);
    await other.goto(`${w.base}/logout`);
    await left;
    await signInAs(other, eve);
    await synced[0]!.fulfill({
      status: 401,
      json: { status: 401, code: 'Unauthorized', message: 'Sign in.', errors: [] },
    });
    await page.waitForLoadState();
    t.equal(await page.getByText('Northfold').count(), 0);
    await page.goto(`${w.base}/apps`);
    await page.getByText('Easel').first().waitFor();
    t.equal(await page.getByText('Northfold').count(), 0);
    t.equal(synced.length, 1, 'what was refused to her is not sent for the next person');
    await other.goto(`${w.base}/apps`);
    await other.getByText('Easel').first().waitFor();
    t.same(faults, []);
    await context.close();
  });

  await t.test('a page begins anew when the other came without a log-out between', async (t) => {
    const { context, page, other, faults } = await open('/content');
    await other.goto(`${w.base}/health/live`);
    const begun = page.waitForURL(`${w.base}/`);
    await signInAs(other, eve);
    await begun;
    await page.getByRole('navigation').first().waitFor();
    t.equal(await page.getByText('Northfold').count(), 0);
    await page.goto(`${w.base}/apps`);
    await page.getByText('Easel').first().waitFor();
    t.same(faults, []);
    await context.close();
  });
});

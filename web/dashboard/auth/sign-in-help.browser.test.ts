import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';

t.test('help for whoever cannot sign in takes no session, and leads back to where it was opened', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const help = page.getByRole('heading', { name: "Can't sign in?", level: 1 });

  await t.test('whoever is signed in goes back to the dashboard, by the link and by the logo', async (t) => {
    for (const way of ['Back to the dashboard', 'Storyrail, go to sign in']) {
      await page.goto(`${w.base}/login/help`);
      await page.getByRole('link', { name: way }).click();
      await page.getByRole('banner').getByRole('button', { name: /Nora/ }).waitFor();
      t.notMatch(new URL(page.url()).pathname, /^\/login/, way);
    }
  });

  await t.test('the page of a session that is over stays open to read', async (t) => {
    const opened = await context.newPage();
    await opened.goto(`${w.base}/login/help`);
    await page.evaluate(() => localStorage.clear());
    await context.clearCookies();
    await opened.getByText('You lost your phone or authenticator app').click();
    await opened.getByText(/contact Storyrail support/).waitFor();
    t.equal(new URL(opened.url()).pathname, '/login/help');
    await opened.close();
  });

  await t.test('from the sign-in it is one link away, and back again what was wanted is still known', async (t) => {
    await page.goto(`${w.base}/login?next=%2Factivity`);
    await page.getByLabel('Email').waitFor();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Get help signing in' }).click();
    await help.waitFor();
    for (const topic of ['You lost your phone or authenticator app', 'The last account owner is gone'])
      await page.getByText(topic).click();
    await page.getByText(/Two of our staff must agree/).waitFor();
    t.equal(await page.getByRole('link', { name: 'Open User Settings' }).count(), 0, 'nothing that needs a session');
    t.same(
      asked.filter((path) => path.startsWith('/api/')),
      [],
      'nothing is asked of the server',
    );
    await looks(t, page, 'sign-in-help');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByLabel('Email').waitFor();
    t.equal(new URL(page.url()).search, '?next=%2Factivity');
    t.same(faults, []);
  });
});

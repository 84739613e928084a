import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { digestToken } from '#kernel/mail/digest-token.ts';
import { startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';

t.test('the link that ends a digest', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const digest = async (person: Person): Promise<string> =>
    (await w.inject('GET', '/api/user', { as: person })).json().data.settings.digest;
  /** Opens the link of a token in a browser in which nobody is signed in. */
  const open = async (
    t: Test,
    token: string,
    before = async (_: Page): Promise<unknown> => undefined,
  ): Promise<Page> => {
    const context = await w.strangersWindow({ bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await before(page);
    await page.goto(`${w.base}/digest/end/${token}`);
    return page;
  };
  const token = digestToken(w.kernel.secrets, nora.user_id);
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop these emails' }).click();
  const ended = (page: Page) => page.getByText("You won't get the email digest anymore.", { exact: true }).waitFor();

  await t.test('it ends the digest by one click, without a sign-in, and brings back the one that was', async (t) => {
    await w.call(nora, 'PATCH', '/user', { settings: { digest: 'daily' } });
    await fetch(`${w.base}/digest/end/${token}`);
    t.equal(await digest(nora), 'daily', 'reading the page alone changes nothing');
    const page = await open(t, token);
    await page.getByText('Stop getting the email digest?', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    t.equal(await digest(nora), 'daily', 'nor does a program that runs its scripts');
    await looks(t, page, 'digest-asked');
    await page.getByRole('button', { name: 'Stop these emails' }).dblclick();
    await ended(page);
    t.equal(await digest(nora), 'none');
    await looks(t, page, 'digest-end');
    await page.getByRole('button', { name: 'Turn it back on' }).click();
    await page.getByText('Your email digest is back on.', { exact: true }).waitFor();
    t.equal(await digest(nora), 'daily');
    t.equal(await page.getByRole('button', { name: 'Turn it back on' }).count(), 0);
    await page.reload();
    await stop(page);
    await ended(page);
    t.equal(await digest(nora), 'none');
  });

  await t.test('a link that was changed on its way ends nothing and says so', async (t) => {
    await w.call(nora, 'PATCH', '/user', { settings: { digest: 'weekly' } });
    for (const broken of [
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      'x'.repeat(300),
    ]) {
      const page = await open(t, broken);
      await stop(page);
      await page.getByRole('heading', { name: 'Link Expired' }).waitFor();
    }
    t.equal(await digest(nora), 'weekly');
  });

  await t.test('without an answer it can be tried again', async (t) => {
    const page = await open(t, token, (page) =>
      page.route('**/api/digest/end', (route) =>
        route.fulfill({ status: 500, json: { status: 500, code: 'Internal' } }),
      ),
    );
    await stop(page);
    await page.getByText("We couldn't turn off your email digest").waitFor();
    t.equal(await digest(nora), 'weekly');
    await page.unroute('**/api/digest/end');
    await page.getByRole('button', { name: 'Try again' }).click();
    await ended(page);
    t.equal(await digest(nora), 'none');
  });
});

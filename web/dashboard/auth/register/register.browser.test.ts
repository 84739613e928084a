import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';

t.test('the first step of registration and the way to the second', async (t) => {
  const w = await startDashboard(t);
  const context = await w.strangersWindow();
  t.teardown(() => context.close());
  const page = await context.newPage();

  await t.test('the second step is loaded with the first letter, and the first stays until it is there', async (t) => {
    // It lies with what the other pages of links load.
    const script = '**/assets/open-links-*.js';
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    let requests = 0;
    await page.route(script, async (route) => {
      requests += 1;
      await released;
      await route.continue();
    });
    await page.goto(`${w.base}/register`, { waitUntil: 'networkidle' });
    t.equal(requests, 0, 'it does not come with the page');

    const asked = page.waitForRequest(script);
    await page.getByLabel('Full name').fill('Nora Ek');
    await asked;
    await page.getByLabel('Company name').fill('Marlow & Fern');
    await page.getByLabel('Email').fill('nora@marlow.test');
    await page.getByLabel('Password', { exact: true }).fill('secret-7');
    await page.getByLabel('Repeat password').fill('secret-7');
    await page.getByRole('checkbox').check();
    // How many questions stand under the heading at the moment at which it changes.
    const questions = page.evaluate(
      () =>
        new Promise<number>((done) => {
          new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent === 'Set Up Your Profile')
              done(document.querySelectorAll('[role=radiogroup]').length);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    t.equal(await page.getByLabel('Full name').inputValue(), 'Nora Ek');
    release();
    t.equal(await questions, 4);
    t.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'Set Up Your Profile',
      'the focus goes along, to the heading',
    );
    t.equal(requests, 1);
    await page.getByRole('listitem').getByRole('button', { name: 'Create Account' }).click();
    t.equal(await page.getByLabel('Full name').inputValue(), 'Nora Ek', 'the way back leads to what was typed');
    for (const at of ['the first time', 'again']) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
      await page.goBack();
      t.equal(await page.getByLabel('Full name').inputValue(), 'Nora Ek', `and so does that of the browser, ${at}`);
      t.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'secret-7');
    }
  });

  await t.test('a consent that is missing is said at its box, which takes the focus', async (t) => {
    await page.getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'Please accept the terms to continue.' }).waitFor();
    const consent = page.getByRole('checkbox');
    t.equal(await consent.getAttribute('aria-invalid'), 'true');
    t.ok(await consent.evaluate((box) => box === document.activeElement));
    await consent.check();
    await page.getByText('Please accept the terms to continue.').waitFor({ state: 'hidden' });
  });
});

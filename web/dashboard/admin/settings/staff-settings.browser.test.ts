import { generate } from 'otplib';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';

t.test('who is staff and nothing else sets up the factor that the admin area asks for', async (t) => {
  const w = await startDashboard(t, { settings: { STAFF_SECOND_FACTOR: '1' } });
  const ines = await w.person({ staff: true, permissions: {}, firstname: 'Ines', lastname: 'Barros' });
  const context = await w.windowOf(ines);
  t.teardown(() => context.close());
  const refused: string[] = [];
  context.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const dialog = page.getByRole('dialog');

  await t.test('the area says what opens it, and asks the server for nothing that it would refuse', async (t) => {
    // The link of a mail about a new device.
    await page.goto(`${w.base}/user`);
    await page.getByRole('heading', { name: 'The admin area needs a second factor', level: 1 }).waitFor();
    t.equal(await page.getByRole('navigation').count(), 0, 'no page is offered');
    await page.getByRole('region', { name: "Where you're signed in" }).getByText('This device').waitFor();
    t.same(refused, []);
    await looks(t, page, 'factor-first');
  });

  await t.test('the recovery codes are shown before it opens', async () => {
    await page.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('6-digit code').fill(await generate({ secret }));
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText(/They won't be shown again/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Open the admin area' }).click();
    await page.getByRole('heading', { name: 'Your settings', level: 1 }).waitFor();
  });

  await t.test('the own settings are behind the name in the bar of every page', async (t) => {
    await page.getByRole('link', { name: 'Summary' }).first().click();
    await page.getByRole('heading', { name: 'Summary', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Your settings.*Ines Barros/ }).click();
    await page.getByLabel('First name').fill('Inês');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: /^Your settings.*Inês Barros/ }).waitFor();
    await looks(t, page, 'staff-settings');
  });

  await t.test('a session that began without the factor is asked to begin anew', async () => {
    const other = await w.windowOf(ines);
    const there = await other.newPage();
    await there.goto(`${w.base}/admin/accounts`);
    await there.getByText('Sign in again with your authenticator app or passkey').waitFor();
    await other.close();
  });
  t.same(faults, []);
});

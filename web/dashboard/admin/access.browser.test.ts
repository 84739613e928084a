import t from 'tap';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { chooseUserAction, openPage, seedStaffScene, tableRows } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('staff help who cannot get in', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora, daniel } = await seedStaffScene(w);
  const otto = await w.person({ staff: true, permissions: {}, firstname: 'Otto', lastname: 'Ruiz' });
  const page = await openPage(t, await w.windowOf(ines), `${w.base}/admin/users`);
  const dialog = page.getByRole('alertdialog');

  await t.test('each act says what it does and asks why', async (t) => {
    await chooseUserAction(page, 'Daniel Okafor', 'Reset second factors');
    await untilShown(dialog, /Daniel Okafor's authenticator app, passkeys[\s\S]*open a link that we email/);
    await dialog.getByRole('button', { name: 'Reset second factors' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await looks(t, page, 'reset-asked');
    await dialog.getByLabel('Reason').fill('Lost phone');
    await dialog.getByRole('button', { name: 'Reset second factors' }).click();
    await page.getByText('The second factors of this user were reset.').waitFor();
    t.equal((await w.inject('GET', '/api/user', { as: daniel })).statusCode, 401);
    await chooseUserAction(page, 'Daniel Okafor', 'End sessions');
    await dialog.getByLabel('Reason').fill('Lost laptop');
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('This user was signed out everywhere.').waitFor();
  });

  await t.test('a disabled user is shown as one, and enabled again', async (t) => {
    await chooseUserAction(page, 'Daniel Okafor', 'Disable user');
    await dialog.getByLabel('Reason').fill('Left');
    await dialog.getByRole('button', { name: 'Disable user' }).click();
    const row = tableRows(page, 'users').filter({ hasText: 'Daniel Okafor' });
    await row.getByText('Disabled').waitFor();
    await chooseUserAction(page, 'Daniel Okafor', 'Enable user');
    await dialog.getByLabel('Reason').fill('Came back');
    await dialog.getByRole('button', { name: 'Enable user' }).click();
    await row.getByText('Disabled').waitFor({ state: 'hidden' });
    t.pass('and back');
  });

  await t.test('an account whose owner is gone gets one by two of staff', async (t) => {
    const body = { user_id: nora.user_id, reason: 'Left' };
    await w.inject('POST', '/api/admin/user/disable', { as: ines, body });
    await visitInside(page, `/admin/accounts/${nora.account_id}`);
    const card = page.getByRole('region', { name: 'No owner can sign in' });
    await card.getByRole('button', { name: 'Propose an owner' }).click();
    const ask = page.getByRole('dialog', { name: 'Propose an owner' });
    await ask.getByRole('button', { name: 'Propose an owner' }).click();
    await ask.getByText('Choose a person, or enter an email.').waitFor();
    await ask.getByLabel('New owner').fill('Dan');
    await page.getByRole('option', { name: /Daniel Okafor/ }).click();
    await ask.getByLabel('Reason').fill('Nora left the company');
    await looks(t, page, 'owner-asked');
    await ask.getByRole('button', { name: 'Propose an owner' }).click();
    const proposed = page.getByRole('region', { name: 'Daniel Okafor is proposed as owner' });
    await untilShown(proposed, /Proposed by Ines Barros[\s\S]*Reason: Nora left the company/);
    t.equal(await proposed.getByRole('button', { name: 'Agree' }).getAttribute('aria-disabled'), 'true');

    await looks(t, page, 'owner-proposed');

    const other = await openPage(t, await w.windowOf(otto), page.url());
    await other.getByRole('button', { name: 'Agree' }).click();
    const sure = other.getByRole('alertdialog');
    await untilShown(sure, /Make Daniel Okafor an account owner\?[\s\S]*team, payment and content of Marlow AB/);
    await sure.getByLabel('Reason').fill('Called the company');
    await sure.getByRole('button', { name: 'Agree' }).click();
    await other.getByText('This account has a new owner.').waitFor();
    await other.getByRole('region', { name: /proposed as owner/ }).waitFor({ state: 'hidden' });
  });
});

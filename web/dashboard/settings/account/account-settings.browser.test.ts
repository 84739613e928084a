import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('the settings of the account, and how the dashboard looks to a person', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const app = { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' };
  const { id } = await w.call(nora, 'POST', '/app', app);
  const { account_id } = nora;
  const account = async () => (await w.inject('GET', '/api/account', { as: nora })).json().data;

  const page = await openPage(t, await w.windowOf(nora), `${w.base}/account`);

  await t.test('an owner changes what the company is called and where it is', async (t) => {
    const form = page.getByRole('region', { name: 'Company' });
    await form.getByLabel('Company name').fill('');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText('Please provide your company name').waitFor();
    await form.getByLabel('Company name').fill('Marlow AB');
    await form.getByText('50-249').click();
    await form.getByLabel('Country').fill('Swed');
    await page.getByRole('option', { name: /Sweden/ }).click();
    await form.getByLabel('Time zone').fill('lisb');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await looks(t, page, 'account-settings');
    await form.getByRole('button', { name: 'Save changes' }).click();
    const saved = { name: 'Marlow AB', employee_size: '50-249', country: 'SE', time_zone: 'Europe/Lisbon' };
    await until(async () => (await account()).name === 'Marlow AB', 'the change');
    t.match(await account(), saved);

    await form.getByLabel('Country').press('ArrowDown');
    await page.getByRole('option', { name: /Sweden/, selected: true }).waitFor();
    await page.keyboard.press('Escape');
    t.equal(await form.getByLabel('Country').inputValue(), 'Sweden', 'a list that is looked at chooses nothing');
    await w.call(nora, 'PATCH', '/account', { name: 'Marlow Group' });
    await form.getByText('250+').click();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await until(async () => (await account()).employee_size === '250+', 'the second change');
    t.match(
      await account(),
      { ...saved, employee_size: '250+', name: 'Marlow Group' },
      'what another owner changed stays',
    );
  });

  await t.test('the theme is chosen in User Settings too, and by owners the time zone', async (t) => {
    await visitInside(page, '/user');
    const card = page.getByRole('region', { name: 'Preferences' });
    await card.getByRole('radio', { name: 'Dark' }).click();
    t.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.getByRole('button', { name: /Your menu$/ }).click();
    const item = page.getByRole('menuitemradio', { name: 'Dark' });
    await item.waitFor();
    t.equal(await item.getAttribute('aria-checked'), 'true', 'one choice for both');
    await page.keyboard.press('Escape');
    await card.getByRole('radio', { name: 'System' }).click();
    // What lies half behind the bar is too small to press.
    await page.evaluate(() => window.scrollTo(0, 0));
    await looks(t, page, 'preferences');
    await card.getByLabel('Time zone').fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await until(async () => (await account()).time_zone === 'Asia/Tokyo', 'the time zone');
  });

  await t.test('an owner asks for a second step of everyone from the account, too', async (t) => {
    await visitInside(page, '/settings/account');
    const card = page.getByRole('region', { name: 'Two-factor login' });
    await card.getByText('Ask everyone for a second step at each sign-in.').waitFor();
    t.equal(await card.getByRole('button').count(), 1);
  });

  await t.test('each role lands where its settings begin', async (t) => {
    for (const [role, lands, others] of [
      ['app_owner', 'User Settings', ['/account', '/settings/account']],
      ['story_creator', 'User Settings', ['/account', '/settings/account']],
    ] as const) {
      const person = await w.person({ account_id, permissions: { [role]: [id] } });
      const page = await openPage(t, await w.windowOf(person), `${w.base}/settings/nothing`);
      await page.waitForURL('**/settings/user');
      await page.getByRole('heading', { name: lands }).waitFor();
      t.equal(await page.getByRole('link', { name: 'Account Settings' }).count(), 0);
      const preferences = page.getByRole('region', { name: 'Preferences' });
      t.equal(await preferences.getByLabel('Time zone').count(), 0, 'owners alone choose it');
      for (const path of others) {
        await visitInside(page, path);
        await page.getByText('Request access from your Account Owner').waitFor();
        await visitInside(page, '/settings/user');
        await page.getByRole('heading', { name: lands }).waitFor();
      }
    }
  });
});

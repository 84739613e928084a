import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('where nothing is paid for the page says whom to ask, and offers no card and no change', async (t) => {
  const w = await startDashboard(t, { settings: { BILLING: 'off', CONTACT_EMAIL: 'plans@marlow.test' } });
  const nora = await w.person({ firstname: 'Nora' });
  const page = await openPage(t, await w.windowOf(nora, { bypassCSP: true }), `${w.base}/settings/payment`);
  await page.getByText('To change your plan, contact your Storyrail administrator.').waitFor();
  t.equal(
    await page.getByRole('link', { name: 'Contact Us' }).first().getAttribute('href'),
    'mailto:plans@marlow.test',
  );
  t.equal(await page.getByRole('button', { name: /card|Cancel plan|Change plan/ }).count(), 0);
  await looks(t, page, 'payment-off');
  await page.getByRole('button', { name: 'Compare plans' }).click();
  const list = page.getByRole('dialog', { name: 'Choose a plan' });
  await list.getByRole('heading', { name: 'Pro' }).waitFor();
  t.equal(await list.getByRole('button', { name: /^(Upgrade|Switch)/ }).count(), 0);
  t.equal(await list.getByLabel('Promo code').count(), 0);
  await visitInside(page, '/settings/payment?openPlanModal=growth');
  await list.waitFor();
  const refused = await w.inject('POST', '/api/payment/subscribe', { as: nora, body: { plan_id: 'growth' } });
  t.match(refused.json(), { code: 'BillingOff' });
  await page.keyboard.press('Escape');

  await t.test('owners say who pays; words at the fields say what is missing', async (t) => {
    const info = page.getByRole('region', { name: 'Invoice details' });
    const form = page.getByRole('dialog', { name: 'Invoice details' });
    await info.getByText('No name and address on invoices yet').waitFor();
    await info.getByRole('button', { name: 'Add invoice details' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    for (const missing of ['Enter the name of your company, or your own.', 'Enter an address.', 'Enter a city.'])
      await form.getByText(missing).waitFor();
    await form.getByText('Choose a country.').waitFor();
    const isFirst = () => form.getByLabel('Company or full name').evaluate((field) => field === document.activeElement);
    t.ok(await isFirst(), 'the first wrong field has the focus');
    await looks(t, page, 'payment-payer-missing');
    await form.getByLabel('Company or full name').fill('Marlow Billing AB');
    await form.getByLabel('Address', { exact: true }).fill('1 Quay');
    await form.getByLabel('City').fill('Malmö');
    await form.getByLabel('Postal code').fill('211 19');
    await form.getByLabel('Country').fill('Swed');
    await page.getByRole('option', { name: 'Sweden' }).click();
    await form.getByLabel('Tax ID').fill('SE556677889901');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Invoice details saved.').waitFor();
    await form.waitFor({ state: 'detached' });
    await info.getByText('1 Quay, Malmö, 211 19, Sweden').waitFor();
    await looks(t, page, 'payment-payer-said');
    await page.reload();
    await info.getByText('Tax ID SE556677889901').waitFor();
    await info.getByRole('button', { name: 'Edit invoice details' }).click();
    t.equal(await form.getByLabel('Company or full name').inputValue(), 'Marlow Billing AB');
    await form.getByLabel('Company or full name').fill('Marlow Cards AB');
    await form.getByLabel('Tax ID').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await info.getByText('Marlow Cards AB').waitFor();
    t.equal(await info.getByText('Tax ID').count(), 0);
    await info.getByRole('button', { name: 'Edit invoice details' }).click();
    await form.getByRole('button', { name: 'Remove invoice details' }).click();
    await info.getByText('No name and address on invoices yet').waitFor();
  });
});

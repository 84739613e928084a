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
});

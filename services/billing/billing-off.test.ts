import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

t.test('where billing is off, no card is taken and staff set the plans', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { BILLING: 'off' } });
  const nora = await h.person();
  const call = (method: string, path: string, body?: object) =>
    h.inject(method, `/api/payment${path}`, { as: nora, ...(body && { body }) });
  const off = { code: 'BillingOff', message: 'To change your plan, contact your Storyrail administrator.' };
  t.match((await call('POST', '/subscribe', { plan_id: 'growth' })).json(), off);
  t.match((await call('POST', '/method', {})).json(), off);
  t.match((await call('GET', '/customer')).json().data, { billing: 'off', payment_methods: [] });
});

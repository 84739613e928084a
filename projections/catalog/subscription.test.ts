import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminAccountRow, AdminStats } from '#contracts/admin/admin.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, subscribed } from '#ops/testing/scene.ts';
import { findInvoice } from './billing.ts';
import { customerLines } from './invoice-pdf/customer.ts';
import { drawnInvoice } from './invoice-pdf/drawn.ts';

t.test('what an account subscribes to is what it may use, and what staff see', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const staff = await h.person({ staff: true });
  await h.person();
  const own = async () => (await h.inject('GET', '/api/account', { as: nora })).json().data;
  const listed = async (payment_status: number): Promise<AdminAccountRow[]> => {
    const query = { filter: JSON.stringify({ payment_status }) };
    return (await h.inject('GET', '/api/admin/account', { as: staff, query })).json().data;
  };
  t.match(await own(), { plan: 'growth', payment_status: 2, seats: 4 }, 'the trial');
  const stream = `subscription-${nora.account_id}`;
  await appendAs(h, nora, stream, [subscribed(nora.account_id)]);
  t.match(await own(), { plan: 'growth', payment_status: 1, premium: 0, seats: 4 });
  await appendAs(h, nora, stream, [{ type: 'PlanUpgraded', data: { plan: 'pro' } }]);
  t.match(await own(), { payment_status: 1, premium: 0, plan: 'pro', seats: 8, settings: { features: { mfa: true } } });
  t.match(await listed(1), [{ id: nora.account_id, payment_status: 1, plan: 'pro', seats: 8, premium: 0 }]);
  t.notOk((await listed(2)).some(({ id }) => id === nora.account_id));
  const stats = (await h.inject('GET', '/api/admin/stats', { as: staff })).json().data as AdminStats;
  t.match(stats.accounts.by_payment_status, { 1: 1, 2: 2 });
  await h.call(staff, 'POST', '/admin/account/premium', { account_id: nora.account_id, is_premium: true });
  t.match(await own(), { payment_status: 0, premium: 1 }, 'staff may give everything meanwhile');
  const ended = await h.call(staff, 'POST', '/admin/account/premium', {
    account_id: nora.account_id,
    is_premium: false,
  });
  t.match(ended, { payment_status: 1 }, 'and the subscription goes on afterwards');
  t.match(await own(), { plan: 'pro', payment_status: 1 });
});

t.test('an invoice says line by line who paid when it was closed; before anybody said so, the company', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  await h.call(nora, 'PATCH', '/account', { name: 'Marlow', country: 'SE' });
  const { invoiceClosed } = subscriptionExamples;
  await appendAs(h, nora, `subscription-${nora.account_id}`, [subscribed(nora.account_id), invoiceClosed]);
  const { id } = invoiceClosed.data.invoice;
  const said = async () => customerLines((await findInvoice(h.kernel, nora.account_id, id))!.customer);
  const keep = (name: string | null, address: object | null, accountId = nora.account_id) =>
    h.kernel.db.pool.query(
      `insert into invoice_payer (invoice_id, account_id, name, address) values ($1, $2, $3, $4)
         on conflict (invoice_id) do update set account_id = $2, name = $3, address = $4`,
      [id, accountId, name, address && JSON.stringify(address)],
    );
  t.same(await said(), ['Marlow', 'Sweden']);
  await keep('Marlow Billing AB', null);
  t.same(await said(), ['Marlow Billing AB', 'Sweden']);
  const malmo = { line1: '1 Quay', line2: null, city: 'Malmö', state: null, postal_code: '211 19', country: 'SE' };
  await keep('Marlow Billing AB', { ...malmo, tax_id: 'SE556677889901' });
  t.same(await said(), ['Marlow Billing AB', '1 Quay', 'Malmö, 211 19', 'Sweden', 'Tax ID SE556677889901']);
  await keep(null, { ...malmo, line2: 'Floor 3', city: 'Reno', state: 'NV', country: 'US', tax_id: null });
  t.same(await said(), ['Marlow', '1 Quay', 'Floor 3', 'Reno, NV 211 19', 'United States']);
  await keep('Kestrel Trading AB', malmo, (await h.person()).account_id);
  t.same(await said(), ['Marlow', 'Sweden'], 'nobody of another account is named');

  const { invoice, customer } = (await findInvoice(h.kernel, nora.account_id, id))!;
  const drawn = await drawnInvoice(invoice, customer);
  t.equal(await drawnInvoice({ ...invoice }, { ...customer }), drawn, 'drawn once');
  t.not(await drawnInvoice(invoice, { ...customer, name: 'Marlow Billing AB' }), drawn, 'anew for another name');
  t.not(await drawnInvoice({ ...invoice, status: 'uncollectible' }, customer), drawn, 'and once it is settled');
  const cannot = { ...invoice, lines: null as never };
  await t.rejects(drawnInvoice(cannot, customer), /not iterable/, 'what cannot be drawn is said');
  t.match((await drawnInvoice({ ...invoice, number: 'SR-2' }, customer)).subarray(0, 4), Buffer.from('%PDF'));

  await keep('Marlow Billing AB', null);
  const inCountry = async (country: string | null) => {
    await h.kernel.db.pool.query('update invoice_payer set country = $2 where invoice_id = $1', [id, country]);
    return said();
  };
  await h.call(nora, 'PATCH', '/account', { country: 'NO' });
  t.same(await inCountry('SE'), ['Marlow Billing AB', 'Sweden'], 'where the company was when it was closed');
  t.same(await inCountry(''), ['Marlow Billing AB'], 'or that nobody had said it');
  t.same(await inCountry(null), ['Marlow Billing AB', 'Norway'], 'of one that does not know, where it is today');
});

t.test(
  'of two invoices at Stripe the one that failed is shown while the newer one is paid, and each bears its signature',
  async (t) => {
    const h = await startHarness(t, { parts: false });
    const nora = await h.person();
    const staff = await h.person({ staff: true });
    const { account_id } = nora;
    const stream = `subscription-${account_id}`;
    const [older, newer] = [uuidv7(), uuidv7()];
    const digest = 'c0ffee42'.repeat(8);
    const { invoice } = subscriptionExamples.invoiceClosed.data;
    const closed = (id: string, ts_closed: number): SubscriptionEvent => {
      const viewers = { mau: 3, marked: 0, mau_limit: 9, digest };
      return {
        type: 'InvoiceClosed',
        data: { invoice: { ...invoice, id, number: id, ts_closed, viewers, outside_id: `in_${ts_closed}` } },
      };
    };
    const [since, next] = [1_800_000_000, 4_000_000_000];
    const failed = { invoice_id: older, amount: invoice.amount_due, code: 'card_declined', attempt: 1, ts_next: next };
    const started = { account_id, plan: 'growth', provider: 'stripe', ts_start: since, outside_id: 'sub_1' } as const;
    await appendAs(h, nora, stream, [
      { type: 'SubscriptionStarted', data: started },
      closed(older, since),
      { type: 'PaymentFailed', data: failed },
      closed(newer, since + 60),
      { type: 'InvoicePaid', data: { invoice_id: newer, amount: invoice.amount_due, method_id: null, ts_paid: since } },
    ]);
    const customer = (await h.inject('GET', '/api/payment/customer', { as: nora })).json().data;
    t.match(customer, {
      payment_status: 3,
      open_invoice: { id: older, amount_due: invoice.amount_due, ts_next: next },
    });
    const stats = (await h.inject('GET', '/api/admin/stats', { as: staff })).json().data as AdminStats;
    t.match(stats.payments.failed.first, [{ account_id, amount: invoice.amount_due, ts_since: since, ts_next: next }]);

    const signed = async () => {
      const { data } = (await h.inject('GET', '/api/payment/invoice/list', { as: nora })).json();
      return data.map(({ viewers }: InvoiceRow) => [viewers?.signature, viewers?.key_id]);
    };
    t.same(await signed(), [
      [undefined, undefined],
      [undefined, undefined],
    ]);
    await h.kernel.db.pool.query(
      `insert into mau_proof (account_id, period_start, period_end, digest, statement, signature, key_id, counted, sealed_at)
       values ($1, '2027-01-01', '2027-02-01', $2, '{}', 'c2lnbmVk', 'fedcba9876543210', '{}', now())`,
      [account_id, digest],
    );
    t.same(await signed(), [
      ['c2lnbmVk', 'fedcba9876543210'],
      ['c2lnbmVk', 'fedcba9876543210'],
    ]);
    t.match((await findInvoice(h.kernel, account_id, older))!.invoice.viewers, { signature: 'c2lnbmVk' });
  },
);

t.test('cards and plans of another payment provider pay for nothing, and nothing is asked for them', async (t) => {
  const settings = {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    // Nothing listens there: nothing is asked.
    STRIPE_API_URL: 'http://127.0.0.1:9',
  };
  const moment = Date.parse('2027-01-10T09:00:00Z');
  const scenes = [
    { billing: 'stripe', provider: 'local' },
    { billing: 'local', provider: 'stripe' },
  ] as const;
  for (const { billing, provider } of scenes) {
    const h = await startHarness(t, { parts: false, now: () => moment, ...(billing === 'stripe' && { settings }) });
    const pay = (as: Person, method: string, path: string, body?: object) =>
      h.inject(method, `/api/payment${path}`, { as, ...(body && { body }) });
    const customerOf = async (as: Person) => (await pay(as, 'GET', '/customer')).json().data;
    const [card, other] = [uuidv7(), uuidv7()];
    const own = async (plan: 'growth' | 'deal', id: string, by: 'local' | 'stripe') => {
      const owner = await h.person();
      const { account_id } = owner;
      await h.kernel.db.pool.query(
        `insert into payment_method (id, account_id, provider, outside_id, brand, last4, exp_month, exp_year, fingerprint, created_at)
           values ($1, $2, $3::text, case when $3 = 'stripe' then 'pm_1' end, 'Visa', '4242', 1, 2030, 'print', now())`,
        [id, account_id, by],
      );
      await appendAs(h, owner, `subscription-${account_id}`, [
        { type: 'CardChosen', data: { account_id, method_id: id } },
        { type: 'SubscriptionStarted', data: { account_id, plan, provider, ts_start: moment / 1000 } },
      ]);
      return owner;
    };
    const owner = await own('growth', card, provider);
    const { payment_methods, ...told } = await customerOf(owner);
    t.same(payment_methods, []);
    t.match(told, { billing, subscription: { plan: { id: 'growth' } }, portal: false, next_invoice: null });
    for (const body of [{ default: true }, { name: 'Marlow AB' }])
      t.equal((await pay(owner, 'PATCH', `/method/${card}`, body)).statusCode, 404, `${billing} ${Object.keys(body)}`);
    t.equal((await customerOf(owner)).name, null);
    if (billing === 'local') continue;
    t.match(await customerOf(await own('deal', other, 'stripe')), {
      ...{ payment_methods: [{ id: other, is_default: true }], portal: true },
      next_invoice: { amount: 7900 },
    });
  }
});

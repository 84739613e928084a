import t from 'tap';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { declines, works } from './test-scene.ts';

const day = 86_400;

t.test('an account buys, changes and cancels a plan at Stripe', async (t) => {
  const stripe = await startStripeAt(t, '2027-01-31T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, subscribe, customer, invoices, account, useCard, viewers } = s;
  const nora = await h.person();

  t.match((await subscribe(nora, 'growth')).json(), { code: 'CardRequired' });
  t.equal((await useCard(nora, declines)).status, 402);
  t.match(await useCard(nora, works), { message: 'Your card is saved.' });
  t.match((await subscribe(nora, 'startup', { preview: true })).json().data, {
    amount_due: 34_900,
    next_amount: 34_900,
    next_date: Date.parse('2027-02-28') / 1000,
    kept_until: null,
  });
  t.equal((await customer(nora)).subscription, null, 'a preview changes nothing');

  const both = await Promise.all([subscribe(nora, 'startup'), subscribe(nora, 'startup')]);
  t.same(
    both.map(({ statusCode }) => statusCode),
    [200, 200],
  );
  t.equal((await invoices(nora)).length, 1, 'whoever asks twice at once buys once');
  t.match(await account(nora), { payment_status: 1, plan: 'startup' });
  t.match(await customer(nora), {
    billing: 'stripe',
    portal: true,
    subscription: { plan: { id: 'startup' }, current_period_end: Date.parse('2027-02-28') / 1000 },
    payment_methods: [{ is_default: true, card: { brand: 'Visa', last4: '4242' } }],
    next_invoice: { amount: 34_900 },
  });
  const [first] = await invoices(nora);
  t.match(first, { status: 'paid', amount_paid: 34_900, hosted: true });
  const { url } = (await h.inject('GET', first.invoice_pdf, { as: nora })).json().data;
  t.match(url, stripe.url);
  t.match((await api(nora, 'POST', '/portal')).json().data.url, stripe.url);

  await s.pass(10 * day);
  t.match((await subscribe(nora, 'growth', { preview: true })).json().data, {
    kept_until: Date.parse('2027-03-31') / 1000,
  });
  t.match((await subscribe(nora, 'growth')).json(), { message: 'Your plan upgraded successfully!' });
  const [rest] = await invoices(nora);
  t.equal(rest.amount_paid, Math.round((69_900 * 18) / 28) - Math.round((34_900 * 18) / 28), 'to the cent, whole days');
  t.match((await subscribe(nora, 'startup')).json(), { message: /Startup.*31 Mar 2027/ });
  t.match((await customer(nora)).subscription, {
    downgrade: { plan: { id: 'startup' }, ts: Date.parse('2027-03-31') / 1000 },
  });
  t.match((await api(nora, 'DELETE', '/subscribe')).json(), { message: 'Your plan canceled successfully!' });
  t.match(await account(nora), { payment_status: 5 });
  t.match((await subscribe(nora, 'growth')).json(), { data: { payment_status: 1 } });

  viewers[nora.account_id] = 1_000_500;
  await s.pass(18 * day + 2 * 3600);
  const closed = await invoices(nora);
  t.equal((await customer(nora)).subscription?.current_period_end, Date.parse('2027-03-31') / 1000);
  t.match(closed[0], { viewers: { mau: 1_000_500, mau_limit: 500_000 } });
  t.end();
});

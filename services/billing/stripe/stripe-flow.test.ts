import t from 'tap';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { startStripe } from '#ops/testing/stripe/server.ts';
import { advanceSubscriptions, type CountViewers } from '../runner.ts';
import { followDue } from './due.ts';
import { declines, failsLater, works } from './test-scene.ts';

const day = 86_400;
const secret = 'whsec_test';

/** An installation that bills by Stripe, whose clock is that of the stand-in. */
const startInstallation = async (t: Parameters<typeof startStripe>[0], date: string) => {
  const stripe = await startStripe(t, { now: Date.parse(date), signsByItsTime: true });
  const h = await startHarness(t, {
    parts: false,
    now: () => stripe.now(),
    settings: { STRIPE_SECRET_KEY: stripe.key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: stripe.url },
  });
  const base = await h.server.listen({ host: '127.0.0.1', port: 0 });
  stripe.webhooks.sendTo({ url: `${base}/api/payment/stripe`, secret });
  type Person = Awaited<ReturnType<typeof h.person>>;
  const api = (as: Person, method: string, path: string, body?: object) =>
    h.inject(method, `/api/payment${path}`, { as, ...(body && { body }) });
  const viewers: Record<string, number> = {};
  const count: CountViewers = async (id) => ({ mau: viewers[id] ?? 0, marked: 0, digest: null });
  /** Enters a card on the page that one is led to, and comes back with it. */
  const useCard = async (as: Person, number: string) => {
    const { url } = (await api(as, 'POST', '/method', {})).json().data;
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ card: number }),
      redirect: 'manual',
    });
    if (answer.status !== 303) return { status: answer.status };
    const id = new URL(answer.headers.get('location')!).searchParams.get('card')!;
    return (await api(as, 'POST', '/method/attach', { id })).json();
  };
  return {
    stripe,
    h,
    api,
    viewers,
    useCard,
    subscribe: (as: Person, plan_id: string, more: object = {}) => api(as, 'POST', '/subscribe', { plan_id, ...more }),
    customer: async (as: Person): Promise<PaymentCustomer> => (await api(as, 'GET', '/customer')).json().data,
    invoices: async (as: Person) => (await api(as, 'GET', '/invoice/list')).json().data,
    account: async (as: Person) => (await h.inject('GET', '/api/account', { as })).json().data,
    /** Lets Stripe's time pass, and follows what it tells of. */
    async pass(seconds: number) {
      stripe.advance(seconds * 1000);
      await this.follow();
    },
    async follow() {
      await stripe.webhooks.settled();
      await h.kernel.db.pool.query('update stripe_due set due_at = now()');
      await followDue(h.kernel);
      await advanceSubscriptions(h.kernel, count);
      await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [stripe.now() / 1000]);
    },
  };
};

t.test('an account buys, changes and cancels a plan at Stripe', async (t) => {
  const s = await startInstallation(t, '2027-01-31T09:00:00Z');
  const { h, stripe, api, subscribe, customer, invoices, account, useCard, viewers } = s;
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

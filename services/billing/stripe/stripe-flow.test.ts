import assert from 'node:assert/strict';
import t from 'tap';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { tellFreeEnds } from '../free-end/tell.ts';
import { reconcile } from './due.ts';
import { stripeOf } from './open.ts';
import { perform } from './perform.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { declines, failsLater, works } from './test-scene.ts';

const day = 86_400;

t.test('an account buys, changes and cancels a plan at Stripe', async (t) => {
  const stripe = await startStripeAt(t, '2027-01-31T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, subscribe, customer, invoices, account, useCard, viewers } = s;
  const nora = await h.person();
  const passTo = (moment: number) => s.pass((moment - stripe.now()) / 1000);

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
  const staff = await h.person({ staff: true });
  const asStaff = async (path: string) => (await h.inject('GET', path, { as: staff })).json().data;
  const [listed] = await asStaff(`/api/admin/account/${nora.account_id}/invoice`);
  t.equal((await asStaff(listed.invoice_pdf)).url, url, 'staff are led to the same file');
  t.equal((await fetch(url)).headers.get('content-type'), 'application/pdf');
  const { rows: reads } = await h.kernel.db.pool.query(
    "select from event where type = 'AdminRead' and account_id = $1 and data ->> 'user_id' = $2",
    [nora.account_id, staff.user_id],
  );
  t.equal(reads.length, 1, 'which the account can read of');
  t.match((await h.inject('GET', listed.invoice_pdf, { as: nora })).json(), { code: 'PermissionDenied' });
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
  await passTo(Date.parse('2027-02-28T00:10:00Z'));
  await s.pass(7200);
  const closed = await invoices(nora);
  t.equal((await customer(nora)).subscription?.current_period_end, Date.parse('2027-03-31') / 1000);
  t.match(closed[0], { viewers: { mau: 1_000_500, mau_limit: 500_000 } });
  t.match(
    closed[0].lines.at(-1).description,
    /^501 thousand users over the limit/,
    'viewers above the limit are on the invoice that closes their period',
  );
});

t.test('what fails, is given, or is ended at Stripe is followed', async (t) => {
  const stripe = await startStripeAt(t, '2027-03-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, subscribe, customer, invoices, account, useCard, pass, follow, buyer, atStripe, rowOf } = s;
  const staff = await h.person({ staff: true });
  const { pool } = h.kernel.db;
  const give = (path: string, body: object) => h.inject('POST', `/api/admin/account/${path}`, { as: staff, body });

  await t.test('a card that is declined buys nothing, and an upgrade that is declined changes nothing', async (t) => {
    const poor = await h.person();
    await useCard(poor, failsLater);
    t.match((await subscribe(poor, 'startup')).json(), { code: 'CardDeclined' });
    t.match(await account(poor), { payment_status: 2 });
    t.same(await invoices(poor), []);
    const held = await buyer('startup');
    await useCard(held, failsLater);
    t.match((await subscribe(held, 'growth')).json(), { code: 'CardDeclined' });
    t.match(await account(held), { payment_status: 1, plan: 'startup' });
    t.equal((await invoices(held)).length, 1);
  });

  await t.test('while Stripe does not answer, what is asked for waits, and is done once', async (t) => {
    const patient = await h.person();
    await useCard(patient, works);
    stripe.trouble('broken', 'broken', 'broken');
    t.match((await subscribe(patient, 'growth')).json(), { code: 'BillingUnavailable' });
    t.match(await account(patient), { payment_status: 2 });
    stripe.advance(120_000);
    await follow();
    t.match(await account(patient), { payment_status: 1, plan: 'growth' });
    stripe.trouble('lost');
    t.match((await subscribe(patient, 'pro')).json(), { message: 'Your plan upgraded successfully!' });
    const made = [...stripe.world.rows.values()].filter(
      ({ object, customer: of }) => object === 'subscription' && of === rowOf(patient.account_id)?.id,
    );
    t.same(made, []);
    const listed = await (await stripeOf(h.kernel)).listInvoices(await atStripe(patient));
    t.equal(listed.invoices.length, 2, 'charged for each once');
  });

  await t.test('a promotion code of Stripe takes off, once an account', async (t) => {
    await s.asStaff('coupons', { id: 'half', percent_off: 50, duration: 'repeating', duration_in_months: 2 });
    await s.asStaff('promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'half', code: 'HALF' });
    const saver = await h.person();
    await useCard(saver, works);
    const look = (code: string) => api(saver, 'GET', `/coupon/detail?coupon_id=${code}`);
    t.match((await look('half')).json().data, { id: 'HALF', percent_off: 50, duration_in_months: 2 });
    t.match((await look('NOTHING')).json(), { code: 'PromoUnknown' });
    t.match((await subscribe(saver, 'growth', { promo_code: 'half', preview: true })).json().data, {
      amount_due: 34_950,
      next_amount: 34_950,
    });
    await subscribe(saver, 'growth', { promo_code: 'half' });
    t.match(await invoices(saver), [{ amount_paid: 34_950, lines: [{ amount: 69_900 }, { amount: -34_950 }] }]);
    t.match(await account(saver), { payment_status: 4 });
    t.match((await subscribe(saver, 'growth', { promo_code: 'half' })).json(), { code: 'PromoUsed' });
    const owner = await buyer('startup');
    t.match((await subscribe(owner, 'startup', { promo_code: 'half' })).json(), {
      message: 'Your promo code counts from your next payment.',
    });
    t.match(await customer(owner), { next_invoice: { amount: 17_450 } });
    t.match((await give('../promo_code', { code: 'OWN', percent_off: 5, duration: 'once' })).statusCode, /404|409/);
  });

  await t.test('a referred company begins free, and its referrer has a free month at the next renewal', async (t) => {
    const referrer = await buyer('startup');
    const { referral_token } = await account(referrer);
    const friend = await h.person();
    await pool.query('update account set referred_by = $1 where id = $2', [referral_token, friend.account_id]);
    await pool.query("update payment_method set fingerprint = 'another' where account_id = $1", [referrer.account_id]);
    await useCard(friend, works);
    t.match((await subscribe(friend, 'growth', { preview: true })).json().data, { amount_due: 0 });
    await subscribe(friend, 'growth');
    t.match(await invoices(friend), [{ status: 'paid', amount_paid: 0 }]);
    t.equal((await customer(referrer)).free_months, 1);
    const popupsOf = async (as: typeof friend) =>
      (await h.inject('GET', '/api/storyrail-notification/dashboard-popup', { as }))
        .json()
        .data.map((one: { data: { type: string } }) => one.data.type);
    t.same(await popupsOf(friend), ['referral_received', 'referral_info']);
    t.same(await popupsOf(referrer), ['referral_earned', 'referral_info']);
    /** Goes to a moment, tells of free time that ends, and answers who was told of what so far. */
    const toldAt = async (moment: string) => {
      await pass((Date.parse(moment) - stripe.now()) / 1000);
      await tellFreeEnds(h.kernel);
      const { rows } = await pool.query(
        `select data from event where type = 'FreeTimeEnding' and account_id in ($1, $2) order by position`,
        [friend.account_id, referrer.account_id],
      );
      return rows.map(({ data }) => data);
    };
    t.same(await toldAt('2027-04-04T23:50:00Z'), []);
    const free = { kind: 'free_month', ts_end: Date.parse('2027-04-10') / 1000, amount: 69_900 };
    const ofFriend = { account_id: friend.account_id, ...free };
    t.same(await toldAt('2027-04-05T00:10:00Z'), [ofFriend], 'five days before, and nobody who paid for the month');
    // The renewal is open for an hour.
    await pass((Date.parse('2027-04-10T00:10:00Z') - stripe.now()) / 1000);
    await pass(7200);
    t.match((await invoices(referrer))[0], { amount_paid: 0, lines: [{ amount: 34_900 }, { amount: -34_900 }] });
    t.equal((await customer(referrer)).free_months, 0);
    const ofReferrer = { account_id: referrer.account_id, kind: 'free_month', amount: 34_900 };
    t.same(await toldAt('2027-05-06T00:00:00Z'), [
      ofFriend,
      { ...ofReferrer, ts_end: Date.parse('2027-05-10') / 1000 },
    ]);
  });

  await t.test('a free month is the first one alone, also after an end', async (t) => {
    const referrer = await h.person();
    const { referral_token } = await account(referrer);
    const friend = await h.person();
    await pool.query('update account set referred_by = $1 where id = $2', [referral_token, friend.account_id]);
    await useCard(friend, works);
    await subscribe(friend, 'startup');
    await api(friend, 'DELETE', '/subscribe');
    await pass(32 * day);
    t.match(await account(friend), { payment_status: 9 });
    await subscribe(friend, 'startup');
    t.match((await invoices(friend))[0], { amount_paid: 34_900 });
  });

  await t.test('an upgrade that is declined leaves a cancellation as it was', async (t) => {
    const leaving = await buyer('startup');
    await api(leaving, 'DELETE', '/subscribe');
    await useCard(leaving, failsLater);
    t.match((await subscribe(leaving, 'growth')).json(), { code: 'CardDeclined' });
    t.match(await account(leaving), { payment_status: 5 });
    await useCard(leaving, works);
    t.match((await subscribe(leaving, 'growth')).json(), { data: { payment_status: 1 } });
    t.match((await api(leaving, 'DELETE', '/subscribe')).statusCode, 200);
    t.match((await subscribe(leaving, 'startup')).json().data, { payment_status: 1 });
    await pass(32 * day);
    t.match((await subscribe(leaving, 'startup')).statusCode, 200, 'a lower plan is chosen again in the next period');
  });

  await t.test('a customer who is deleted at Stripe has no plan, and becomes another one', async (t) => {
    const lost = await buyer('growth');
    const before = await atStripe(lost);
    await (await stripeOf(h.kernel)).deleteCustomer(before);
    await follow();
    t.match(await account(lost), { payment_status: 9 });
    t.same((await customer(lost)).payment_methods, []);
    await useCard(lost, works);
    t.match((await subscribe(lost, 'growth')).json(), { data: { payment_status: 1 } });
    t.not(await atStripe(lost), before);
    await pool.query("update stripe_customer set customer_id = 'cus_of_another_mode' where account_id = $1", [
      lost.account_id,
    ]);
    t.match((await api(lost, 'POST', '/portal')).json(), { code: 'PaymentRefused' });
    await follow();
    t.match(await account(lost), { payment_status: 1 }, 'a customer of another key ends nothing');
  });

  await t.test('a renewal that is not paid is tried on its days, and ends the plan after the last time', async (t) => {
    const late = await buyer('startup');
    const card = (await (await stripeOf(h.kernel)).readCustomer(await atStripe(late)))!.default_card!;
    stripe.refuse(card, 'insufficient_funds');
    await pass(31 * day + 7200);
    t.match(await account(late), { payment_status: 3, plan: 'startup' });
    t.match((await customer(late)).open_invoice, { amount_due: 34_900 });
    stripe.refuse(card, null);
    t.match((await subscribe(late, 'startup')).json(), { data: { payment_status: 1 } });
    stripe.refuse(card, 'insufficient_funds');
    for (let days = 0; days < 45; days += 5) await pass(5 * day);
    t.match(await account(late), { payment_status: 9, plan: 'starter' });
    t.equal((await api(late, 'GET', '/customer')).json().data.subscription, null);
  });

  await t.test('staff give credit and a plan of their own, and Stripe ends what it ran', async (t) => {
    const big = await buyer('growth');
    s.viewers[big.account_id] = 502_100;
    await pass(3 * day);
    const to = Math.floor(stripe.now() / 1000 / day) * day;
    await give('credit', { account_id: big.account_id, amount: 5_000, reason: 'A late start' });
    await follow();
    t.equal((await (await stripeOf(h.kernel)).readCustomer(await atStripe(big)))?.balance, -5_000);
    const terms = { mau_limit: 5_000_000, mau_exceed_price: 4, seats: 20, story_limit: -1, features: ['quiz'] };
    await give('custom_plan', { account_id: big.account_id, plan: { nickname: 'Agency', amount: 250_000, ...terms } });
    await follow();
    t.match(await account(big), { payment_status: -3, plan: 'custom' });
    t.same(await (await stripeOf(h.kernel)).listSubscriptions(await atStripe(big)), []);
    for (let hours = 0; hours < 4; hours += 1) await pass(3600);
    const over = (await invoices(big)).filter(({ viewers }: InvoiceRow) => viewers);
    t.match(over, [
      { status: 'paid', from_credit: 4500, closes: { from: to - 3 * day, to }, viewers: { mau: 502_100 } },
    ]);
    t.equal(over.length, 1, 'what it ran up to then is charged there, once');
  });

  await t.test('what Stripe is asked for twice with one key is one thing', async (t) => {
    const twice = await buyer('growth');
    const client = await stripeOf(h.kernel);
    const state = (await pool.query('select state from subscription where account_id = $1', [twice.account_id])).rows[0]
      .state;
    const whom = {
      customer: await atStripe(twice),
      subscription: state.outside.subscription,
      describe: async () => assert.fail('nobody is described here'),
    };
    const now = Math.floor(stripe.now() / 1000);
    const ts_day = now - (now % day);
    const to = state.period.to;
    const overage = {
      kind: 'overage',
      plan: 'growth',
      period: state.period,
      thousands: 1,
      unit_amount: 300,
      amount: 300,
    };
    const asks = [
      { kind: 'change', plan: 'pro', ts_day },
      { kind: 'change_later', plan: 'growth', ts: to },
      { kind: 'keep' },
      { kind: 'end_later', ts: to },
      { kind: 'keep' },
      { kind: 'credit', amount: 700 },
      overage,
    ] as const;
    const count = () =>
      ['invoice', 'invoiceitem', 'subscription', 'customer'].map(
        (kind) => [...stripe.world.rows.values()].filter(({ object }) => object === kind).length,
      );
    for (const [at, ask] of asks.entries()) {
      const asked = { ask_id: `ask ${at}`, batch_id: 'batch', ask, ts_asked: now };
      t.equal(await perform(client, whom, asked as Parameters<typeof perform>[2], now), null, ask.kind);
      const before = [count(), (await client.readCustomer(whom.customer))?.balance];
      t.equal(await perform(client, whom, asked as Parameters<typeof perform>[2], now), null);
      t.same([count(), (await client.readCustomer(whom.customer))?.balance], before, `${ask.kind} twice`);
    }
    const old = {
      ask_id: 'old',
      batch_id: 'b',
      ask: { kind: 'credit', amount: 5 } as const,
      ts_asked: now - 21 * 3600,
    };
    t.equal(await perform(client, whom, old, now), 'expired', 'never once more after its key is forgotten');
  });

  await t.test('a webhook without a signature is refused, and one of a stranger is answered', async (t) => {
    const send = (headers: Record<string, string>) =>
      fetch(s.webhooks.url, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', ...headers },
      });
    t.equal((await send({})).status, 400);
    t.equal((await send({ 'stripe-signature': 't=1,v1=00' })).status, 400);
    const client = await stripeOf(h.kernel);
    await client.createCustomer('stranger', { id: 'stranger' });
    await stripe.webhooks.settled();
    t.equal(stripe.webhooks.delivered.at(-1)?.status, 200);
    await reconcile(h.kernel);
  });
});

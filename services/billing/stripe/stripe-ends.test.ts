import t from 'tap';
import { renderFailedPayment } from '#kernel/mail/billing.ts';
import { tellFreeEnds } from '../free-end/tell.ts';
import { customerOf } from './customers.ts';
import { forgetEnded } from './due.ts';
import { stripeOf } from './open.ts';
import { readSnapshot } from './snapshot.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { asksForPerson, failsLater, works } from './test-scene.ts';

const day = 86_400;
const hour = 3600;

t.test('what ends at Stripe is paid for once, and asked for no longer', async (t) => {
  const stripe = await startStripeAt(t, '2027-03-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, subscribe, account, useCard: giveCard, pass, viewers, buyer, atStripe, rowOf } = s;
  const { pool } = h.kernel.db;
  type Person = Awaited<ReturnType<typeof h.person>>;
  const client = await stripeOf(h.kernel);
  const refuse = async (as: Person, reason: string | null) =>
    stripe.refuse((await client.readCustomer(await atStripe(as)))!.default_card!, reason);
  const stateOf = async ({ account_id }: Person) =>
    (await pool.query('select state from subscription where account_id = $1', [account_id])).rows[0].state;
  const billsOf = async ({ account_id }: Person) =>
    (
      await pool.query(
        `select status, amount_paid::int, amount_due::int, invoice -> 'closes' as closes, invoice -> 'viewers' as viewers,
                invoice ->> 'outside_id' as outside from invoice where account_id = $1 order by ts_closed desc, id desc`,
        [account_id],
      )
    ).rows;
  const endAccount = ({ account_id }: Person) =>
    pool.query('update account set ended = true where id = $1', [account_id]);

  await t.test(
    'the last days of a deleted account are counted and charged once, and then its customer is gone',
    async (t) => {
      const gone = await buyer('growth');
      const poor = await buyer('growth');
      const premium = await buyer('growth');
      const quiet = await buyer('startup');
      viewers[gone.account_id] = 502_100;
      viewers[poor.account_id] = 501_000;
      viewers[premium.account_id] = 900_000;
      const people = [gone, poor, premium, quiet];
      const customers = await Promise.all(people.map(atStripe));
      await refuse(poor, 'insufficient_funds');
      await pool.query('update account set premium = true where id = $1', [premium.account_id]);
      await pass(3 * day);
      for (const person of people) await endAccount(person);
      await forgetEnded(h.kernel);
      await forgetEnded(h.kernel);
      t.ok(rowOf(customers[2]!).deleted, 'what costs nothing ends at once');
      t.same(await billsOf(premium).then((bills) => bills.length), 1);
      const to = Date.parse('2027-03-14') / 1000;
      const [running] = await client.listSubscriptions(customers[0]!);
      t.match(running, { status: 'active', ts_cancel: to });
      t.match(await stateOf(gone), { plan: 'growth', scheduled: { plan: null, ts: to } });

      await pass(16 * hour);
      await forgetEnded(h.kernel);
      const closes = { from: Date.parse('2027-03-10') / 1000, to };
      t.match(await billsOf(gone), [
        { status: 'paid', amount_paid: 4500, closes, viewers: { mau: 502_100, mau_limit: 500_000 } },
        { amount_paid: 69_900 },
      ]);
      t.match(await stateOf(gone), {
        plan: null,
        open: null,
        outside: { subscription: null, uncounted: [], asks: [] },
      });
      const [given] = await billsOf(poor);
      t.match(given, { status: 'uncollectible', amount_paid: 0, amount_due: 1500, closes });
      t.equal(rowOf(given.outside).status, 'void', 'what could not be charged is not to be paid later');
      t.equal((await billsOf(quiet)).length, 1, 'nothing above the limit is no invoice');
      for (const [at, person] of people.entries()) {
        t.ok(rowOf(customers[at]!).deleted);
        t.equal(await customerOf(pool, person.account_id), null);
        t.equal(
          (await pool.query('select from payment_method where account_id = $1', [person.account_id])).rowCount,
          0,
        );
      }
      await pass(2 * day);
      t.equal((await billsOf(gone)).length, 2);
    },
  );

  await t.test('the invoice that closes the last period of a canceled plan proves its viewers', async (t) => {
    const leaving = await buyer('growth');
    viewers[leaving.account_id] = 500_001;
    await api(leaving, 'DELETE', '/subscribe');
    await pass(32 * day);
    await pass(2 * hour);
    const [last] = await billsOf(leaving);
    t.match(last, { status: 'paid', amount_paid: 1500, viewers: { mau: 500_001 } });
    t.ok(last.closes);
  });

  await t.test('an invoice of a plan that has ended cannot be paid any longer', async (t) => {
    const late = await buyer('startup');
    await refuse(late, 'insufficient_funds');
    for (let days = 0; days < 45; days += 5) await pass(5 * day);
    t.match(await account(late), { payment_status: 9 });
    const [unpaid] = await billsOf(late);
    t.match(unpaid, { status: 'uncollectible', amount_due: 34_900 });
    t.equal(rowOf(unpaid.outside).status, 'void');
    t.match(await stateOf(late), { open: null, waiting: [] });
    const left = await buyer('startup');
    await refuse(left, 'insufficient_funds');
    await pass(32 * day);
    const [open] = await billsOf(left);
    t.match(open, { status: 'open' });
    await client.cancelNow('by staff', (await stateOf(left)).outside.subscription);
    await pass(hour);
    t.equal(rowOf(open.outside).status, 'void', 'also where staff end it at Stripe');
  });

  await t.test('an invoice that was written off at Stripe and is paid later is paid', async (t) => {
    const late = await buyer('startup');
    await refuse(late, 'insufficient_funds');
    await pass(32 * day);
    const [open] = await billsOf(late);
    const atStripePage = (path: string) =>
      fetch(`${stripe.url}/v1/invoices/${open.outside}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.key}` },
      });
    await atStripePage('mark_uncollectible');
    await pass(60);
    t.match(await billsOf(late), [{ status: 'uncollectible' }, {}]);
    await refuse(late, null);
    await atStripePage('pay');
    await pass(60);
    t.match(await billsOf(late), [{ status: 'paid', amount_paid: 34_900 }, {}]);
    t.match(await account(late), { payment_status: 1 });
  });

  await t.test('a smaller plan that waits is known though it costs something else by now', async (t) => {
    const waiting = await buyer('growth');
    t.equal((await subscribe(waiting, 'startup')).statusCode, 200);
    const startup = {
      product: 'storyrail_startup',
      name: 'Startup',
      interval: 'month',
      lookup_key: 'storyrail_startup',
    } as const;
    await client.ensurePrices('dearer', [{ ...startup, amount: 39_900 }]);
    const { config, log } = h.kernel;
    const later = await stripeOf({ config: { ...config }, log });
    const { subscription } = await readSnapshot(later, await atStripe(waiting), (await stateOf(waiting)).outside);
    t.match(subscription?.next, { plan: 'startup' });
    await client.ensurePrices('as before', [{ ...startup, amount: 34_900 }]);
  });

  await t.test(
    'a second subscription that somebody makes at Stripe is ended, and the one that is known goes on',
    async (t) => {
      const double = await buyer('growth');
      const customer = await atStripe(double);
      const [first] = await client.listSubscriptions(customer);
      const now = Math.floor(stripe.now() / 1000);
      const begin = { customer, midnight: now - (now % day), now };
      await client.startSubscription('second', { ...begin, price: await client.priceOf('startup') });
      const other = await client.ensurePrices('consulting', [
        { product: 'consulting', name: 'Consulting', amount: 90_000, interval: 'month', lookup_key: 'consulting' },
      ]);
      const foreign = await client.startSubscription('foreign', { ...begin, price: other[0]!.id });
      await pass(60);
      await pass(60);
      const left = (await client.listSubscriptions(customer)).map(({ id }) => id);
      t.same(left.sort(), [first!.id, foreign.id].sort(), 'what is not sold here is nobody’s business');
      t.match(await account(double), { plan: 'growth', payment_status: 1 });
      const { rows } = await pool.query(
        `select data -> 'ask' as ask from event where type = 'ProviderAsked' and data -> 'ask' ->> 'kind' = 'end_now'
          and stream = $1`,
        [`subscription-${double.account_id}`],
      );
      t.match(rows, [{ ask: { second: true } }]);
      t.equal(rows.length, 1, 'asked for once');
    },
  );

  await t.test('credit is what Stripe keeps, whatever its own pages did', async (t) => {
    const rich = await buyer('pro');
    const customer = await atStripe(rich);
    const shown = async () => (await s.customer(rich)).credit;
    const kept = async () => -(await client.readCustomer(customer))!.balance;
    const { outside } = await stateOf(rich);
    await pass(day);
    const from = Math.floor(stripe.now() / 1000 / day) * day;
    await client.changeNow('portal', outside.subscription, { price: await client.priceOf('startup'), from });
    await pass(60);
    t.ok((await kept()) > 50_000, 'a smaller plan at once gives back what is left of the larger one');
    t.equal(await shown(), await kept());
    await client.credit('taken back', customer, { amount: -10_000, description: 'Taken back' });
    await pass(60);
    t.equal(await shown(), await kept());
    const staff = await h.person({ staff: true });
    const credit = { account_id: rich.account_id, amount: 700, reason: 'Thanks' };
    await h.inject('POST', '/api/admin/account/credit', { as: staff, body: credit });
    const before = await kept();
    t.equal(await shown(), before + 700, 'what is on its way counts');
    await pass(60);
    t.equal(await kept(), before + 700);
    t.equal(await shown(), before + 700);
    await client.credit('debt', customer, { amount: -100_000, description: 'Debt' });
    await pass(60);
    t.equal(await shown(), 0);
  });

  await t.test(
    'a payment that the person has to confirm to their bank is told apart, and is confirmed at Stripe',
    async (t) => {
      const asked = await h.person();
      await giveCard(asked, asksForPerson);
      const refused = 'Your bank wants you to confirm this payment. You can do that at Stripe.';
      t.match((await subscribe(asked, 'growth')).json(), { code: 'PaymentUnconfirmed', message: refused });
      t.match(await account(asked), { payment_status: 2 });

      const held = await buyer('startup');
      await refuse(held, 'authentication_required');
      await pass(32 * day);
      t.match(await account(held), { payment_status: 3 });
      const { open_invoice } = await s.customer(held);
      t.match(open_invoice, { amount_due: 34_900, confirm: true });
      const answer = (await subscribe(held, 'startup')).json();
      t.match(answer, { code: 'PaymentUnconfirmed', message: refused });
      const page = `/invoice/${open_invoice!.id}/page`;
      const { url } = (await api(held, 'GET', page)).json().data;
      t.same([answer.data.url, url.startsWith(stripe.url)], [url, true]);
      t.equal((await api(asked, 'GET', page)).statusCode, 404, 'nobody is led to the invoice of others');
      const { rows } = await pool.query(
        `select data from event where type = 'PaymentFailed' and stream = $1 order by version desc limit 1`,
        [`subscription-${held.account_id}`],
      );
      const reader = { firstname: 'Nora', page: 'https://storyrail.test/settings/payment' };
      const then = { ts_next: 1_800_000_000 };
      const mail = renderFailedPayment(reader, { number: 'A-1', ...rows[0].data, then });
      t.match(mail.text, /Your bank wants you to confirm \$349\.00 for invoice A-1\./);

      t.match(await (await fetch(url, { method: 'POST' })).text(), /paid/);
      await pass(60);
      t.match(await account(held), { payment_status: 1 });
      t.equal((await s.customer(held)).open_invoice, null);
      t.equal((await api(held, 'GET', page)).statusCode, 404, 'what is paid has no page to be paid on');
      await refuse(held, 'insufficient_funds');
      await pass(32 * day);
      t.match(await s.customer(held), { open_invoice: { confirm: false } });
      t.match((await subscribe(held, 'startup')).json(), { code: 'CardDeclined' });
    },
  );

  await t.test("a deal's year goes on by the card at the deal's price, or ends with Starter", async (t) => {
    const staff = await h.person({ staff: true });
    const file = await h.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 5 } });
    const codes = file.body.trim().split(/\r?\n/).slice(1);
    const onDeal = async (card: string | null) => {
      const person = await h.person();
      const redeemed = await h.inject('PUT', '/api/account/profile', {
        as: person,
        body: { appsumo_token: codes.pop() },
      });
      t.equal(redeemed.statusCode, 200);
      if (card) await giveCard(person, card);
      return person;
    };
    const payer = await onDeal(works);
    const none = await onDeal(null);
    const leaver = await onDeal(works);
    const waverer = await onDeal(works);
    const broke = await onDeal(failsLater);
    t.match((await api(leaver, 'DELETE', '/subscribe')).json(), { message: 'Your plan canceled successfully!' });
    t.match(await account(leaver), { payment_status: 5, plan: 'deal' });
    await api(waverer, 'DELETE', '/subscribe');
    t.match((await subscribe(waverer, 'deal')).json(), { message: 'Your plan goes on.' });
    t.match(await account(waverer), { payment_status: 1 });

    const { to } = (await stateOf(payer)).period;
    await pass(to - 3 * day - stripe.now() / 1000);
    await tellFreeEnds(h.kernel);
    t.same(
      [(await stateOf(payer)).free_end_told, (await client.listSubscriptions(await atStripe(payer))).length],
      [to, 0],
    );
    const { rows } = await pool.query(
      `select stream, data -> 'amount' as amount from event where type = 'FreeTimeEnding'`,
    );
    const told = (as: Person) => rows.find(({ stream }) => stream === `subscription-${as.account_id}`)?.amount;
    t.same([told(payer), told(none)], [7900, null], 'the owners are told what is charged');

    await pass(to + 60 - stripe.now() / 1000);
    await pass(120);
    t.match(await account(payer), { plan: 'deal', payment_status: 1 });
    t.match(await account(none), { plan: 'starter', payment_status: 9 });
    t.match(await account(leaver), { plan: 'starter', payment_status: 9 });
    await pass(3 * hour);
    for (const person of [payer, waverer]) {
      const bills = await billsOf(person);
      t.match(bills, [{ status: 'paid', amount_paid: 7900 }, { amount_paid: 0 }]);
      t.equal(bills.length, 2, 'nothing is no invoice');
    }
    const next = Date.parse(new Date(to * 1000).toISOString().replace(/^\d+/, (year) => `${Number(year) + 1}`)) / 1000;
    t.match(await stateOf(payer), { paid_by_deal: false, period: { from: to, to: next } });
    t.match(await s.customer(payer), {
      subscription: { plan: { id: 'deal', amount: 7900, interval: 'year' } },
      next_invoice: { amount: 7900, date: next },
    });
    t.match(await account(broke), { plan: 'deal', payment_status: 3 });
    for (let days = 0; days < 12; days += 2) await pass(2 * day);
    t.match(await account(broke), { plan: 'starter', payment_status: 9 }, 'after the last try');

    t.match((await api(waverer, 'DELETE', '/subscribe')).json(), { message: 'Your plan canceled successfully!' });
    t.match((await client.listSubscriptions(await atStripe(waverer)))[0], { ts_cancel: next });
    const days = Math.floor(stripe.now() / 1000 / day) * day;
    const upgrade = await subscribe(payer, 'startup');
    t.match(upgrade.json(), { message: 'Your plan upgraded successfully!' });
    const [first] = await billsOf(payer);
    const left = Math.round((7900 * (next - days)) / (next - to));
    t.ok(
      Math.abs(first.amount_paid - (34_900 - left)) <= 2,
      `${first.amount_paid}: the rest of the year is given back`,
    );
    t.match((await stateOf(payer)).period, { from: days });
    await pass(next - stripe.now() / 1000 + 2 * hour);
    t.match(await account(waverer), { plan: 'starter' });
    t.match(await account(payer), { plan: 'startup', payment_status: 1 });
  });
});

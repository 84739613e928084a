import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { signWebhook, webhookBody } from '#ops/testing/stripe/webhooks.ts';
import { StripeFailure } from './answers.ts';
import { openStripe } from './client.ts';
import { customerOf } from './customers.ts';
import { reconcile } from './due.ts';
import { stripeOf } from './open.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { failsLater, startScene, whyNot, works } from './test-scene.ts';
import { writeOnce } from './write-once.ts';

const day = 86_400_000;

t.test('a write whose answer is lost is done once, and a key is for one request alone', async (t) => {
  const { client, stripe, midnight, now, startup, growth, key, customerWith } = await startScene(t);
  const { customer } = await customerWith(works);
  const once = key();
  const start = { customer, price: startup, midnight, now };
  stripe.trouble('lost');
  const made = await client.startSubscription(once, start);
  t.match(await client.startSubscription(once, start), { id: made.id });
  t.equal((await client.listSubscriptions(customer)).length, 1);
  t.equal((await client.listInvoices(customer)).invoices.length, 1);
  t.same(await whyNot(client.startSubscription(once, { ...start, price: growth })), {
    kind: 'refused',
    code: null,
    param: null,
  });
  const { customer: poor } = await customerWith(failsLater);
  const declined = key();
  for (let time = 0; time < 2; time += 1)
    t.match(await whyNot(client.startSubscription(declined, { ...start, customer: poor })), { kind: 'declined' });
});

t.test('a call is made again three times at most, as late as Stripe asks for', async (t) => {
  const { client, stripe, waits, startup, customerWith } = await startScene(t);
  const settings = { key: stripe.key, webhookSecret: 'whsec_test', api: stripe.url, wait: async () => {} };
  const { customer } = await customerWith(works);
  stripe.trouble('busy', 'broken');
  t.equal((await client.readCustomer(customer))?.id, customer);
  t.same(waits.splice(0), [1000, 1000], 'as it was asked, then twice the first wait');
  stripe.trouble('broken', 'broken', 'broken');
  t.same(await whyNot(client.readCustomer(customer)), { kind: 'unavailable', retry_after: null });
  t.same(waits.splice(0), [500, 1000]);
  stripe.trouble('busy', 'busy', 'busy');
  t.same(await whyNot(client.readCustomer(customer)), { kind: 'unavailable', retry_after: 1 });
  stripe.trouble('silent', 'silent', 'silent');
  const hasty = await openStripe({ ...settings, timeoutMs: 200 });
  t.same(await whyNot(hasty.previewRenewal('sub_a')), { kind: 'unavailable', retry_after: null });
  t.equal(stripe.unanswered(), 3);
  waits.splice(0);
  t.same(await whyNot(client.readSubscription('sub_a')), { kind: 'not_found' });
  t.same(await whyNot(client.listInvoices(customer, { limit: 500 })), {
    kind: 'refused',
    code: null,
    param: 'limit',
  });
  t.same(waits, [], 'what is refused is not asked for again');
  const heard: (string | null)[] = [];
  const watched = await openStripe({ ...settings, onRefused: ({ request_id }) => void heard.push(request_id) });
  await whyNot(watched.listInvoices(customer, { limit: 500 }));
  t.match(heard, [/^req_/], 'what is refused is told with what Stripe finds it by');
  const wrong = await openStripe({ ...settings, key: 'sk_test_other' });
  t.match(await whyNot(wrong.listSubscriptions(customer)), { kind: 'unavailable' }, 'a wrong key refuses nothing');
  const nobody = await openStripe({ ...settings, api: 'http://127.0.0.1:9' });
  const error = await nobody.readSubscription(startup).catch((thrown: Error) => thrown);
  t.match(error, { message: 'Stripe: unavailable', reason: { kind: 'unavailable', retry_after: null } });
});

t.test('a webhook is believed by its signature of the last five minutes alone', async (t) => {
  const { client, stripe, subscriber } = await startScene(t);
  const { customer, subscription } = await subscriber();
  const event = stripe.world.events.find(({ type }) => type === 'invoice.paid')!;
  const body = webhookBody(event);
  const at = 1_795_800_000;
  const verified = (text: string, signature: string, seconds = at) =>
    client.verifyWebhook(Buffer.from(text), signature, seconds * 1000);
  const signature = signWebhook(body, 'whsec_test', at);
  t.same(verified(body, signature, at + 300), {
    id: event.id,
    type: 'invoice.paid',
    ts: event.created,
    object: { id: subscription.latest_invoice, type: 'invoice', customer, subscription: subscription.id },
  });
  t.equal(verified(body, signature, at + 301), null);
  t.equal(verified(body.replace('"paid"', '"open"'), signature), null);
  t.equal(verified(body, signWebhook(body, 'whsec_other', at)), null);
  t.equal(verified(body, ''), null);
  t.equal(verified(body, 't=1,v1=aa'), null);
});

t.test('webhooks come late, twice, in another order or not at all, and the list of events has them all', async (t) => {
  const { client, stripe, now, subscriber } = await startScene(t);
  const taken: string[] = [];
  let isDown = false;
  const receiver = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const happening = client.verifyWebhook(
      Buffer.concat(pieces),
      String(request.headers['stripe-signature']),
      Date.now(),
    );
    if (happening && !isDown) taken.push(happening.id);
    response.writeHead(isDown ? 503 : happening ? 200 : 400).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.teardown(() => void receiver.close());
  stripe.webhooks.sendTo({
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    secret: 'whsec_test',
  });
  const before = stripe.world.events.length;
  await subscriber();
  await stripe.webhooks.settled();
  const happened = () => stripe.world.events.slice(before).map(({ id }) => id);
  t.ok(taken.length > 8);
  t.same(taken, happened());

  taken.length = 0;
  stripe.webhooks.hold(true);
  const earlier = happened().length;
  await subscriber();
  const held = happened().slice(earlier);
  t.same(taken, []);
  await stripe.webhooks.flush({ order: (events) => events.reverse(), times: 2, lose: ({ id }) => id === held[0] });
  const late = held.slice(1).reverse();
  t.same(taken, [...late, ...late]);
  const [event] = stripe.world.events;
  t.equal(await stripe.webhooks.forge(event!, { secret: 'whsec_guess' }), 400);
  t.equal(await stripe.webhooks.forge(event!, { at: 1_000_000_000 }), 400);

  isDown = true;
  stripe.webhooks.hold(false);
  const sofar = happened().length;
  await subscriber();
  await stripe.webhooks.settled();
  isDown = false;
  taken.length = 0;
  await stripe.webhooks.flush();
  t.same(taken, happened().slice(sofar), 'what could not be delivered comes later');

  for (let month = 0; month < 12; month += 1) stripe.advance(2 * day);
  const since = await client.eventsSince(now);
  const newest = () => stripe.world.events.map(({ id }) => id).reverse();
  t.same([since.happened.map(({ id }) => id), since.next], [newest(), null], 'the newest first, over pages');
  for (let account = 0; account < 1000; account += 1)
    await client.createCustomer(`many ${account}`, { id: `account ${account}` });
  const first = await client.eventsSince(now);
  t.same([first.happened.length, first.next], [1000, newest()[999]], 'a thousand at once');
  const rest = await client.eventsSince(now, first.next);
  t.same(
    [...first.happened, ...rest.happened].map(({ id }) => id),
    newest(),
    'and then the others',
  );
  t.equal(rest.next, null);
});

t.test('what Stripe fails at, or refuses, is done once or not at all, and told as it is', async (t) => {
  const stripe = await startStripeAt(t, '2027-05-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, subscribe, customer, invoices, account, useCard: giveCard, follow } = s;
  const { pool } = h.kernel.db;
  type Person = Awaited<ReturnType<typeof h.person>>;
  const client = await stripeOf(h.kernel);
  const staff = await h.person({ staff: true });
  const withCard = async (card = works) => {
    const person = await h.person();
    await giveCard(person, card);
    return person;
  };
  const balanceOf = async (as: Person) =>
    (await client.readCustomer((await customerOf(pool, as.account_id))!))!.balance;
  const listed = async (as: Person) => {
    const id = (await customerOf(pool, as.account_id))!;
    const [subscriptions, { invoices: made }] = [await client.listSubscriptions(id), await client.listInvoices(id)];
    return [subscriptions.length, made.length];
  };
  const later = async (seconds: number) => {
    stripe.advance(seconds * 1000);
    await follow();
  };
  await reconcile(h.kernel);
  // Products and prices are made with the first purchase.
  await subscribe(await withCard(), 'startup');

  await t.test('a failure that is kept before anything was done is made up for under a second key', async (t) => {
    const patient = await withCard();
    stripe.trouble('kept');
    t.match((await subscribe(patient, 'growth')).json(), { code: 'BillingUnavailable' });
    t.same(await listed(patient), [0, 0]);
    const before = stripe.calls.length;
    await later(120);
    t.match(await account(patient), { payment_status: 1, plan: 'growth' });
    t.same(await listed(patient), [1, 1]);
    const keys = stripe.calls.slice(before).flatMap(({ path, key }) => (path === '/v1/subscriptions' && key) || []);
    t.equal(keys.length, 2);
    t.equal(keys[1], `${keys[0]}~1`);
    stripe.trouble('kept');
    t.match((await subscribe(patient, 'pro')).json(), { code: 'BillingUnavailable' }, 'of an upgrade too');
    await later(120);
    t.match(await account(patient), { plan: 'pro' });
    t.same(await listed(patient), [1, 2]);
  });

  await t.test('a failure that is kept after it was done is found to be done', async (t) => {
    const lucky = await withCard();
    stripe.trouble('kept_done');
    t.match((await subscribe(lucky, 'growth')).json(), { message: 'Your plan upgraded successfully!' });
    t.same(await listed(lucky), [1, 1]);
    const id = lucky.account_id;
    const credit = { account_id: id, amount: 5000, reason: 'A late start' };
    for (const [trouble, balance] of [
      ['kept_done', -5000],
      ['kept', -10_000],
    ] as const) {
      await h.inject('POST', '/api/admin/account/credit', { as: staff, body: credit });
      stripe.trouble(trouble);
      await follow();
      await later(120);
      t.equal(await balanceOf(lucky), balance, trouble);
    }
  });

  await t.test('a write has four keys at most', async (t) => {
    const keys: string[] = [];
    const failing = async (key: string) => {
      keys.push(key);
      throw new StripeFailure({ kind: 'unavailable', retry_after: null, kept: true });
    };
    const ask = { key: 'ask', ts_asked: 0, now: 60 };
    t.match(await whyNot(writeOnce(ask, failing, async () => false)), { kind: 'unavailable' });
    t.same(keys.splice(0), ['ask', 'ask~1', 'ask~2', 'ask~3']);
    await whyNot(writeOnce({ ...ask, now: 59 }, failing, async () => false));
    t.same(keys, ['ask'], 'in the first minute Stripe may make up for it by itself');
  });

  const { referral_token } = await account(staff);
  const friendWith = async (card: string) => {
    const friend = await h.person();
    await pool.query('update account set referred_by = $1 where id = $2', [referral_token, friend.account_id]);
    await giveCard(friend, card);
    return friend;
  };

  await t.test('the free month of a start that is declined, or given up, is taken back', async (t) => {
    const friend = await friendWith(failsLater);
    await client.credit('debt', (await customerOf(pool, friend.account_id))!, { amount: -1000, description: 'Debt' });
    t.match((await subscribe(friend, 'growth')).json(), { code: 'CardDeclined' });
    t.equal(await balanceOf(friend), 1000);
    await client.credit('no debt', (await customerOf(pool, friend.account_id))!, { amount: 1000, description: 'None' });
    const slow = await friendWith(works);
    stripe.trouble('kept_done', 'broken', 'broken', 'broken');
    t.match((await subscribe(slow, 'growth')).json(), { code: 'BillingUnavailable' });
    t.equal(await balanceOf(slow), -69_900, 'given, and not started');
    await later(700);
    t.equal(await balanceOf(slow), 0);
    t.match(await account(slow), { payment_status: 2 });
    for (const one of [slow, friend]) {
      await giveCard(one, works);
      t.match((await subscribe(one, 'growth')).json(), { data: { payment_status: 1 } });
      t.match(await invoices(one), [{ amount_paid: 0 }], 'the month is free all the same');
      t.equal(await balanceOf(one), 0);
    }
  });

  await t.test('a code that is refused at a free start takes nothing off, and the plan starts', async (t) => {
    await s.asStaff('coupons', { id: 'half', percent_off: 50, duration: 'repeating', duration_in_months: 2 });
    const half = { 'promotion[type]': 'coupon', 'promotion[coupon]': 'half' };
    const dear = { 'restrictions[minimum_amount]': 90_000, 'restrictions[minimum_amount_currency]': 'usd' };
    await s.asStaff('promotion_codes', { ...half, ...dear, code: 'DEAR' });
    await s.asStaff('promotion_codes', { ...half, code: 'HALF' });
    const friend = await friendWith(works);
    const answer = await subscribe(friend, 'growth', { promo_code: 'dear' });
    t.match(answer.json(), {
      message: 'Your plan starts. Stripe refused your promo code, so it takes nothing off.',
      data: { plan: 'growth', payment_status: 1 },
    });
    t.match(await invoices(friend), [{ status: 'paid', amount_paid: 0 }]);
    t.match(await customer(friend), { subscription: { discount: null }, next_invoice: { amount: 69_900 } });
    t.match((await subscribe(friend, 'growth', { promo_code: 'dear' })).json(), {
      code: 'PaymentRefused',
      message: 'Stripe refused this promo code.',
    });
    const other = await friendWith(works);
    t.match((await subscribe(other, 'growth', { promo_code: 'half', preview: true })).json().data, {
      amount_due: 0,
      next_amount: 34_950,
    });
    t.match((await subscribe(other, 'growth', { promo_code: 'half' })).json(), {
      message: 'Your plan upgraded successfully!',
    });
    t.match(await customer(other), { next_invoice: { amount: 34_950 } });
  });

  await t.test(
    'what happened is gone on with where it was left, and begun anew where Stripe has forgotten that',
    async (t) => {
      const [early, late] = [await withCard(), await withCard()];
      const { events } = stripe.world;
      const told = async (as: Person) => {
        const id = await customerOf(pool, as.account_id);
        return events.findIndex(({ data }) => data.object.id === id || data.object.customer === id);
      };
      const between = events[await told(late)]!.id;
      const now = Math.floor(stripe.now() / 1000);
      for (const [cursor, due] of [
        [between, [early.account_id]],
        ['evt_gone', [early.account_id, late.account_id]],
      ] as const) {
        await pool.query('delete from stripe_due');
        await pool.query('update stripe_reconciled set ts = $1, until = $2, cursor = $3', [now - 60, now - 30, cursor]);
        await reconcile(h.kernel);
        const { rows } = await pool.query('select account_id from stripe_due where account_id = any($1)', [
          [early.account_id, late.account_id],
        ]);
        t.same(rows.map(({ account_id }) => account_id).sort(), [...due].sort(), cursor);
        const read = await pool.query('select ts::int, until, cursor from stripe_reconciled');
        t.same(read.rows, [{ ts: now - 30, until: null, cursor: null }]);
      }
    },
  );
});

import t from 'tap';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { createRandom, pick } from '#ops/testing/random.ts';
import { signWebhook, webhookBody } from '#ops/testing/stripe/webhooks.ts';
import { describeAtStripe } from './describe.ts';
import { reconcile } from './due.ts';
import { stripeOf } from './open.ts';
import { readSubscriptionState } from './settle.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { failsLater, works } from './test-scene.ts';

const daySeconds = 86_400;
const plans = ['startup', 'growth', 'pro'] as const;
const seed = Number(process.env.SEED ?? 281_126);

/** A subscription without what differs from one installation to another: whichever comes first asks Stripe. */
const alike = ({ account_id: _, outside, ...state }: SubscriptionState): object => ({
  ...state,
  outside: { ...outside, answers: null },
});

t.test('1,000 webhooks, shuffled, doubled and delayed, lead to what they lead to in their order', async (t) => {
  t.comment(`seed ${seed}`);
  const random = createRandom(seed);
  const stripe = await startStripeAt(t, '2027-01-12T10:00:00Z');
  const [ordered, shuffled] = [await startInstallation(t, stripe), await startInstallation(t, stripe)];
  const client = await stripeOf(ordered.h.kernel);
  let writes = 0;
  const key = () => {
    writes += 1;
    return `write ${writes}`;
  };

  /** A customer that is an account of both installations. */
  const openAccount = async (number: string) => {
    const people = await Promise.all([ordered, shuffled].map(({ h }) => h.person()));
    const customer = await client.createCustomer(key(), { id: people[0]!.account_id });
    for (const [at, { h }] of [ordered, shuffled].entries()) {
      const { pool } = h.kernel.db;
      const { account_id } = people[at]!;
      await pool.query('insert into stripe_customer (account_id, customer_id) values ($1, $2)', [account_id, customer]);
      await describeAtStripe(pool, client, { key: key(), account_id, customer, card: null });
    }
    const pages = { success_url: 'http://127.0.0.1/{CHECKOUT_SESSION_ID}', cancel_url: 'http://127.0.0.1/' };
    const { id, url } = await client.openSetup(key(), { customer, ...pages });
    await fetch(url, { method: 'POST', body: new URLSearchParams({ card: number }), redirect: 'manual' });
    const card = (await client.readSetup(id)).card!.id;
    await client.setDefaultCard(key(), customer, card);
    return { customer, card, people };
  };
  const accounts = await Promise.all(Array.from({ length: 9 }, (_, at) => openAccount(at === 3 ? failsLater : works)));

  for (const installation of [ordered, shuffled]) {
    await reconcile(installation.h.kernel);
    await installation.follow();
  }

  /** Something that somebody does to a subscription, at Stripe's own pages too; what Stripe refuses is not done. */
  const act = async ({ customer, card }: (typeof accounts)[number]): Promise<void> => {
    const [running] = await client.listSubscriptions(customer);
    const now = Math.floor(stripe.now() / 1000);
    const midnight = now - (now % daySeconds);
    const price = await client.priceOf(pick(random, plans));
    if (!running) return void (await client.startSubscription(key(), { customer, price, midnight, now }));
    const { id, period_end: ts } = running;
    const acts = [
      () => client.changeNow(key(), id, { price, from: midnight }),
      () => client.changeAt(key(), id, { price, ts }),
      () => client.cancelAt(key(), id, ts),
      () => client.keep(key(), id),
      () => client.credit(key(), customer, { amount: 1000, description: 'Credit' }),
      async () => stripe.refuse(card, random() < 0.5 ? 'insufficient_funds' : null),
    ];
    await pick(random, acts)();
  };

  const compare = async (when: string): Promise<void> => {
    for (const { people } of accounts) {
      const [one, other] = [people[0]!.account_id, people[1]!.account_id];
      const states = [
        await readSubscriptionState(ordered.h.kernel, one),
        await readSubscriptionState(shuffled.h.kernel, other),
      ];
      t.same(alike(states[1]!), alike(states[0]!), `${when}: ${customerOfPerson(one)}`);
    }
  };
  const customerOfPerson = (accountId: string) =>
    accounts.find(({ people }) => people[0]!.account_id === accountId)?.customer;

  let [sent, forged, lost] = [0, 0, 0];
  const { webhooks, world } = stripe;
  for (let step = 0; step < 30; step += 1) {
    const before = world.events.length;
    webhooks.sendTo(ordered.webhooks);
    for (const account of accounts) if (random() < 0.6) await act(account).catch(() => undefined);
    // One that is on its way would be too old by then.
    await webhooks.settled();
    stripe.advance((4 + Math.floor(random() * 12)) * daySeconds * 1000);
    await ordered.follow();
    const happened = world.events.slice(before);
    webhooks.sendTo(shuffled.webhooks);
    if (step % 9 === 5) {
      // Nothing of it comes: an hour later it is gone through.
      lost += happened.length;
      await reconcile(shuffled.h.kernel);
      await shuffled.follow();
      await compare(`after an outage, step ${step}`);
      continue;
    }
    const again = happened.filter(() => random() < 0.6);
    const order = [...happened, ...happened, ...again]
      .map((event) => ({ event, at: random() }))
      .sort((a, b) => a.at - b.at);
    for (const [at, { event }] of order.entries()) {
      if (at === Math.floor(order.length / 3) || at === Math.floor((order.length * 2) / 3)) await shuffled.follow();
      t.equal(await webhooks.forge(event, {}), 200, 'a webhook is taken');
      sent += 1;
      if (random() < 0.1) {
        const wrong = random() < 0.5 ? { secret: 'whsec_other' } : { at: Math.floor(stripe.now() / 1000) - 301 };
        t.equal(await webhooks.forge(event, wrong), 400, 'a forged or old one is refused');
        forged += 1;
      }
    }
    await shuffled.follow();
    await compare(`step ${step}`);
  }
  t.comment(`${sent} webhooks, ${forged} forged or old, ${lost} lost`);
  t.ok(sent >= 1000 && forged >= 50 && lost >= 20, `${sent}, ${forged}, ${lost}`);
  const { values } = await shuffled.h.kernel.metrics.stripeWebhooks.get();
  const refused = values.find(({ labels }) => labels.outcome === 'refused');
  t.equal(refused?.value, forged, 'each that was refused is counted');
  const all = await Promise.all(
    accounts.map(({ people }) => readSubscriptionState(ordered.h.kernel, people[0]!.account_id)),
  );
  t.ok(
    all.some(({ plan }) => plan !== null) &&
      all.some(({ outside }) => outside.invoices.some(({ attempts }) => attempts > 0)),
  );
});

t.test('a webhook has 256 KiB, which no other call without a session has', async (t) => {
  const stripe = await startStripeAt(t, '2027-01-12T10:00:00Z');
  const { h, webhooks } = await startInstallation(t, stripe);
  await (await stripeOf(h.kernel)).createCustomer('large', { id: 'large' });
  const event = webhookBody(stripe.world.events.at(-1)!);
  const send = (bytes: number) => {
    const payload = event + ' '.repeat(bytes - Buffer.byteLength(event));
    const signature = signWebhook(payload, webhooks.secret, Math.floor(stripe.now() / 1000));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return h.server.inject({ method: 'POST', url: '/api/payment/stripe', payload, headers });
  };
  for (const kib of [2, 200, 256]) t.equal((await send(kib * 1024)).statusCode, 200, `${kib} KiB`);
  const refused = await send(257 * 1024);
  t.match({ status: refused.statusCode, ...refused.json() }, { status: 413, code: 'TooLarge' });
});

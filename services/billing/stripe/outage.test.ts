import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { signWebhook, webhookBody } from '#ops/testing/stripe/webhooks.ts';
import { openStripe } from './client.ts';
import { failsLater, startScene, whyNot, works } from './test-scene.ts';

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
  t.same(
    since.map(({ id }) => id),
    stripe.world.events.map(({ id }) => id),
    'oldest first',
  );
  for (let account = 0; account < 100; account += 1)
    await client.createCustomer(`many ${account}`, { id: `account ${account}` });
  const later = await client.eventsSince(Math.floor(stripe.now() / 1000));
  t.equal(later.length, 100);
  t.equal((await client.eventsSince(now)).length, stripe.world.events.length, 'over pages');
});

import Stripe from 'stripe';
import t from 'tap';
import { startCalls } from './test-calls.ts';
import { stripeVersion } from './world.ts';

const day = 86_400_000;

t.test('a caller says who it is and which version it speaks', async (t) => {
  const { send, stripe } = await startCalls(t, '2026-11-01');
  const as = (headers: Record<string, string>) => send('GET', 'customers', {}, headers);
  t.match(await as({ authorization: '' }), { status: 401, body: { error: { type: 'invalid_request_error' } } });
  t.match(await as({ authorization: 'Bearer sk_test_wrong' }), { status: 401 });
  const basic = `Basic ${Buffer.from(`${stripe.key}:`).toString('base64')}`;
  t.match(await as({ authorization: basic }), { status: 200 });
  t.match(await as({ 'stripe-version': '2020-08-27' }), { status: 400 });
  const { headers, status } = await as({ 'stripe-version': stripeVersion });
  t.match([status, headers.get('request-id'), headers.get('stripe-version')], [200, /^req_/, stripeVersion]);
  t.match(await send('GET', 'charges'), { status: 404, body: { error: { type: 'invalid_request_error' } } });
});

t.test('a key is kept with its first answer, refusals of the request itself aside', async (t) => {
  const { send, list } = await startCalls(t, '2026-11-01');
  const keyed = (key: string, path: string, fields: Record<string, string>) =>
    send('POST', path, fields, { 'idempotency-key': key });
  t.match(await keyed('a', 'customers', { nmae: 'Marlow' }), { status: 400 });
  const first = await keyed('a', 'customers', { name: 'Marlow' });
  const second = await keyed('a', 'customers', { name: 'Marlow' });
  t.equal(second.body.id, first.body.id);
  t.equal(first.headers.get('idempotent-replayed'), null);
  t.equal(second.headers.get('idempotent-replayed'), 'true');
  t.equal(second.headers.get('original-request'), first.headers.get('request-id'));
  t.match(await keyed('a', 'customers', { name: 'Other' }), {
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });
  t.match(await keyed('a', 'coupons', { name: 'Marlow' }), {
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });
  t.equal((await list('customers')).length, 1);
  const declined = await keyed('b', 'payment_methods/pm_card_chargeDeclined/attach', { customer: first.body.id });
  t.match(declined, {
    status: 402,
    body: { error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' } },
  });
  const again = await keyed('b', 'payment_methods/pm_card_chargeDeclined/attach', { customer: first.body.id });
  t.match([again.status, again.headers.get('idempotent-replayed')], [402, 'true']);
});

t.test('what is wrong with a request is named by its parameter', async (t) => {
  const { refused, customerWith, priceOf } = await startCalls(t, '2026-11-01');
  const [customer, price] = [await customerWith(), await priceOf(1000)];
  t.same(await refused('customers', { nmae: 'x' }), [400, 'parameter_unknown', 'nmae']);
  t.same(await refused(`customers/${customer}`, { 'address[town]': 'x' }), [400, 'parameter_unknown', 'address[town]']);
  t.same(await refused('prices', { currency: 'usd', 'recurring[interval]': 'month', unit_amount: 'ten' }), [
    400,
    'parameter_invalid_integer',
    'unit_amount',
  ]);
  t.same(await refused('subscriptions', { 'items[0][price]': price }), [400, 'parameter_missing', 'customer']);
  t.same(await refused('subscriptions', { customer, 'items[0][price]': 'price_none' }), [
    404,
    'resource_missing',
    'items[0][price]',
  ]);
  t.same(await refused('customers/cus_none', {}, 'GET'), [404, 'resource_missing', 'id']);
  t.same(await refused('invoices', { customer: 'cus_none' }), [404, 'resource_missing', 'customer']);
});

t.test('lists are paged both ways, and objects come along where they are asked for', async (t) => {
  const { get, post, refused, list, customerWith, priceOf, subscribe } = await startCalls(t, '2026-11-01');
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1) ids.unshift((await post('customers', { name: `Customer ${at}` })).id);
  const page = async (fields: Record<string, string | number>) => {
    const { data, has_more } = (await get('customers', fields)) as unknown as {
      data: { id: string }[];
      has_more: boolean;
    };
    return [data.map(({ id }) => id), has_more];
  };
  t.same(await page({}), [ids.slice(0, 10), true], 'ten where nobody asks for more, newest first');
  t.same(await page({ limit: 5, starting_after: ids[9]! }), [ids.slice(10), false]);
  t.same(await page({ limit: 5, ending_before: ids[9]! }), [ids.slice(4, 9), true]);
  t.same(await page({ limit: 5, ending_before: ids[2]! }), [ids.slice(0, 2), false]);
  t.same(await refused('customers', { limit: 101 }, 'GET'), [400, null, 'limit']);
  t.same(await refused('customers', { starting_after: 'cus_none' }, 'GET'), [
    400,
    'resource_missing',
    'starting_after',
  ]);

  const customer = await customerWith();
  await subscribe(customer, await priceOf(1000));
  const [sub] = await list('subscriptions', { 'expand[]': 'data.latest_invoice.customer' });
  t.match(sub, { customer, latest_invoice: { object: 'invoice', customer: { id: customer, object: 'customer' } } });
  const invoice = await get(`invoices/${(sub!.latest_invoice as { id: string }).id}`, { 'expand[]': 'payments' });
  t.match(invoice.payments, { data: [{ status: 'paid', amount_paid: 1000, payment: { type: 'payment_intent' } }] });
  t.same(await refused(`invoices/${invoice.id}`, { 'expand[]': 'charge' }, 'GET'), [400, null, 'expand']);
});

t.test('events tell what an object was before, and are listed for thirty days', async (t) => {
  const { stripe, post, list, get, refused } = await startCalls(t, '2026-11-01');
  const { id } = await post('customers', { name: 'Marlow' });
  await post(`customers/${id}`, { name: 'Marlow Ltd' });
  const [event] = await list('events', { type: 'customer.updated' });
  t.match(event, { data: { object: { name: 'Marlow Ltd' }, previous_attributes: { name: 'Marlow' } } });
  t.match((event!.request as { id: string }).id, /^req_/);
  t.equal((await list('events', { type: 'customer.*' })).length, 2);
  t.equal((await list('events', { 'types[]': 'customer.created' })).length, 1);
  stripe.advance(2 * day);
  await post('coupons', { percent_off: 10 });
  t.equal((await list('events', { 'created[gte]': stripe.now() / 1000 })).length, 1);
  t.equal((await get(`events/${event!.id}`)).id, event!.id);
  stripe.advance(29 * day);
  t.equal((await list('events')).length, 1);
  t.same(await refused(`events/${event!.id}`, {}, 'GET'), [404, 'resource_missing', 'id']);
});

t.test("Stripe's own library pages, expands and reads errors", async (t) => {
  const { stripe, customerWith } = await startCalls(t, '2026-11-01');
  const { hostname: host, port } = new URL(stripe.url);
  const library = new Stripe(stripe.key, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  for (let at = 0; at < 25; at += 1) await library.customers.create({ name: `Customer ${at}` });
  const all = await library.customers.list({ limit: 10 }).autoPagingToArray({ limit: 100 });
  t.equal(all.length, 25);
  const customer = await customerWith();
  const found = await library.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] });
  t.match(found, { invoice_settings: { default_payment_method: { card: { last4: '4242' } } } });
  const failed = (call: Promise<unknown>) =>
    call.catch((error: Stripe.errors.StripeError) => [error.type, error.statusCode, error.code]);
  t.same(await failed(library.paymentMethods.attach('pm_card_chargeDeclinedInsufficientFunds', { customer })), [
    'StripeCardError',
    402,
    'card_declined',
  ]);
  t.same(await failed(library.invoices.retrieve('in_none')), ['StripeInvalidRequestError', 404, 'resource_missing']);
  stripe.trouble('busy');
  t.match(await failed(library.customers.retrieve(customer)), ['StripeRateLimitError', 429]);
  const header = library.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_a', timestamp: 1 });
  const { signWebhook } = await import('./webhooks.ts');
  t.equal(signWebhook('{}', 'whsec_a', 1), header, 'both sign alike');
});

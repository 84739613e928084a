import t from 'tap';
import { declines, failsLater, startScene, whyNot, works } from './test-scene.ts';

const day = 86_400_000;

t.test('a card is kept by the page of Stripe, and one that the bank refuses leaves the page open', async (t) => {
  const { client, key, giveCard, customerWith } = await startScene(t);
  const customer = await client.createCustomer(key(), { id: 'account' });
  await client.describeCustomer(key(), customer, { email: '', name: 'Marlow', address: null, printed: [] });
  t.same(await client.readCustomer(customer), { id: customer, balance: 0, default_card: null });
  const pages = {
    success_url: 'http://127.0.0.1:4000/?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:4000/back',
  };
  const session = await client.openSetup(key(), { customer, ...pages });
  t.match(await giveCard(session.url, declines), { status: 402, location: null, page: /Your card was declined\./ });
  t.match(await giveCard(session.url, '4111111111111111'), { status: 402, page: /Your card number is invalid\./ });
  t.same(await client.readSetup(session.id), { status: 'open', customer, card: null });
  t.match(await giveCard(session.url, works), {
    status: 303,
    location: `http://127.0.0.1:4000/?session=${session.id}`,
  });
  const { status, card } = await client.readSetup(session.id);
  t.match(
    [status, card],
    ['complete', { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2029, name: 'Marlow' }],
  );
  t.equal((await giveCard(session.url, works)).status, 410, 'a page saves one card');
  t.equal((await customerWith(works)).card.fingerprint, card!.fingerprint, 'the same card is known again');
  t.not((await customerWith(failsLater)).card.fingerprint, card!.fingerprint);

  await client.setDefaultCard(key(), customer, card!.id);
  t.equal((await client.readCustomer(customer))?.default_card, card!.id);
  const address = { line1: '1 Quay', line2: null, city: 'Malmö', state: null, postal_code: '21119', country: 'SE' };
  await client.describeCard(key(), card!.id, { name: 'Nora Berg', address });
  t.match(await client.listCards(customer), [{ id: card!.id, name: 'Nora Berg' }]);
  await client.removeCard(key(), card!.id);
  t.same(await client.listCards(customer), []);
  t.equal((await client.readCustomer(customer))?.default_card, null);
  t.same(await whyNot(client.readSetup('cs_other')), { kind: 'not_found' });
});

t.test(
  'an invoice names its customer as it is described by then, and a deleted one is gone with all it has',
  async (t) => {
    const { client, stripe, subscriber, key } = await startScene(t);
    const { customer, subscription } = await subscriber();
    const address = { line1: '1 Quay', line2: null, city: 'Malmö', state: null, postal_code: '21119', country: 'SE' };
    const printed = [{ name: 'Tax ID', value: 'SE556677889901' }];
    await client.describeCustomer(key(), customer, { email: 'ada@marlow.test', name: 'Marlow Ltd', address, printed });
    stripe.advance(31 * day);
    const [invoice] = (await client.listInvoices(customer)).invoices;
    t.match(stripe.world.rows.get(invoice!.id), {
      customer_email: 'ada@marlow.test',
      customer_name: 'Marlow Ltd',
      customer_address: address,
      custom_fields: printed,
    });
    await client.describeCustomer(key(), customer, { email: '', name: 'Marlow Ltd', address: null, printed: [] });
    const cleared = { email: null, address: null, invoice_settings: { custom_fields: null } };
    t.match(stripe.world.rows.get(customer), cleared, 'what is said no longer is taken away');
    t.type((await client.readCustomer(customer))?.default_card, 'string', 'and the card stays');
    await client.deleteCustomer(customer);
    await client.deleteCustomer(customer);
    t.equal(await client.readCustomer(customer), null);
    t.match(await client.readSubscription(subscription.id), { status: 'canceled' });
    t.same(await client.listCards(customer), []);
  },
);

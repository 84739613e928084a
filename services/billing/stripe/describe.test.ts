import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { customerOf } from './customers.ts';
import { noteDescribedOtherwise } from './due.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { works } from './test-scene.ts';

t.test('Stripe knows who pays as that stands: name, address, and an owner to write to', async (t) => {
  const stripe = await startStripeAt(t, '2027-03-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, customer, account, useCard, follow, rowOf } = s;
  const { pool } = h.kernel.db;
  const first = await h.person();
  const second = await h.person({ account_id: first.account_id });
  const pages = await Promise.all([first, second].map((owner) => api(owner, 'POST', '/method', {})));
  t.same(
    pages.map(({ statusCode }) => statusCode),
    [201, 201],
  );
  const ofAccount = [...stripe.world.rows.values()].filter(
    ({ object, metadata }) =>
      object === 'customer' && (metadata as { account_id?: string } | undefined)?.account_id === first.account_id,
  );
  t.equal(ofAccount.length, 1, 'two owners who add the first card at once are one customer');
  await useCard(first, works);
  const id = (await customerOf(pool, first.account_id))!;
  const { contact_id } = (await pool.query('select contact_id from stripe_customer where customer_id = $1', [id]))
    .rows[0];
  const [contact, other] = contact_id === first.user_id ? [first, second] : [second, first];
  t.match(rowOf(id), { email: contact.email, name: (await account(first)).name, address: null });

  const address = { line1: '1 Quay', city: 'Malmö', postal_code: '21119', country: 'SE', tax_id: 'SE556677889901' };
  const saved = await api(other, 'POST', '/customer', { name: 'Marlow Billing AB', address });
  t.match(saved.json().data, { name: 'Marlow Billing AB', address });
  const described = {
    email: contact.email,
    name: 'Marlow Billing AB',
    address: { line1: '1 Quay', line2: null, city: 'Malmö', state: null, postal_code: '21119', country: 'SE' },
    invoice_settings: { custom_fields: [{ name: 'Tax ID', value: 'SE556677889901' }] },
  };
  t.match(rowOf(id), described);
  t.match((await customer(first)).payment_methods, [{ is_default: true }], 'the card still pays');
  const [card] = (await customer(first)).payment_methods;
  const cardAtStripe = async () =>
    rowOf((await pool.query('select outside_id from payment_method where id = $1', [card!.id])).rows[0].outside_id);
  await api(first, 'PATCH', `/method/${card!.id}`, { name: 'Marlow Cards AB' });
  t.match(rowOf(id), { ...described, name: 'Marlow Cards AB' });
  t.match(await cardAtStripe(), { billing_details: { name: 'Marlow Cards AB', address: described.address } });
  const { rows: asked } = await pool.query(
    "select data from event where type in ('ProviderAsked', 'BillingDetailsChanged') and account_id = $1",
    [first.account_id],
  );
  t.notMatch(JSON.stringify(asked), /Marlow|Quay|@/, 'no event says who they are');

  await useCard(first, '5555555555554444');
  const both = () => api(first, 'PATCH', `/method/${card!.id}`, { default: true, name: 'Marlow Both AB' });
  stripe.trouble('broken', 'broken', 'broken');
  t.equal((await both()).statusCode, 503);
  const payer = await customer(first);
  t.match(payer, { name: 'Marlow Cards AB' }, 'a card that cannot be chosen names nobody');
  t.not(payer.payment_methods[0]!.id, card!.id);
  t.match((await both()).json(), { message: 'This card is used from now on.', data: { id: card!.id } });
  t.match(await customer(first), { name: 'Marlow Both AB', payment_methods: [{ id: card!.id, is_default: true }, {}] });
  t.match(rowOf(id), { name: 'Marlow Both AB' });
  t.match(await cardAtStripe(), { billing_details: { name: 'Marlow Both AB' } });
  await api(first, 'PATCH', `/method/${card!.id}`, { name: 'Marlow Cards AB' });

  stripe.trouble('broken', 'broken', 'broken');
  t.equal((await api(first, 'POST', '/customer', { name: 'Marlow Late AB', address })).statusCode, 200);
  t.match(rowOf(id), { name: 'Marlow Cards AB' });
  t.match(await customer(first), { name: 'Marlow Late AB' }, 'it is kept while Stripe does not answer');
  stripe.advance(120_000);
  await follow();
  t.match(rowOf(id), { name: 'Marlow Late AB' }, 'and told once it does');

  const retold = async () => {
    await noteDescribedOtherwise(h.kernel);
    await follow();
  };
  const told = () =>
    stripe.calls.filter(({ method, path }) => method === 'POST' && path === `/v1/customers/${id}`).length;
  const newRef = uuidv7();
  const before = told();
  await retold();
  t.equal(told(), before, 'what Stripe knows is not told again');
  await pool.query(
    "insert into personal_value (ref, user_id, field, value) values ($1, $2, 'email', 'new@marlow.test')",
    [newRef, contact.user_id],
  );
  await pool.query('update member set email_ref = $2 where id = $1', [contact.user_id, newRef]);
  await retold();
  t.match(rowOf(id), { email: 'new@marlow.test' }, 'its mails go to the new address of the same owner');
  await pool.query("update member set permissions = '{}' where id = $1", [contact.user_id]);
  await retold();
  t.match(rowOf(id), { email: other.email }, 'who is no owner any longer gets none of its mails');
  await pool.query(
    "update personal_value set value = 'bjørn@marlow.test' from member m where m.id = $1 and personal_value.ref = m.email_ref",
    [other.user_id],
  );
  await api(other, 'POST', '/customer', { name: 'Marlow North AB', address });
  t.match(rowOf(id), { email: null, name: 'Marlow North AB' }, 'an email that Stripe refuses holds up nothing else');
  await pool.query(
    'update personal_value set value = null from member m where m.id = $1 and personal_value.ref = m.email_ref',
    [other.user_id],
  );
  await retold();
  t.match(rowOf(id), { email: null }, 'whose address is erased is not there either');
  await pool.query('update payer set name = null, revision = gen_random_uuid() where account_id = $1', [
    first.account_id,
  ]);
  await h.inject('PATCH', '/api/account', { as: other, body: { name: 'Marlow Harbour' } });
  await retold();
  t.match(rowOf(id), { name: 'Marlow Harbour' }, 'without a name of who pays it is that of the company');
  const place = { ...address, line2: 'Floor 2', state: 'Skåne' };
  await api(other, 'POST', '/customer', { name: 'Marlow', address: place });
  t.match(rowOf(id), { address: { line2: 'Floor 2' }, invoice_settings: { custom_fields: [{}] } });
  await api(other, 'POST', '/customer', { name: 'Marlow', address: { ...address, postal_code: '', tax_id: '' } });
  t.match(rowOf(id), {
    address: { line1: '1 Quay', line2: null, state: null, postal_code: null },
    invoice_settings: { custom_fields: null },
  });
  await api(other, 'POST', '/customer', { name: null, address: null });
  t.match(rowOf(id), { name: 'Marlow Harbour', address: null }, 'all of it is taken away');

  const owned = (await customer(other)).payment_methods;
  t.equal(owned.length, 2);
  const [paying, spare] = owned;
  const remove = (method: string) => api(other, 'DELETE', `/method/${method}`);
  t.equal((await remove(paying!.id)).statusCode, 409);
  const { outside_id } = (await pool.query('select outside_id from payment_method where id = $1', [spare!.id])).rows[0];
  stripe.trouble(...Array.from({ length: 6 }, () => 'broken' as const));
  t.equal((await remove(spare!.id)).statusCode, 503);
  t.equal((await customer(other)).payment_methods.length, 2, 'what Stripe has not done is not done');
  t.match((await remove(spare!.id)).json(), { message: 'Your card is removed.' });
  t.equal(rowOf(outside_id).customer, null);
  t.equal((await api(other, 'POST', '/subscribe', { plan_id: 'startup' })).statusCode, 200);
  t.equal((await remove(paying!.id)).statusCode, 409, 'the card of a plan stays');
  await follow();
  t.match((await customer(other)).payment_methods, [{ id: paying!.id }]);
});

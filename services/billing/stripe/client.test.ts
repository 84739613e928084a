import t from 'tap';
import { failsLater, midnightOf, startScene, whyNot, works } from './test-scene.ts';

const day = 86_400_000;

t.test('prices are made once, and one that costs something else takes the key over', async (t) => {
  const { client, stripe, startup } = await startScene(t);
  const before = stripe.calls.length;
  const startupNow = {
    product: 'storyrail-startup',
    name: 'Startup',
    amount: 34_900,
    interval: 'month',
    lookup_key: 'startup',
  } as const;
  t.match(await client.ensurePrices('again', [startupNow]), [{ id: startup }]);
  t.same(
    stripe.calls.slice(before).map(({ method }) => method),
    ['GET'],
  );
  const [dearer] = await client.ensurePrices('dearer', [{ ...startupNow, amount: 39_900 }]);
  t.not(dearer!.id, startup);
  t.match(await client.ensurePrices('again', [{ ...startupNow, amount: 39_900 }]), [
    { id: dearer!.id, amount: 39_900 },
  ]);
});

t.test('a subscription runs from the midnight of its first day, and a short month does not move the day', async (t) => {
  const { client, stripe, midnight, now, startup, key, customerWith } = await startScene(t, '2026-01-31');
  const { customer } = await customerWith(works);
  const start = { customer, price: startup, midnight, now };
  const first = {
    amount_due: 34_900,
    total: 34_900,
    lines: [{ amount: 34_900, period_start: midnight, proration: false }],
  };
  t.match(await client.previewStart(start), first);
  const { id, ...made } = await client.startSubscription(key(), start);
  t.match(made, {
    status: 'active',
    product: 'storyrail-startup',
    amount: 34_900,
    ts_start: midnight,
    period_start: midnight,
    period_end: midnightOf('2026-02-28'),
    ts_cancel: null,
    next: null,
  });
  const invoice = await client.readInvoice(made.latest_invoice!);
  t.match(invoice, { status: 'paid', subscription: id, customer, total: 34_900, amount_paid: 34_900, attempts: 1 });
  t.match(invoice.number, /-0001$/);
  t.match(await client.previewRenewal(id), { total: 34_900, ts: midnightOf('2026-02-28') });
  for (const [date, end] of [
    ['2026-02-28', '2026-03-31'],
    ['2026-03-31', '2026-04-30'],
    ['2026-04-30', '2026-05-31'],
  ] as const) {
    stripe.advanceTo(midnightOf(date) * 1000);
    t.match(await client.readSubscription(id), { period_start: midnightOf(date), period_end: midnightOf(end) });
  }
  t.match(await client.listSubscriptions(customer), [{ id }]);
});

t.test('a first charge that the bank refuses starts nothing, and nothing starts without a card', async (t) => {
  const { client, stripe, midnight, now, startup, key, customerWith } = await startScene(t);
  const { customer } = await customerWith(failsLater);
  const started = (of: string) => client.startSubscription(key(), { customer: of, price: startup, midnight, now });
  const refused = { kind: 'declined', code: 'generic_decline', message: 'Your card was declined.' };
  t.same(await whyNot(started(customer)), refused);
  t.same(await client.listSubscriptions(customer), []);
  t.same((await client.listInvoices(customer)).invoices, []);
  t.notOk(stripe.world.events.some(({ type }) => type.startsWith('customer.subscription')));
  const without = await client.createCustomer(key(), { id: 'other' });
  t.match(await whyNot(started(without)), { kind: 'refused', code: 'resource_missing' });
  const gone = client.startSubscription(key(), { customer: 'cus_gone', price: startup, midnight, now });
  t.same(await whyNot(gone), { kind: 'not_found' });
});

t.test('a change at once gives back and charges whole days from the midnight that is named', async (t) => {
  const { client, stripe, midnight, startup, growth, subscriber, key } = await startScene(t);
  const { customer, card, subscription } = await subscriber();
  stripe.advance(10 * day);
  const from = midnight + 10 * 86_400;
  const lines = [
    { amount: -23_267, period_start: from, period_end: subscription.period_end, proration: true },
    { amount: 46_600, period_start: from, period_end: subscription.period_end, proration: true },
  ];
  const preview = await client.previewChange(subscription.id, { price: growth, from });
  t.match(preview, { amount_due: 23_333, lines });
  t.equal((await client.readSubscription(subscription.id)).price, startup, 'a preview changes nothing');

  stripe.refuse(card.id, 'insufficient_funds');
  const asked = { price: growth, from };
  const refused = { kind: 'declined', code: 'insufficient_funds', message: 'Your card has insufficient funds.' };
  t.same(await whyNot(client.changeNow(key(), subscription.id, asked)), refused);
  t.match(await client.readSubscription(subscription.id), { price: startup, status: 'active' });
  t.equal((await client.listInvoices(customer)).invoices.length, 1);

  stripe.refuse(card.id, null);
  const once = key();
  const changed = await client.changeNow(once, subscription.id, asked);
  t.match(await client.changeNow(once, subscription.id, asked), { price: growth }, 'sent twice, charged once');
  t.equal((await client.listInvoices(customer)).invoices.length, 2);
  t.match(changed, { price: growth, status: 'active', period_end: subscription.period_end });
  t.match(await client.readInvoice(changed.latest_invoice!), { status: 'paid', total: 23_333, lines });
  const before = client.changeNow(key(), subscription.id, { price: startup, from: midnight - 1 });
  t.same(await whyNot(before), { kind: 'refused', code: null, param: 'proration_date' });
});

t.test('a change, or an end, at the period’s end waits, and is taken back', async (t) => {
  const { client, stripe, startup, growth, subscriber, key } = await startScene(t);
  const { customer, card, subscription } = await subscriber(growth);
  const { id, period_end: end } = subscription;
  t.match(await client.changeAt(key(), id, { price: startup, ts: end }), {
    price: growth,
    ts_cancel: null,
    next: { price: startup, ts: end },
  });
  t.match(await client.previewRenewal(id), { total: 34_900 });
  t.match(await client.cancelAt(key(), id, end), { price: growth, ts_cancel: end, next: null });
  t.same(await whyNot(client.previewRenewal(id)), { kind: 'not_found' });
  t.match(await client.changeAt(key(), id, { price: startup, ts: end }), {
    ts_cancel: null,
    next: { price: startup, ts: end },
  });
  t.match(
    await client.changeAt(key(), id, { price: startup, ts: end }),
    { next: { price: startup, ts: end } },
    'twice is once',
  );
  t.match(await client.keep(key(), id), { price: growth, ts_cancel: null, next: null });
  t.match(await client.previewRenewal(id), { total: 69_900 });
  await client.changeAt(key(), id, { price: startup, ts: end });
  stripe.advanceTo((end + 2 * 3600) * 1000);
  t.match(await client.readSubscription(id), { price: startup, status: 'active', period_start: end });
  t.match((await client.listInvoices(customer)).invoices[0], {
    total: 34_900,
    status: 'paid',
    reason: 'subscription_cycle',
  });

  const { period_end: later } = await client.readSubscription(id);
  await client.changeAt(key(), id, { price: growth, ts: later });
  const asked = { price: growth, from: end };
  stripe.refuse(card.id, 'generic_decline');
  t.match(await whyNot(client.changeNow(key(), id, asked)), { kind: 'declined' });
  t.match(await client.readSubscription(id), { price: startup, next: { price: growth } }, 'what waits still does');
  stripe.refuse(card.id, null);
  t.match(await client.changeNow(key(), id, asked), { price: growth, next: null });
  await client.cancelAt(key(), id, later);
  const [once, back] = [key(), { price: startup, from: end }];
  t.match(await client.changeNow(once, id, back), { price: startup, ts_cancel: null });
  t.match(await client.changeNow(once, id, back), { price: startup, ts_cancel: null }, 'twice is once');

  const { invoices } = await client.listInvoices(customer);
  const { period_end } = await client.cancelAt(key(), id, later);
  stripe.advanceTo(period_end * 1000);
  t.match(await client.readSubscription(id), { status: 'canceled', ts_ended: period_end });
  t.equal((await client.listInvoices(customer)).invoices.length, invoices.length, 'the end charges nothing');
  t.match(await whyNot(client.keep(key(), id)), { kind: 'refused' });
  t.same(await client.listSubscriptions(customer), []);
});

t.test('a renewal that fails is tried again on its days, and paid by hand at any time', async (t) => {
  const { client, stripe, subscriber, key } = await startScene(t);
  const { customer, card, subscription } = await subscriber();
  const { id, period_end: end } = subscription;
  stripe.refuse(card.id, 'generic_decline');
  stripe.advanceTo(end * 1000);
  const latest = async () => (await client.listInvoices(customer)).invoices[0]!;
  t.match(await latest(), { status: 'draft', number: null, ts: end, attempts: 0 }, 'a draft for an hour');
  const hour = 3600;
  for (const [attempts, days] of [1, 3, 5, 7, 9].entries()) {
    stripe.advanceTo((end + hour) * 1000 + (attempts === 0 ? 0 : [0, 1, 3, 5, 7][attempts]! * day));
    t.match(await latest(), { status: 'open', attempts: attempts + 1, next_attempt: end + hour + days * 86_400 });
    t.equal((await client.readSubscription(id)).status, 'past_due');
  }
  t.match(await whyNot(client.payInvoice(key(), (await latest()).id)), {
    kind: 'declined',
    code: 'generic_decline',
  });
  stripe.refuse(card.id, null);
  const retry = key();
  t.match(await client.payInvoice(retry, (await latest()).id), { status: 'paid', amount_paid: 34_900 });
  t.match(await client.payInvoice(retry, (await latest()).id), { status: 'paid' }, 'the same key is the same payment');
  t.match(await whyNot(client.payInvoice(key(), (await latest()).id)), { kind: 'refused' });
  t.equal((await client.readSubscription(id)).status, 'active');

  stripe.refuse(card.id, 'generic_decline');
  stripe.advance(45 * day);
  t.match(await latest(), { status: 'open', attempts: 6, next_attempt: null });
  t.equal((await client.readSubscription(id)).status, 'canceled');
});

t.test('a code takes its share off as long as it lasts, and one that cannot be redeemed is none', async (t) => {
  const { client, stripe, now, startup, subscriber, asStaff } = await startScene(t);
  await asStaff('coupons', { id: 'half', percent_off: 50, duration: 'once' });
  await asStaff('coupons', {
    id: 'ten',
    amount_off: 1000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 2,
  });
  const code = (fields: Record<string, string | number>) =>
    asStaff('promotion_codes', { 'promotion[type]': 'coupon', ...fields });
  await code({ 'promotion[coupon]': 'half', code: 'HALF', max_redemptions: 1 });
  await code({ 'promotion[coupon]': 'ten', code: 'TEN' });
  await code({ 'promotion[coupon]': 'ten', code: 'OVER', expires_at: now + 60 });
  const half = await client.findPromotion('half', now);
  t.match(half, { code: 'HALF', percent_off: 50, amount_off: null, duration: 'once', months: null });
  const ten = await client.findPromotion('TEN', now);
  t.match(ten, { amount_off: 1000, percent_off: null, duration: 'repeating', months: 2 });
  t.ok(await client.findPromotion('OVER', now));
  t.equal(await client.findPromotion('OVER', now + 60), null);
  t.equal(await client.findPromotion('NONE', now), null);

  const halved = await subscriber(startup, half!.id);
  t.match(await client.readInvoice(halved.subscription.latest_invoice!), {
    subtotal: 34_900,
    discount: 17_450,
    total: 17_450,
  });
  t.equal(await client.findPromotion('HALF', now), null, 'it was used up');
  t.match(await whyNot(subscriber(startup, half!.id)), { kind: 'refused' });
  const tenOff = await subscriber(startup, ten!.id);
  const totals = async ({ customer }: { customer: string }) =>
    (await client.listInvoices(customer)).invoices.map(({ total }) => total).reverse();
  stripe.advance(100 * day);
  t.same(await totals(halved), [17_450, 34_900, 34_900, 34_900]);
  // Months of a code count from the moment that it was redeemed, which is later in the day than periods end.
  t.same(await totals(tenOff), [33_900, 33_900, 33_900, 34_900]);
});

t.test('a charge beside the plan goes on the draft of a renewal for an hour, and credit pays first', async (t) => {
  const { client, stripe, startup, subscriber, key, asStaff } = await startScene(t);
  await asStaff('coupons', { id: 'half', percent_off: 50, duration: 'forever' });
  const { id: promotion } = await asStaff('promotion_codes', {
    'promotion[type]': 'coupon',
    'promotion[coupon]': 'half',
  });
  const { customer, subscription } = await subscriber(startup, promotion);
  const { id, period_start: start, period_end: end } = subscription;
  const charge = {
    customer,
    amount: 7000,
    description: '2,000 viewers',
    period: { start, end },
    metadata: { period: '1' },
  };
  await client.credit(key(), customer, { amount: 10_000, description: 'Earned 1 month' });
  t.equal((await client.readCustomer(customer))?.balance, -10_000);
  stripe.advanceTo(end * 1000);
  const draft = (await client.listInvoices(customer)).invoices[0]!;
  const once = key();
  const added = await client.addCharge(once, { ...charge, invoice: draft.id });
  t.equal(await client.addCharge(once, { ...charge, invoice: draft.id }), added, 'sent twice, charged once');
  stripe.advance(3_600_000);
  t.match(await client.readInvoice(draft.id), {
    status: 'paid',
    subtotal: 41_900,
    discount: 17_450,
    total: 24_450,
    amount_due: 14_450,
    amount_paid: 14_450,
    lines: [{ amount: 34_900 }, { amount: 7000, description: '2,000 viewers', period_start: start, period_end: end }],
  });
  t.equal((await client.readCustomer(customer))?.balance, 0);
  t.match(await whyNot(client.addCharge(key(), { ...charge, invoice: draft.id })), {
    kind: 'refused',
    code: 'invoice_not_editable',
  });
  await client.addCharge(key(), { ...charge, subscription: id });
  await client.cancelNow(key(), id);
  t.match(
    (await client.listInvoices(customer)).invoices[0],
    { total: 7000, status: 'paid' },
    'what waits is billed at the end',
  );
  await client.addCharge(key(), { ...charge, amount: 900 });
  const own = await client.billCharges(key(), customer);
  t.match(own, { status: 'draft', total: 900, subscription: null });
  stripe.advance(3_600_000);
  t.match(
    await client.readInvoice(own.id),
    { status: 'paid', amount_paid: 900 },
    'also after the subscription has ended',
  );
  const { invoices, more } = await client.listInvoices(customer, { limit: 2 });
  t.same([invoices.length, more, invoices[0]!.id], [2, true, own.id]);
  const rest = await client.listInvoices(customer, { limit: 2, after: invoices[1]!.id });
  t.match([rest.invoices.length, rest.more, rest.invoices[1]?.reason], [2, false, 'subscription_create']);
  for (let line = 1; line <= 12; line += 1) await client.addCharge(key(), { ...charge, amount: line });
  const long = await client.billCharges(key(), customer);
  t.equal(long.lines.length, 12);
  t.equal((await client.listInvoices(customer)).invoices[0]!.lines.length, 12, 'a list has all lines of each');
  const pdf = await fetch(invoices[1]!.pdf!);
  t.same([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)], ['application/pdf', '%PDF-']);
  t.match(
    await (await fetch(await client.openPortal(key(), customer, 'http://127.0.0.1:4000/'))).text(),
    /4242 \(default\)/,
  );
});

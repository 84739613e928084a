import t from 'tap';
import { startCalls, unixOf } from './test-calls.ts';

const hour = 3_600_000;
const day = 24 * hour;

t.test('a change of price is reckoned by the second', async (t) => {
  const calls = await startCalls(t, '2026-11-01T06:30:00Z');
  const { stripe, get, post, customerWith, priceOf, subscribe, withPrice, amounts, invoicesOf } = calls;
  const [small, large, customer] = [await priceOf(3000), await priceOf(9000), await customerWith()];
  const sub = await subscribe(customer, small);
  // A third of the thirty days and one second more.
  stripe.advance(10 * day + 1000);
  await post(`subscriptions/${sub.id}`, { ...withPrice(sub, large), proration_behavior: 'always_invoice' });
  const left = (20 * 86_400 - 1) / (30 * 86_400);
  const [, change] = await invoicesOf(customer);
  t.same(amounts(change!), [-Math.round(3000 * left), Math.round(9000 * left)]);
  t.match(change, { billing_reason: 'subscription_update', status: 'paid' });

  await post(`subscriptions/${sub.id}`, { ...withPrice(sub, small), proration_behavior: 'always_invoice' });
  const given = -Math.round(9000 * left) + Math.round(3000 * left);
  t.match((await invoicesOf(customer))[2], { total: given, amount_due: 0, status: 'paid', ending_balance: given });
  t.equal((await get(`customers/${customer}`)).balance, given, 'what is given back is a credit');

  await post(`subscriptions/${sub.id}`, { ...withPrice(sub, large), proration_behavior: 'create_prorations' });
  t.equal((await invoicesOf(customer)).length, 3, 'charges wait for the next invoice');
  stripe.advance(21 * day);
  const renewal = (await invoicesOf(customer))[3]!;
  t.same(amounts(renewal), [-Math.round(3000 * left), Math.round(9000 * left), 9000]);
  t.match(renewal, { status: 'paid', starting_balance: given, amount_due: (renewal.total as number) + given });
});

t.test('a flexible subscription gives back what was charged, a classic one what the price says', async (t) => {
  const { stripe, post, customerWith, priceOf, subscribe, withPrice, amounts } = await startCalls(t, '2026-11-01');
  const [small, large] = [await priceOf(3000), await priceOf(9000)];
  const risen = async (mode: 'classic' | 'flexible') => {
    const sub = await subscribe(await customerWith(), small, { 'billing_mode[type]': mode });
    await post(`subscriptions/${sub.id}`, { ...withPrice(sub, large), proration_behavior: 'none' });
    return sub;
  };
  const [flexible, classic] = [await risen('flexible'), await risen('classic')];
  stripe.advance(15 * day);
  const back = (sub: typeof flexible) =>
    post('invoices/create_preview', {
      subscription: sub.id,
      'subscription_details[items][0][id]': withPrice(sub, small)['items[0][id]'],
      'subscription_details[items][0][price]': small,
      'subscription_details[proration_behavior]': 'always_invoice',
    });
  t.same(amounts(await back(flexible)), [-1500, 1500]);
  t.same(amounts(await back(classic)), [-4500, 1500]);
});

t.test('a first period runs to the day that is asked for, and a start in the past is charged', async (t) => {
  const calls = await startCalls(t, '2026-11-15');
  const { stripe, get, refused, customerWith, priceOf, subscribe, amounts, invoicesOf } = calls;
  const price = await priceOf(3000);
  const started = async (fields: Record<string, string | number>) => {
    const customer = await customerWith();
    const sub = await subscribe(customer, price, fields);
    const [item] = (sub.items as { data: { current_period_start: number; current_period_end: number }[] }).data;
    return { sub, customer, item, charged: amounts((await invoicesOf(customer))[0]!) };
  };
  const anchored = await started({ billing_cycle_anchor: unixOf('2026-12-01') });
  t.same(anchored.charged, [Math.round((3000 * 16) / 30)]);
  t.equal(anchored.item!.current_period_end, unixOf('2026-12-01'));
  t.same((await started({ billing_cycle_anchor: unixOf('2026-12-01'), proration_behavior: 'none' })).charged, []);
  const late = { customer: anchored.customer, 'items[0][price]': price, billing_cycle_anchor: unixOf('2026-12-16') };
  t.same(await refused('subscriptions', late), [400, null, 'billing_cycle_anchor']);

  const backdated = await started({ backdate_start_date: unixOf('2026-10-15') });
  t.same(backdated.charged, [3000, 3000], 'a month behind, and the one that begins');
  t.match(backdated.sub, { start_date: unixOf('2026-10-15'), billing_cycle_anchor: unixOf('2026-11-15') });
  const both = await started({
    backdate_start_date: unixOf('2026-11-01'),
    billing_cycle_anchor: unixOf('2026-12-01'),
  });
  t.same(both.charged, [3000]);
  t.equal(both.item!.current_period_start, unixOf('2026-11-01'));
  stripe.advanceTo(unixOf('2027-03-01') * 1000);
  t.match(await get(`subscriptions/${both.sub.id}`), {
    items: { data: [{ current_period_start: unixOf('2027-03-01'), current_period_end: unixOf('2027-04-01') }] },
  });
});

t.test('a trial costs nothing, is told of three days before its end, and is charged then', async (t) => {
  const { stripe, get, customerWith, priceOf, subscribe, invoicesOf, happened } = await startCalls(t, '2026-11-01');
  const customer = await customerWith();
  const sub = await subscribe(customer, await priceOf(3000), { trial_end: unixOf('2026-11-15') });
  t.match(sub, { status: 'trialing', trial_end: unixOf('2026-11-15') });
  t.match(await invoicesOf(customer), [{ total: 0, status: 'paid' }]);
  stripe.advanceTo(unixOf('2026-11-12') * 1000 - 1000);
  t.notOk(happened().includes('customer.subscription.trial_will_end'));
  stripe.advance(1000);
  t.equal(happened().filter((type) => type === 'customer.subscription.trial_will_end').length, 1);
  stripe.advanceTo(unixOf('2026-11-15') * 1000 + hour);
  t.match(await get(`subscriptions/${sub.id}`), { status: 'active', billing_cycle_anchor: unixOf('2026-11-15') });
  t.match((await invoicesOf(customer))[1], { total: 3000, status: 'paid', billing_reason: 'subscription_cycle' });
});

t.test('another interval begins a new period and is charged at once', async (t) => {
  const calls = await startCalls(t, '2026-11-01');
  const { stripe, post, customerWith, priceOf, subscribe, withPrice, amounts, invoicesOf } = calls;
  const customer = await customerWith();
  const sub = await subscribe(customer, await priceOf(3000));
  stripe.advance(15 * day);
  const yearly = await post(`subscriptions/${sub.id}`, withPrice(sub, await priceOf(30_000, 'year')));
  t.match(yearly, {
    billing_cycle_anchor: unixOf('2026-11-16'),
    items: { data: [{ current_period_end: unixOf('2027-11-16') }] },
  });
  t.same(amounts((await invoicesOf(customer))[1]!), [-1500, 30_000]);
});

t.test('a subscription whose first invoice is not paid is incomplete, for 23 hours', async (t) => {
  const { stripe, get, post, refused, customerWith, priceOf, subscribe, invoicesOf } = await startCalls(
    t,
    '2026-11-01',
  );
  const price = await priceOf(3000);
  const [poor, slow] = [await customerWith('pm_card_chargeCustomerFail'), await customerWith()];
  t.match(await subscribe(poor, price), { status: 'incomplete' }, 'allowed where nothing else is said');
  t.match(await invoicesOf(poor), [{ status: 'open', attempt_count: 1, next_payment_attempt: null }]);
  const sub = await subscribe(slow, price, { payment_behavior: 'default_incomplete' });
  const [invoice] = await invoicesOf(slow);
  t.match([sub.status, invoice!.status, invoice!.attempt_count], ['incomplete', 'open', 0]);
  await post(`invoices/${invoice!.id}/pay`);
  t.match(await get(`subscriptions/${sub.id}`), { status: 'active' });
  t.same(await refused(`invoices/${invoice!.id}/pay`), [400, null, null], 'paid once');
  stripe.advance(23 * hour);
  const [expired] = await invoicesOf(poor);
  t.equal(expired!.status, 'void');
  t.same(await refused(`invoices/${expired!.id}/pay`), [400, null, null]);
});

t.test('what becomes of a subscription after the last try is as it is set', async (t) => {
  const dunning = { retryDays: [1, 3], afterwards: 'unpaid' } as const;
  const { stripe, get, post, customerWith, priceOf, subscribe, invoicesOf } = await startCalls(t, '2026-11-01', {
    dunning,
  });
  const customer = await customerWith();
  const sub = await subscribe(customer, await priceOf(3000));
  const [card] = (await get(`customers/${customer}/payment_methods`)).data as { id: string }[];
  stripe.refuse(card!.id, 'generic_decline');
  stripe.advanceTo(unixOf('2026-12-04T02:00:00Z') * 1000);
  t.match(await get(`subscriptions/${sub.id}`), { status: 'unpaid' });
  t.match((await invoicesOf(customer))[1], { status: 'open', attempt_count: 3, next_payment_attempt: null });
  t.match(await get(`customers/${customer}`), { delinquent: true });
  stripe.advanceTo(unixOf('2027-01-02') * 1000);
  t.match((await invoicesOf(customer))[2], { status: 'draft' }, 'no more is charged');
  stripe.refuse(card!.id, null);
  for (const { id } of (await invoicesOf(customer)).slice(1)) await post(`invoices/${id}/pay`);
  t.match(await get(`subscriptions/${sub.id}`), { status: 'active' });
  t.match(await get(`customers/${customer}`), { delinquent: false });
});

t.test('an invoice by hand goes from draft to paid, void or uncollectible', async (t) => {
  const { get, post, refused, list, customerWith, invoicesOf } = await startCalls(t, '2026-11-01');
  const customer = await customerWith();
  const item = await post('invoiceitems', { customer, amount: 500, currency: 'usd', description: 'Hours' });
  const draft = await post('invoices', { customer, pending_invoice_items_behavior: 'include' });
  t.match(draft, { status: 'draft', number: null, total: 500, billing_reason: 'manual', invoice_pdf: null });
  t.same(await list('invoiceitems', { customer, pending: true }), []);
  t.same(await refused(`invoiceitems/${item.id}`, {}, 'DELETE'), [400, null, null]);
  await post('invoiceitems', { customer, invoice: draft.id, amount: 700, currency: 'usd' });
  const open = await post(`invoices/${draft.id}/finalize`);
  t.match(open, { status: 'open', total: 1200, amount_due: 1200, number: /-0001$/ });
  t.same(await refused(`invoices/${draft.id}/finalize`), [400, null, null]);
  t.same(await refused(`invoices/${draft.id}`, {}, 'DELETE'), [400, null, null]);
  await post(`invoices/${draft.id}/mark_uncollectible`);
  t.match(await post(`invoices/${draft.id}/pay`, { paid_out_of_band: true }), { status: 'paid' });

  await post('invoiceitems', { customer, amount: 30, currency: 'usd' });
  const small = await post('invoices', { customer, pending_invoice_items_behavior: 'include' });
  t.match(await post(`invoices/${small.id}/finalize`), {
    status: 'paid',
    total: 30,
    amount_due: 0,
    ending_balance: 30,
  });
  t.match((await list(`customers/${customer}/balance_transactions`))[0], { type: 'invoice_too_small', amount: 30 });
  await post('invoiceitems', { customer, amount: 100, currency: 'usd' });
  const next = await post('invoices', { customer, pending_invoice_items_behavior: 'include' });
  t.match(
    await post(`invoices/${next.id}/pay`),
    { status: 'paid', total: 100, amount_paid: 130 },
    'it is carried over',
  );
  t.equal((await get(`customers/${customer}`)).balance, 0);
  const gone = await post('invoices', { customer });
  t.match(await post(`invoices/${(await post(`invoices/${gone.id}/finalize`)).id}`, { description: 'x' }), {
    status: 'paid',
  });
  t.equal((await invoicesOf(customer)).length, 4);
});

t.test('a schedule holds a subscription until it lets it go', async (t) => {
  const calls = await startCalls(t, '2026-11-01');
  const { stripe, get, post, refused, customerWith, priceOf, subscribe, invoicesOf } = calls;
  const [small, large, customer] = [await priceOf(3000), await priceOf(9000), await customerWith()];
  const sub = await subscribe(customer, large);
  const schedule = await post('subscription_schedules', { from_subscription: sub.id });
  t.same(await refused('subscription_schedules', { from_subscription: sub.id }), [400, null, null]);
  t.same(await refused(`subscriptions/${sub.id}`, { cancel_at_period_end: true }), [400, null, null]);
  const phases = (start: string) => ({
    'phases[0][items][0][price]': large,
    'phases[0][start_date]': unixOf(start),
    'phases[0][end_date]': unixOf('2026-12-01'),
    'phases[1][items][0][price]': small,
    'phases[1][duration][interval]': 'month',
  });
  t.same(await refused(`subscription_schedules/${schedule.id}`, phases('2026-11-02')), [
    400,
    null,
    'phases[0][start_date]',
  ]);
  t.match(await post(`subscription_schedules/${schedule.id}`, phases('2026-11-01')), {
    phases: [{}, { start_date: unixOf('2026-12-01'), end_date: unixOf('2027-01-01') }],
  });
  stripe.advanceTo(unixOf('2026-12-01') * 1000 + 2 * hour);
  t.match(await get(`subscriptions/${sub.id}`), { schedule: schedule.id, items: { data: [{ price: { id: small } }] } });
  t.match((await invoicesOf(customer))[1], { total: 3000, status: 'paid' });
  stripe.advanceTo(unixOf('2027-01-01') * 1000);
  t.match(await get(`subscription_schedules/${schedule.id}`), { status: 'completed', released_subscription: sub.id });
  t.match(await get(`subscriptions/${sub.id}`), { schedule: null, status: 'active' });
  t.same(await refused(`subscription_schedules/${schedule.id}/release`), [400, null, null]);
});

t.test('a coupon is redeemed by its terms', async (t) => {
  const { stripe, post, refused, customerWith, priceOf, subscribe, invoicesOf } = await startCalls(t, '2026-11-01');
  const price = await priceOf(3000);
  t.same(await refused('coupons', { percent_off: 10, amount_off: 100 }), [400, 'parameter_missing', 'percent_off']);
  t.same(await refused('coupons', { amount_off: 100 }), [400, null, 'currency']);
  t.same(await refused('coupons', { percent_off: 10, duration: 'repeating' }), [400, null, 'duration_in_months']);
  await post('coupons', { id: 'once', percent_off: 33.3, max_redemptions: 1 });
  const [first, second] = [await customerWith(), await customerWith()];
  const sub = await subscribe(first, price, { 'discounts[0][coupon]': 'once' });
  t.match(await invoicesOf(first), [{ subtotal: 3000, total: 3000 - 999, total_discount_amounts: [{ amount: 999 }] }]);
  const asked = { customer: second, 'items[0][price]': price };
  t.same(await refused('subscriptions', { ...asked, 'discounts[0][coupon]': 'once' }), [
    400,
    'coupon_expired',
    'discounts[0][coupon]',
  ]);
  await post('coupons', { id: 'whole', amount_off: 5000, currency: 'usd', duration: 'forever' });
  const promotion = async (fields: Record<string, string | number | boolean>) =>
    (await post('promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'whole', ...fields })).id;
  const param = 'discounts[0][promotion_code]';
  const terms: Record<string, string | number | boolean>[] = [
    { 'restrictions[first_time_transaction]': true },
    { 'restrictions[minimum_amount]': 3001, 'restrictions[minimum_amount_currency]': 'usd' },
    { customer: second },
    { active: false },
  ];
  for (const fields of terms)
    t.same(await refused(`subscriptions/${sub.id}`, { [param]: await promotion(fields) }), [400, null, param]);
  await subscribe(second, price, { [param]: await promotion({ customer: second, code: 'WHOLE' }) });
  t.match(
    await invoicesOf(second),
    [{ total: 0, amount_due: 0, status: 'paid' }],
    'no more is taken off than there is',
  );
  t.same(
    await refused('promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'once', code: 'whole' }),
    [400, null, 'code'],
  );
  stripe.advance(31 * day);
  t.match((await invoicesOf(first))[1], { total: 3000 });
  t.match((await invoicesOf(second))[1], { total: 0 });
});

t.test('pages of Stripe expire, and the portal changes the card that pays', async (t) => {
  const { stripe, get, post, refused, customerWith, happened } = await startCalls(t, '2026-11-01');
  const customer = await customerWith();
  const pages = { success_url: 'http://127.0.0.1:4000/', cancel_url: 'http://127.0.0.1:4000/' };
  t.same(await refused('checkout/sessions', { mode: 'setup', customer, ...pages }), [
    400,
    'parameter_missing',
    'currency',
  ]);
  const session = await post('checkout/sessions', { mode: 'setup', customer, currency: 'usd', ...pages });
  t.match(await (await fetch(session.url as string)).text(), /Declined \(4000000000000002\)/);
  stripe.advance(day);
  t.match(await get(`checkout/sessions/${session.id}`), { status: 'expired', url: null });
  t.ok(happened().includes('checkout.session.expired'));
  t.equal((await fetch(session.url as string)).status, 410);
  const portal = await post('billing_portal/sessions', { customer, return_url: 'http://127.0.0.1:4000/' });
  const give = (card: string) => fetch(portal.url as string, { method: 'POST', body: new URLSearchParams({ card }) });
  t.equal((await give('4000000000000002')).status, 402);
  t.match(await (await give('5555555555554444')).text(), /mastercard 4444 \(default\)/);
});

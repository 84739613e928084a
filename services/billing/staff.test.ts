import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import type { AccountBilling, StaffInvoiceRow } from '#contracts/admin/billing.ts';
import type { PromoCodeRow } from '#contracts/admin/promo-code.ts';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { keepTestCard } from './local/keep-card.ts';
import { type TestCard, testCards } from './local/test-cards.ts';
import { advanceSubscriptions } from './runner.ts';

const [works] = testCards;
const agency = { ...subscriptionExamples.customPlanSet.data.terms, features: ['quiz'] };

t.test('money as staff see and change it', async (t) => {
  const clock = { now: Date.parse('2027-01-10T09:00:00Z') };
  const h = await startHarness(t, { now: () => clock.now });
  const ines = await h.person({ staff: true, permissions: {}, firstname: 'Ines', lastname: 'Barros' });
  type Person = typeof ines;
  const at = (day: string) => Date.parse(day) / 1000;
  const asked = async (path: string, query: Record<string, string> = {}) => {
    const answer = await h.inject('GET', `/api/admin${path}`, { as: ines, query });
    return { status: answer.statusCode, ...answer.json() };
  };
  const act = (path: string, body: object, as = ines) => h.inject('POST', `/api/admin${path}`, { as, body });
  const pay = (as: Person, method: string, path: string, body: object = {}) =>
    h.inject(method, `/api/payment${path}`, { as, body });
  const buy = async (as: Person, card: TestCard, plan_id: string, more: object = {}) => {
    const { id } = (await pay(as, 'POST', '/method')).json().data;
    await keepTestCard(h.kernel, id, card);
    await pay(as, 'POST', '/method/attach', { id });
    const bought = await pay(as, 'POST', '/subscribe', { plan_id, ...more });
    if (bought.statusCode !== 200) throw new Error(bought.body);
  };
  const goTo = async (moment: string) => {
    clock.now = Date.parse(moment);
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [clock.now / 1000]);
    await advanceSubscriptions(h.kernel, async () => ({ mau: 0, marked: 0, digest: null }));
  };
  const billing = async (account_id: string): Promise<AccountBilling> =>
    (await asked(`/account/${account_id}/billing`)).data;
  const invoices = async (account_id: string): Promise<StaffInvoiceRow[]> =>
    (await asked(`/account/${account_id}/invoice`)).data;
  const audit = async (query: Record<string, string>): Promise<AdminAuditRow[]> => {
    await h.caughtUp();
    return (await asked('/audit', query)).data;
  };

  const marlow = await h.person();
  const { account_id } = marlow;

  await t.test('an invoice that no card pays waits, and is marked as paid once', async (t) => {
    t.match(await billing(account_id), { subscription: null, custom_plan: null, payment_status: 2 });
    t.equal((await act('/account/custom_plan', { account_id, plan: agency })).statusCode, 200);
    t.match(await billing(account_id), {
      billing: 'local',
      payment_status: -3,
      custom_plan: agency,
      subscription: { plan: { id: 'custom', nickname: 'Agency', amount: 250_000 } },
      waiting: { invoices: 1, amount: 250_000 },
    });
    const [invoice] = await invoices(account_id);
    t.match(invoice, { status: 'open', amount_due: 250_000, amount_paid: 0, waiting: true });
    const given = { account_id, invoice_id: invoice!.id };
    t.match((await act('/account/invoice_paid', given)).json(), { message: 'The invoice is marked as paid.' });
    const [paid] = await invoices(account_id);
    t.match(paid, { status: 'paid', amount_paid: 250_000, waiting: false });
    t.match(await billing(account_id), { payment_status: -3, waiting: { invoices: 0, amount: 0 } });
    const again = await act('/account/invoice_paid', given);
    t.match([again.statusCode, again.json()], [409, { message: 'This invoice is not waiting to be paid.' }]);
    const [told] = await audit({ account_id, action: 'InvoicePaid' });
    t.match(told, {
      actor: { type: 'staff', name: 'Ines Barros' },
      sentence: 'recorded $2,500.00 as paid without a card',
    });
  });

  await t.test('an invoice of a card, of another account, or of nobody is not marked as paid', async (t) => {
    const zephyr = await h.person();
    await buy(zephyr, works, 'startup');
    const [charged] = await invoices(zephyr.account_id);
    t.match(charged, { status: 'paid', waiting: false });
    await act('/account/custom_plan', { account_id, plan: { ...agency, amount: 300_000 } });
    const [waiting] = await invoices(account_id);
    // What was paid for the month that has just begun is taken off.
    t.match(waiting, { waiting: true, amount_due: 50_000 });
    for (const [given, status] of [
      [{ account_id: zephyr.account_id, invoice_id: charged!.id }, 409],
      [{ account_id: zephyr.account_id, invoice_id: waiting!.id }, 409],
      [{ account_id, invoice_id: uuidv7() }, 409],
      [{ account_id: uuidv7(), invoice_id: waiting!.id }, 404],
      [{ account_id, invoice_id: 'none' }, 422],
    ] as const)
      t.equal((await act('/account/invoice_paid', given)).statusCode, status);
    t.equal((await act('/account/invoice_paid', { account_id, invoice_id: waiting!.id }, zephyr)).statusCode, 403);
    t.match((await invoices(account_id))[0], { waiting: true });
    // Ended, and what was asked for it still waits.
    await act('/account/custom_plan', { account_id, plan: null });
    t.match(await billing(account_id), { custom_plan: null, waiting: { invoices: 1, amount: 50_000 } });
    t.equal((await act('/account/invoice_paid', { account_id, invoice_id: waiting!.id })).statusCode, 200);
  });

  await t.test(
    'a first plan that staff make is free for who was referred, and gives the referrer a month',
    async (t) => {
      const [referrer, friend] = [await h.person(), await h.person()];
      const { referral_token } = (await h.inject('GET', '/api/account', { as: referrer })).json().data;
      await h.kernel.db.pool.query('update account set referred_by = $1 where id = $2', [
        referral_token,
        friend.account_id,
      ]);
      const { id } = (await pay(friend, 'POST', '/method')).json().data;
      await keepTestCard(h.kernel, id, works);
      await pay(friend, 'POST', '/method/attach', { id });
      const months = async () => (await pay(referrer, 'GET', '/customer')).json().data.free_months;
      const given = { account_id: friend.account_id, plan: agency };
      t.equal((await act('/account/custom_plan', given)).statusCode, 200);
      t.match((await invoices(friend.account_id))[0], { status: 'paid', amount_due: 0 });
      t.equal(await months(), 1);
      await act('/account/custom_plan', { ...given, plan: { ...agency, amount: 300_000 } });
      t.equal(await months(), 1, 'once');
    },
  );

  await t.test('the days before a plan by staff is changed are closed on an invoice of their own', async (t) => {
    const changed = await h.person();
    const plan = { ...agency, amount: 100_000, mau_limit: 1000, mau_exceed_price: 10 };
    const give = (more: object) =>
      act('/account/custom_plan', { account_id: changed.account_id, plan: { ...plan, ...more } });
    const month = clock.now;
    await give({});
    clock.now = Date.parse('2027-01-12T09:00:00Z');
    await Promise.all([give({ seats: 50 }), give({ seats: 50 })]);
    t.equal((await invoices(changed.account_id)).length, 2, 'asked twice, it is changed once');
    const closes = { from: at('2027-01-10'), to: at('2027-01-12') };
    const counted: object[] = [];
    const count = async (account_id: string, period: object) => {
      if (account_id === changed.account_id) counted.push(period);
      return { mau: 3200, marked: 5, digest: 'c0ffee42'.repeat(8), signature: 'c2lnbmVk', key_id: 'fedcba9876543210' };
    };
    await Promise.all([advanceSubscriptions(h.kernel, count), advanceSubscriptions(h.kernel, count)]);
    const [last, ...rest] = await invoices(changed.account_id);
    t.equal(rest.length, 2, 'two processes close it once');
    t.match(last, { closes, amount_due: 3000, waiting: true, viewers: { mau: 3200, mau_limit: 1000, marked: 5 } });
    t.match(last?.viewers, { signature: 'c2lnbmVk', key_id: 'fedcba9876543210' });
    t.match(counted[0], closes);
    await advanceSubscriptions(h.kernel, count);
    t.equal((await invoices(changed.account_id)).length, 3);
    t.match((await billing(changed.account_id)).subscription, { current_period_start: closes.to });
    clock.now = month;
  });

  await t.test('what staff open of an account stands in its audit; its invoices are in pages and as PDF', async (t) => {
    t.match(await audit({ account_id, action: 'AdminRead' }), [{ actor: { name: 'Ines Barros' } }]);
    const first = await asked(`/account/${account_id}/invoice`, { limit: '1' });
    t.match([first.total, first.data.length], [2, 1]);
    const [second] = (await asked(`/account/${account_id}/invoice`, { limit: '1', offset: '1' })).data;
    t.not(second.id, first.data[0].id);
    const pdf = await h.inject('GET', second.invoice_pdf, { as: ines });
    t.match(pdf.headers, { 'content-type': 'application/pdf', 'content-disposition': /INV-2027-/ });
    t.match(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
    t.equal((await h.inject('GET', second.invoice_pdf, { as: marlow })).statusCode, 403);
    t.equal((await asked(`/account/${uuidv7()}/billing`)).status, 404);
  });

  await t.test('numbers that no plan, credit or code has are refused in words', async (t) => {
    const refusals = async (path: string, body: object) => {
      const answer = await act(path, body);
      t.equal(answer.statusCode, 422, JSON.stringify(body));
      return answer.json().errors.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
    };
    const plan = (more: object) => refusals('/account/custom_plan', { account_id, plan: { ...agency, ...more } });
    t.same(await plan({ nickname: ' ' }), ['plan.nickname: Enter a name for the plan.']);
    t.same(await plan({ amount: 12.5 }), ['plan.amount: Enter a price from $0 to $10,000,000.']);
    t.same(await plan({ mau_limit: 0 }), ['plan.mau_limit: Enter a whole number from 1 to 1,000,000,000.']);
    t.same(await plan({ mau_exceed_price: -1 }), ['plan.mau_exceed_price: Enter whole dollars from 0 to 1,000,000.']);
    t.same(await plan({ seats: -2 }), ['plan.seats: Enter a whole number up to 10,000, or -1 for unlimited.']);
    t.same(await plan({ story_limit: 1e9 }), [
      'plan.story_limit: Enter a whole number up to 1,000,000, or -1 for unlimited.',
    ]);
    const credit = (more: object) => refusals('/account/credit', { account_id, reason: 'Late', ...more });
    t.same(await credit({ months: 25 }), ['months: Enter 1 to 24 months.']);
    t.same(await credit({ amount: 0 }), ['amount: Enter an amount from $0.01 to $1,000,000.']);
    t.same(await credit({}), ['months: Enter months or an amount.']);
    t.same(await credit({ months: 1, amount: 1 }), ['months: Enter months or an amount.']);
    t.same(await credit({ months: 1, reason: '' }), ['reason: Enter a reason.']);
    const code = (more: object) => refusals('/promo_code', { code: 'SPRING', duration: 'once', ...more });
    t.same(await code({ percent_off: 10, code: 'Spring sale!' }), [
      'code: Use 3 to 40 letters, numbers, hyphens or underscores.',
    ]);
    t.same(await code({ percent_off: 101 }), ['percent_off: Enter a whole number from 1 to 100.']);
    t.same(await code({}), ['percent_off: Enter a percentage or an amount.']);
    t.same(await code({ percent_off: 10, amount_off: 10 }), ['percent_off: Enter a percentage or an amount.']);
    t.same(await code({ percent_off: 10, duration: 'months' }), ['months: Enter 1 to 36 months.']);
    t.same(await code({ percent_off: 10, months: 3 }), ['months: Enter 1 to 36 months.']);
    t.same(await code({ percent_off: 10, max_redemptions: 0 }), [
      'max_redemptions: Enter a whole number from 1 to 1,000,000.',
    ]);
    t.same(await code({ percent_off: 10, ts_ends: at('2027-01-10T08:59:59Z') }), [
      'ts_ends: Choose a time that is still to come.',
    ]);
  });

  await t.test('promo codes are listed, found, sorted and paged', async (t) => {
    for (const body of [
      { code: 'spring', percent_off: 50, duration: 'months', months: 3, max_redemptions: 1 },
      { code: 'SUMMER-1', amount_off: 5000, duration: 'once' },
      { code: 'autumn', percent_off: 10, duration: 'once', ts_ends: at('2027-01-12') },
    ])
      t.equal((await act('/promo_code', body)).statusCode, 201);
    t.match((await act('/promo_code', { code: 'Spring', percent_off: 1, duration: 'once' })).json(), {
      errors: [{ path: 'code', message: 'There is such a promo code already.' }],
    });
    const buyer = await h.person();
    await buy(buyer, works, 'startup', { promo_code: 'spring' });
    const found = async (filter: object, sort = ['code', 'ASC']) => {
      const { data, total } = await asked('/promo_code', {
        filter: JSON.stringify(filter),
        sort: JSON.stringify(sort),
      });
      t.equal(total, data.length);
      return data.map(({ code }: PromoCodeRow) => code);
    };
    t.same(await found({}), ['AUTUMN', 'SPRING', 'SUMMER-1']);
    t.same(await found({ q: 'um' }), ['AUTUMN', 'SUMMER-1']);
    t.same(await found({ q: '_' }), [], 'what is typed is no pattern');
    t.same(await found({ state: 'used_up' }), ['SPRING']);
    t.same(await found({ state: 'active' }), ['AUTUMN', 'SUMMER-1']);
    t.same(await found({}, ['redemptions', 'DESC']).then((codes) => codes[0]), 'SPRING');
    t.same(await found({}, ['ts_ends', 'ASC']).then((codes) => codes[0]), 'AUTUMN');
    const page = await asked('/promo_code', { range: '[1,1]', sort: '["code","ASC"]' });
    t.match(page, {
      total: 3,
      data: [{ code: 'SPRING', percent_off: 50, months: 3, redemptions: 1, state: 'used_up' }],
    });
    t.equal(page.data.length, 1);
    t.equal((await asked('/promo_code', { filter: '{"moon":1}' })).status, 422);
    await goTo('2027-01-12T00:00:00Z');
    t.same(await found({ state: 'expired' }), ['AUTUMN']);
  });

  await t.test('a code that was ended is redeemed no more; whoever has it keeps what it takes off', async (t) => {
    const { data: rows } = await asked('/promo_code', { filter: '{"q":"SUMMER-1"}' });
    const [{ id }] = rows;
    const first = await h.person();
    await buy(first, works, 'startup', { promo_code: 'summer-1' });
    t.match((await act('/promo_code/end', { id })).json(), { message: 'The promo code has ended.' });
    t.match((await act('/promo_code/end', { id })).json(), { code: 'PromoEnded' });
    t.equal((await act('/promo_code/end', { id: uuidv7() })).statusCode, 404);
    t.equal((await act('/promo_code/end', { id }, first)).statusCode, 403);
    const late = await h.person();
    t.match((await pay(late, 'GET', '/coupon/detail?coupon_id=SUMMER-1')).json(), { code: 'PromoEnded' });
    const refused = buy(late, works, 'startup', { promo_code: 'SUMMER-1' });
    await t.rejects(refused, /This promo code has ended/);
    t.equal((await billing(late.account_id)).subscription, null);
    t.match((await billing(first.account_id)).subscription?.discount?.coupon, { id: 'SUMMER-1', amount_off: 5000 });
    t.match((await asked('/promo_code', { filter: '{"state":"ended"}' })).data, [
      { code: 'SUMMER-1', redemptions: 1, ts_ended: at('2027-01-12') },
    ]);
    const { data: over } = await asked('/promo_code', { filter: '{"q":"AUTUMN"}' });
    t.match((await act('/promo_code/end', { id: over[0].id })).json(), { code: 'PromoEnded' }, 'its time is over');
    t.match(await audit({ action: 'PromoCodeEnded' }), [
      { actor: { type: 'staff', name: 'Ines Barros' }, sentence: 'ended the promo code SUMMER-1' },
    ]);
  });

  await t.test('of who redeems a code and who ends it, one is first', async (t) => {
    for (const code of ['RACE-A', 'RACE-B', 'RACE-C']) {
      const { id } = (await act('/promo_code', { code, percent_off: 5, duration: 'once' })).json().data;
      const buyer = await h.person();
      const [bought, ended] = await Promise.allSettled([
        buy(buyer, works, 'startup', { promo_code: code }),
        act('/promo_code/end', { id }),
      ]);
      t.match(ended, { value: { statusCode: 200 } });
      const [row] = (await asked('/promo_code', { filter: JSON.stringify({ id }) })).data;
      t.equal(row.redemptions, bought.status === 'fulfilled' ? 1 : 0, code);
    }
  });
});

t.test('where Stripe takes the money, its codes and invoices are left to it', async (t) => {
  const settings = {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    // Nothing listens there: nothing is asked.
    STRIPE_API_URL: 'http://127.0.0.1:9',
  };
  const h = await startHarness(t, { parts: false, settings });
  const ines = await h.person({ staff: true });
  const { account_id, ...nora } = await h.person();
  const call = (method: string, path: string, body?: object) =>
    h.inject(method, `/api/admin${path}`, { as: ines, ...(body && { body }) });
  const elsewhere = { code: 'PromoAtStripe' };
  t.match((await call('GET', '/promo_code')).json(), elsewhere);
  t.match((await call('POST', '/promo_code', { code: 'SPRING', percent_off: 5, duration: 'once' })).json(), elsewhere);

  const [first, second] = [uuidv7(), uuidv7()];
  const closed = (id: string, at: number) => ({
    type: 'InvoiceClosed' as const,
    data: {
      invoice: {
        ...{ id, number: `ST-000${at}`, ts_closed: 1_800_000_000 + at, closes: null, lines: [], viewers: null },
        ...{ total: 5000, from_credit: 0, amount_due: 5000, currency: 'usd' as const, outside_id: `in_${at}` },
      },
    },
  });
  const stream = `subscription-${account_id}`;
  await appendAs(h, { account_id, ...nora }, stream, [closed(first, 1), closed(second, 2)]);
  t.match((await call('GET', `/account/${account_id}/billing`)).json().data, {
    billing: 'stripe',
    waiting: { invoices: 0, amount: 0 },
  });
  const { data: rows } = (await call('GET', `/account/${account_id}/invoice`)).json();
  t.match(rows, [
    { number: 'ST-0002', status: 'open', waiting: false, hosted: true },
    { number: 'ST-0001', status: 'open', waiting: false, hosted: true },
  ]);
  for (const invoice_id of [first, second])
    t.match((await call('POST', '/account/invoice_paid', { account_id, invoice_id })).json(), {
      code: 'Conflict',
      message: 'Stripe made this invoice. Mark it as paid in your Stripe dashboard.',
    });
  const address = await h.inject('GET', rows[0].invoice_pdf, { as: ines });
  t.match([rows[0].invoice_pdf, address.json().code], [/\/address$/, 'BillingUnavailable']);
  t.equal((await call('GET', `/account/${ines.account_id}/invoice/${first}/address`)).statusCode, 404);
});

import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { localPayments } from './local/test-account.ts';
import { testCards } from './local/test-cards.ts';
import { advanceSubscriptions, type CountViewers } from './runner.ts';

const dayMs = 86_400_000;
const [works, declined, failsLater] = testCards;

t.test('an account buys, changes and cancels a plan, and its periods are closed', async (t) => {
  const clock = { now: Date.parse('2027-01-31T09:00:00Z') };
  const h = await startHarness(t, { parts: false, now: () => clock.now });
  const nora = await h.person();
  type Person = typeof nora;
  const { api, customer, useCard } = localPayments(h);
  const account = async (as: Person) => (await h.inject('GET', '/api/account', { as })).json().data;
  const subscribe = (as: Person, plan_id: string, more: object = {}) =>
    api(as, 'POST', '/subscribe', { plan_id, ...more });
  const due = async (as: Person, promo = '') => (await api(as, 'GET', `/plan/due${promo}`)).json().data;
  const previewed = async (as: Person, plan_id: string, more: object) => {
    const { amount_due, proration } = (await subscribe(as, plan_id, { preview: true, ...more })).json().data;
    return { plan_id, amount_due, proration };
  };
  const previews = (as: Person, plans: readonly string[], more: object = {}) =>
    Promise.all(plans.map((plan) => previewed(as, plan, more)));
  const viewers: Record<string, number> = {};
  const count: CountViewers = async (id) => ({ mau: viewers[id] ?? 0, marked: 0, digest: null });
  const advance = () => advanceSubscriptions(h.kernel, count);
  /** Goes on to a moment at which everybody has just shown that it is them. */
  const goTo = async (moment: number) => {
    clock.now = moment;
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [moment / 1000]);
  };

  await t.test('nothing is bought without a card, of no plan, and of none that staff sell', async (t) => {
    t.match((await subscribe(nora, 'growth')).json(), {
      code: 'CardRequired',
      message: 'You have to first fill billing info.',
    });
    t.equal((await subscribe(nora, 'enterprise')).statusCode, 422);
    for (const plan of ['nothing', 'deal', 'custom', '']) t.equal((await subscribe(nora, plan)).statusCode, 422, plan);
    t.equal(
      (await api(nora, 'POST', '/subscribe', { plan_id: 'growth', amount: 1 })).statusCode,
      422,
      'no amount is taken',
    );
    t.match(await account(nora), { payment_status: 2, plan: 'growth' });
    t.same(await due(nora), [], 'without a card nobody knows whether the first month is free');
  });

  await t.test('a card that is declined buys nothing', async (t) => {
    t.match((await useCard(nora, declined)).json(), { message: 'Your card is saved.' });
    t.match((await subscribe(nora, 'startup')).json(), { code: 'CardDeclined' });
    t.same((await api(nora, 'GET', '/invoice/list')).json().data, [], 'no invoice and no number');
    t.match(await account(nora), { payment_status: 2 });
  });

  await t.test('a preview says what is due, and changes nothing', async (t) => {
    await useCard(nora, works);
    const { data } = (await subscribe(nora, 'startup', { preview: true })).json();
    t.match(data, {
      amount_due: 34_900,
      proration: [{ description: 'Startup plan, 31 Jan 2027 to 27 Feb 2027', amount: 34_900 }],
      next_amount: 34_900,
      next_date: Date.parse('2027-02-28') / 1000,
      kept_until: null,
    });
    t.same(await due(nora), await previews(nora, ['startup', 'growth', 'pro']));
    t.equal((await customer(nora)).subscription, null);
  });

  await t.test('a plan is bought once, whoever asks twice at once', async (t) => {
    const both = await Promise.all([subscribe(nora, 'startup'), subscribe(nora, 'startup')]);
    t.same(
      both.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    t.same(both.map((one) => one.json().message).sort(), [
      'Your plan stays as it is.',
      'Your plan upgraded successfully!',
    ]);
    const { data: invoices } = (await api(nora, 'GET', '/invoice/list')).json();
    t.match(invoices, [{ number: 'INV-2027-0001', status: 'paid', amount_paid: 34_900, viewers: null }]);
    t.equal(invoices.length, 1);
    t.match(await account(nora), { payment_status: 1, plan: 'startup', plan_nickname: 'Startup', seats: 2 });
    t.match(await customer(nora), {
      billing: 'local',
      subscription: { plan: { id: 'startup' }, current_period_end: Date.parse('2027-02-28') / 1000 },
      payment_methods: [{ is_default: true, card: { last4: '4242' } }, { is_default: false }],
      next_invoice: { amount: 34_900 },
    });
  });

  await t.test('the period is closed with what viewers above the limit cost, once, by whoever is first', async (t) => {
    viewers[nora.account_id] = 101_001;
    await advance();
    t.equal((await api(nora, 'GET', '/invoice/list')).json().data.length, 1, 'not before it is over');
    await goTo(Date.parse('2027-02-28T01:00:00Z'));
    await Promise.all([advance(), advance()]);
    const { data: invoices } = (await api(nora, 'GET', '/invoice/list')).json();
    t.equal(invoices.length, 2);
    t.match(invoices[0], {
      number: 'INV-2027-0002',
      status: 'paid',
      amount_paid: 34_900 + 2 * 3500,
      lines: [
        { description: '2 thousand users over the limit, 31 Jan 2027 to 27 Feb 2027', amount: 7000 },
        { amount: 34_900 },
      ],
      viewers: { mau: 101_001, mau_limit: 100_000 },
    });
    t.equal((await customer(nora)).subscription?.current_period_end, Date.parse('2027-03-31') / 1000);
  });

  await t.test('a promo code is looked up, used once, and ends', async (t) => {
    const staff = await h.person({ staff: true });
    const made = await h.inject('POST', '/api/admin/promo_code', {
      as: staff,
      body: { code: 'spring', percent_off: 50, duration: 'months', months: 2, max_redemptions: 1 },
    });
    t.equal(made.statusCode, 201);
    const look = (as: Person, code: string) => api(as, 'GET', `/coupon/detail?coupon_id=${code}`);
    t.match((await look(nora, 'Spring')).json().data, { id: 'SPRING', percent_off: 50, duration_in_months: 2 });
    t.match((await look(nora, 'AUTUMN')).json(), { code: 'PromoUnknown', message: 'There is no promo code.' });
    const guesser = await h.person();
    for (const [most, guess] of [
      [20, () => look(guesser, 'AUTUMN')],
      [60, () => subscribe(guesser, 'growth', { promo_code: 'AUTUMN', preview: true })],
      [0, () => api(guesser, 'GET', '/plan/due?promo_code=AUTUMN')],
    ] as const) {
      for (let tries = 0; tries < most; tries += 1) t.equal((await guess()).statusCode, 404);
      t.equal((await guess()).statusCode, 429, 'codes are not guessed');
    }
    const entered = await h.inject('POST', '/api/admin/user/login_as', {
      as: staff,
      body: { user_id: guesser.user_id },
    });
    const acting = entered.json().data.token as string;
    for (const path of ['coupon/detail?coupon_id=AUTUMN', 'plan/due?promo_code=AUTUMN'])
      t.match((await h.inject('GET', `/api/payment/${path}`, { as: acting })).json(), { code: 'PromoUnknown' }, path);
    // 31 days are left of 31.
    await goTo(Date.parse('2027-02-28T12:00:00Z'));
    t.same(await due(nora), await previews(nora, ['growth', 'pro']), 'what would begin later costs nothing today');
    const withCode = await due(nora, '?promo_code=spring');
    t.same(withCode, await previews(nora, ['growth', 'pro'], { promo_code: 'SPRING' }));
    t.match(withCode, [{ amount_due: (69_900 - 34_900) / 2 }, { amount_due: (99_900 - 34_900) / 2 }]);
    t.match((await subscribe(nora, 'growth', { promo_code: 'SPRING' })).json(), {
      message: 'Your plan upgraded successfully!',
    });
    t.match((await api(nora, 'GET', '/invoice/list')).json().data[0], { amount_paid: (69_900 - 34_900) / 2 });
    t.match(await account(nora), { payment_status: 4, plan: 'growth' });
    t.match((await subscribe(nora, 'pro', { promo_code: 'SPRING' })).json(), { code: 'PromoEnded' });
    const saver = await h.person();
    await useCard(saver, works);
    await subscribe(saver, 'startup');
    const more = { code: 'KEEP', percent_off: 10, duration: 'once' };
    await h.inject('POST', '/api/admin/promo_code', { as: staff, body: more });
    const kept10 = { promo_code: 'KEEP' };
    t.match((await subscribe(saver, 'startup', { ...kept10, preview: true })).json().data, {
      amount_due: 0,
      proration: [],
      next_amount: 31_410,
    });
    t.match((await subscribe(saver, 'startup', kept10)).json(), {
      message: 'Your promo code counts from your next payment.',
    });
    t.match(await customer(saver), { next_invoice: { amount: 31_410 }, subscription: { plan: { id: 'startup' } } });
    const kept = await customer(nora);
    t.equal(kept.subscription?.kept_until, Date.parse('2027-04-30') / 1000);
    t.match(kept.subscription?.discount?.coupon, { id: 'SPRING', percent_off: 50 });
  });

  await t.test('canceled, it runs until the period ends, and is taken back by choosing it again', async (t) => {
    t.match((await api(nora, 'DELETE', '/subscribe')).json(), { message: 'Your plan canceled successfully!' });
    t.match(await account(nora), { payment_status: 5 });
    t.equal((await customer(nora)).subscription?.cancel_at, Date.parse('2027-04-30') / 1000);
    t.match((await subscribe(nora, 'growth')).json(), { message: 'Your plan goes on.' });
    t.match(await account(nora), { payment_status: 4 });
    const lower = async () => (await subscribe(nora, 'startup', { preview: true })).json().data.ts_change;
    t.equal(await lower(), Date.parse('2027-04-30') / 1000);
    await subscribe(nora, 'startup');
    t.equal(await lower(), Date.parse('2027-04-30') / 1000, 'nor is it earlier once it is chosen');
    t.match((await subscribe(nora, 'growth')).json(), { message: 'Your plan goes on.' });
  });

  await t.test('a company that was referred begins with a free month, and its referrer gets one', async (t) => {
    const { referral_token } = await account(nora);
    const friend = await h.person();
    await h.kernel.db.pool.query('update account set referred_by = $1 where id = $2', [
      referral_token,
      friend.account_id,
    ]);
    await useCard(friend, failsLater);
    await subscribe(friend, 'growth');
    t.match((await api(friend, 'GET', '/invoice/list')).json().data, [{ status: 'paid', amount_paid: 0 }]);
    t.equal((await customer(nora)).free_months, 1);
    const told = "select request_id, actor_type from event where type = 'ReferralEarned'";
    t.same((await h.kernel.db.pool.query(told)).rows, [{ request_id: null, actor_type: 'system' }], 'nor from where');
    const popups = (await h.inject('GET', '/api/storyrail-notification/dashboard-popup', { as: friend })).json().data;
    t.match(popups, [{ data: { type: 'referral_received' } }, { data: { type: 'referral_info' } }]);
    const own = await h.person();
    await h.kernel.db.pool.query('update account set referred_by = $1 where id = $2', [referral_token, own.account_id]);
    await useCard(own, works);
    await subscribe(own, 'growth');
    t.equal((await customer(nora)).free_months, 1, 'not for who pays with the same card');
    const late = await h.person();
    await h.kernel.db.pool.query('update account set referred_by = $1 where id = $2', [
      referral_token,
      late.account_id,
    ]);
    const came: { state: string }[] = (await h.inject('GET', '/api/account/referral', { as: nora })).json().data;
    t.same(came.map(({ state }) => state).sort(), ['earned', 'none', 'waiting']);
  });

  await t.test('a payment that fails is told, tried again, and ends the plan after the last time', async (t) => {
    const poor = await h.person();
    await useCard(poor, failsLater);
    await subscribe(poor, 'startup');
    await goTo(Date.parse('2027-03-28T02:00:00Z'));
    await advance();
    t.match(await account(poor), { payment_status: 3, plan: 'startup' });
    t.match((await customer(poor)).open_invoice, { amount_due: 34_900 });
    for (const days of [1, 2, 2]) {
      await goTo(clock.now + days * dayMs);
      await advance();
    }
    t.match(await account(poor), { payment_status: 3 });
    await goTo(clock.now + 2 * dayMs);
    await advance();
    t.match(await account(poor), { payment_status: 9, plan: 'starter' });
    t.match((await api(poor, 'GET', '/invoice/list')).json().data, [{ status: 'uncollectible' }, { status: 'paid' }]);
    await useCard(poor, works);
    t.match((await subscribe(poor, 'startup')).json(), { message: 'Your plan upgraded successfully!' });
  });

  await t.test('staff give a plan of an account’s own, and credit', async (t) => {
    const staff = await h.person({ staff: true });
    const big = await h.person();
    const plan = {
      nickname: 'Agency',
      amount: 250_000,
      mau_limit: 5_000_000,
      mau_exceed_price: 4,
      seats: 20,
      story_limit: -1,
      features: ['quiz'],
    };
    const give = (path: string, body: object) => h.inject('POST', `/api/admin/account/${path}`, { as: staff, body });
    t.equal(
      (await give('credit', { account_id: big.account_id, amount: 50_000, reason: 'A late start' })).statusCode,
      200,
    );
    t.equal(
      (await give('credit', { account_id: big.account_id, amount: 1, months: 1, reason: 'Both' })).statusCode,
      422,
    );
    t.equal((await give('custom_plan', { account_id: big.account_id, plan })).statusCode, 200);
    t.match(await account(big), { payment_status: -3, plan: 'custom', plan_nickname: 'Agency', seats: 20 });
    t.match((await api(big, 'GET', '/invoice/list')).json().data, [
      { status: 'open', amount_due: 200_000, lines: [{ amount: 250_000 }], from_credit: 50_000 },
    ]);
    t.match((await subscribe(big, 'growth')).json(), { code: 'PlanSetByStaff' });
    t.same(await due(big), [], 'beside it nothing is for sale');
    await give('custom_plan', { account_id: big.account_id, plan: null });
    t.match(await account(big), { plan: 'starter', payment_status: 9 });
  });

  await t.test('an invoice is a PDF for its own account alone', async (t) => {
    const [invoice] = (await api(nora, 'GET', '/invoice/list')).json().data;
    const path = invoice.invoice_pdf.slice('/api/payment'.length);
    const pdf = await api(nora, 'GET', path);
    t.equal(pdf.headers['content-type'], 'application/pdf');
    t.match(pdf.headers['content-disposition'], invoice.number);
    t.match(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
    t.same(pdf.rawPayload, (await api(nora, 'GET', path)).rawPayload, 'the same each time');
    t.equal((await api(await h.person(), 'GET', path)).statusCode, 404);
  });

  await t.test('numbers of invoices have no gap', async (t) => {
    const { rows } = await h.kernel.db.pool.query<{ number: string }>('select number from invoice order by number');
    t.same(
      rows.map(({ number }) => number),
      rows.map((_, at) => `INV-2027-${String(at + 1).padStart(4, '0')}`),
    );
  });
});

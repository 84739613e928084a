import t from 'tap';
import type { AccountState } from '#contracts/account/state.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { localPayments } from '../local/test-account.ts';
import { advanceSubscriptions } from '../runner.ts';

t.test('a deal code pays a year, once', async (t) => {
  const clock = { now: Date.parse('2027-01-31T09:00:00Z') };
  const h = await startHarness(t, { parts: false, now: () => clock.now, settings: { LIMIT_SIGN_IN: '10' } });
  const staff = await h.person({ staff: true, firstname: 'Ines', lastname: 'Roth' });
  const make = (count: number) => h.inject('POST', '/api/admin/deal_code', { as: staff, body: { count } });
  const file = await make(8);
  const [head, ...codes] = file.body.trim().split(/\r?\n/);
  const [first, second, third, fourth, fifth, sixth, seventh] = codes as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  let people = 0;
  const signUp = (appsumo_token: string, email?: string) => {
    people += 1;
    const who = { email: email ?? `p${people}@marlow.test`, firstname: 'Nora', lastname: 'Ek', name: 'Marlow' };
    return h.inject('POST', '/api/registration', {
      body: { ...who, password: 'battery staple', gdpr: true, appsumo_token },
    });
  };
  const accountOf = async (accountId: string) =>
    (await loadStream<AccountState>(h.kernel.db.pool, `account-${accountId}`)).state;
  const invoicesOf = async (as: Awaited<ReturnType<typeof h.person>>) =>
    (await h.inject('GET', '/api/payment/invoice/list', { as })).json().data;
  const bring = (as: Awaited<ReturnType<typeof h.person>>, body: object) =>
    h.inject('PUT', '/api/account/profile', { as, body });

  const look = (appsumo_token: string) => h.inject('POST', '/api/payment/deal_check', { body: { appsumo_token } });
  const verify = (user_id: string) =>
    h.inject('POST', '/api/admin/user/verification', { as: staff, body: { user_id } });
  const planOf = async (account_id: string) =>
    (await h.kernel.db.pool.query('select plan from account where id = $1', [account_id])).rows[0].plan;
  const billed = async (account_id: string) =>
    (
      await h.kernel.db.pool.query(
        'select type, actor_type, request_id, data from event where stream = $1 order by version',
        [`subscription-${account_id}`],
      )
    ).rows;

  /** Waits until so many wait for a lock. */
  const locked = (count: number) =>
    h.until(async () => {
      const { rows } = await h.kernel.db.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length >= count;
    }, `${count} to wait`);

  await t.test('staff get the codes once, in a file; what is kept leads to none', async (t) => {
    t.equal(file.statusCode, 201);
    t.match(file.headers, { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
    t.equal(head, 'code');
    t.equal(new Set(codes).size, 8);
    for (const code of codes) t.match(code, /^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/);
    for (const count of [0, 1001, 1.5]) t.equal((await make(count)).statusCode, 422, `${count}`);
    const { rows } = await h.kernel.db.pool.query(
      `select to_jsonb(c)::text as kept from deal_code c union all select data::text from event
        union all select to_jsonb(i)::text from idempotency i`,
    );
    for (const code of codes)
      t.notOk(rows.some(({ kept }) => kept.includes(code) || kept.includes(code.replaceAll('-', ''))));
    const { data } = (await h.inject('GET', '/api/admin/deal_code', { as: staff })).json();
    t.match(data, [
      { count: 8, redeemed: 0, made_by: { id: staff.user_id, name: 'Ines Roth' }, created: clock.now / 1000 },
    ]);
    const owner = await h.person();
    t.equal((await h.inject('POST', '/api/admin/deal_code', { as: owner, body: { count: 1 } })).statusCode, 403);
  });

  await t.test('a code is looked up before anything is made, and not guessed', async (t) => {
    t.match((await look(first.toLowerCase().replaceAll('-', ' '))).json(), { data: { valid: true } });
    t.match((await look('AAAA-AAAA-AAAA-AAAA')).json(), {
      code: 'DealUnknown',
      message: 'There is no such deal code.',
    });
    t.equal((await look('')).statusCode, 422);
    for (let tries = 3; tries < 30; tries += 1) t.equal((await look('AAAA')).statusCode, 404);
    t.equal((await look('AAAA')).statusCode, 429);
  });

  await t.test('a sign-up with a code begins with a year of the deal', async (t) => {
    const made = await signUp(first);
    t.equal(made.statusCode, 201);
    const { account_id, user_id } = made.json().data;
    t.equal((await verify(user_id)).statusCode, 200);
    const owner = await h.signIn(user_id, account_id, '');
    t.match((await h.inject('GET', '/api/account', { as: owner })).json().data, {
      plan: 'deal',
      payment_status: 1,
      seats: 2,
    });
    t.match(await invoicesOf(owner), [
      {
        status: 'paid',
        amount_due: 0,
        lines: [{ amount: 7900 }, { description: 'Paid by your deal code', amount: -7900 }],
      },
    ]);
    const { came_with } = await accountOf(account_id);
    t.match(came_with.appsumo_token, /^[0-9a-f-]{36}$/, 'its id, never the code');
    const { customer, useCard } = localPayments(h);
    const ts_end = Date.parse('2028-01-31') / 1000;
    t.match(await customer(owner), { subscription: { current_period_end: ts_end }, next_invoice: null });
    const keep = () =>
      h.inject('POST', '/api/payment/subscribe', { as: owner, body: { plan_id: 'deal', preview: true } });
    t.match((await keep()).json().data, { next_amount: 0, next_date: null }, 'nothing is asked for without a card');
    await useCard(owner);
    t.match(await customer(owner), { next_invoice: { amount: 7900, date: ts_end } });
    t.match((await keep()).json().data, { next_amount: 7900, next_date: ts_end });
    await h.kernel.db.pool.query("update payment_method set provider = 'stripe' where account_id = $1", [account_id]);
    t.match(await customer(owner), { next_invoice: null }, 'a card that is charged elsewhere is none');
    const [batch] = (await h.inject('GET', '/api/admin/deal_code', { as: staff })).json().data;
    t.equal(batch.redeemed, 1);
  });

  await t.test('a wrong or used code makes no account', async (t) => {
    const count = async () =>
      (await h.kernel.db.pool.query("select 1 from event where type = 'AccountCreated'")).rowCount;
    const before = await count();
    t.match((await signUp(first)).json(), { code: 'DealUsed', message: 'This deal code has been used already.' });
    t.match((await signUp('nothing')).json(), { code: 'DealUnknown' });
    t.equal(await count(), before);
  });

  await t.test('of two sign-ups with one code at once, one is told that it is used, and is not there', async (t) => {
    const both = await Promise.all([signUp(second), signUp(second)]);
    t.same(both.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    t.match(both.find(({ statusCode }) => statusCode === 409)!.json(), { code: 'DealUsed' });
    const { rows } = await h.kernel.db.pool.query(`select count(*)::int as accounts from account where plan = 'deal'`);
    t.same(rows, [{ accounts: 2 }]);
    t.equal((await signUp('')).statusCode, 201, 'an empty field is no code');
  });

  await t.test('a sign-up that nobody verified gives its code to the next one', async (t) => {
    const lost = (await signUp(sixth, 'nroa@marlow.test')).json().data;
    clock.now += 60_000;
    t.match((await look(sixth)).json(), { data: { valid: true } }, 'and the form is shown');
    const made = await signUp(sixth, 'nora@marlow.test');
    t.equal(made.statusCode, 201, made.body);
    const { account_id, user_id } = made.json().data;
    t.same([await planOf(lost.account_id), await planOf(account_id)], [null, 'deal']);
    // Where the other sign-up came from is nothing to them.
    const nobody = { actor_type: 'system', request_id: null };
    t.match((await billed(lost.account_id)).slice(-2), [
      { type: 'DealReleased', ...nobody, data: { deal_id: /^[0-9a-f-]{36}$/ } },
      { type: 'SubscriptionEnded', ...nobody, data: { reason: 'deal_over', ts_end: clock.now / 1000 } },
    ]);
    t.equal((await verify(user_id)).statusCode, 200);
    t.match((await look(sixth)).json(), { code: 'DealUsed' });
    t.match((await signUp(sixth)).json(), { code: 'DealUsed' });
    t.equal((await verify(lost.user_id)).statusCode, 200, 'who verifies the first later has no plan');
    t.equal(await planOf(lost.account_id), null);
  });

  await t.test('whoever verifies while another takes the code keeps it', async (t) => {
    const held = (await signUp(seventh, 'ivo@marlow.test')).json().data;
    const other = await h.kernel.db.pool.connect();
    await other.query('begin');
    await other.query('update member set verified = true where id = $1', [held.user_id]);
    const late = signUp(seventh);
    await locked(1);
    await other.query('commit');
    other.release();
    t.match((await late).json(), { code: 'DealUsed' });
    t.equal(await planOf(held.account_id), 'deal');
  });

  await t.test('of an account and a sign-up that use one code at once, one gets it', async (t) => {
    const [code] = (await make(1)).body.trim().split(/\r?\n/).slice(1);
    const owner = await h.person();
    const other = await h.kernel.db.pool.connect();
    await other.query('begin');
    await other.query('select from deal_code where account_id is null for update');
    const asked = [bring(owner, { appsumo_token: code! }), signUp(code!)];
    await locked(2);
    await other.query('commit');
    other.release();
    const both = await Promise.all(asked);
    t.equal(both.filter(({ statusCode }) => statusCode < 300).length, 1);
    t.match(both.find(({ statusCode }) => statusCode >= 300)!.json(), { code: 'DealUsed' });
  });

  await t.test('a sign-up that ends after a day frees its code', async (t) => {
    const [code] = (await make(1)).body.trim().split(/\r?\n/).slice(1);
    const ended = (await signUp(code!, 'ola@marlow.test')).json().data;
    t.match((await signUp(code!, 'ola@marlow.test')).json(), { code: 'UserExists' });
    clock.now += 86_400_000;
    t.equal((await signUp('', 'ola@marlow.test')).statusCode, 201);
    t.match((await billed(ended.account_id)).slice(-2), [{ type: 'DealReleased' }, { type: 'SubscriptionEnded' }]);
    const { rows } = await h.kernel.db.pool.query('select 1 from deal_code where account_id = $1', [ended.account_id]);
    t.same(rows, []);
    t.equal((await signUp(code!)).statusCode, 201);
  });

  await t.test('an account without a plan redeems one later, with or without new answers', async (t) => {
    const owner = await h.person();
    const right = { app_id: 'com.marlow.shop', store_type: 'android' };
    t.match((await bring(owner, { data: right, appsumo_token: third })).json(), {
      message: 'Your deal code pays for a year.',
    });
    const state = await accountOf(owner.account_id);
    t.match(state, { profile: right, came_with: { appsumo_token: /^[0-9a-f-]{36}$/ } });
    t.equal((await bring(owner, { data: right })).statusCode, 200);
    t.same((await accountOf(owner.account_id)).came_with, state.came_with, 'and without one it stays');
    const other = await h.person();
    t.equal((await bring(other, { appsumo_token: fourth })).statusCode, 200);
    t.equal((await h.inject('GET', '/api/account', { as: other })).json().data.plan, 'deal');
    t.equal((await bring(other, {})).statusCode, 422);
  });

  await t.test("an account with a plan can't redeem a code, nor can staff who are signed in as its user", async (t) => {
    const paying = await h.person();
    await bring(paying, { appsumo_token: fifth });
    const [left] = (await make(1)).body.trim().split(/\r?\n/).slice(1);
    const refused = await bring(paying, { data: { plan: 'x' }, appsumo_token: left! });
    t.match(refused.json(), {
      code: 'DealNotForPlan',
      message: 'Your account has a plan already. A deal code only works without one.',
    });
    t.same((await accountOf(paying.account_id)).profile, {}, 'and its answers are as before');
    const owner = await h.person();
    const acting = (
      await h.inject('POST', '/api/admin/user/login_as', { as: staff, body: { user_id: owner.user_id } })
    ).json();
    const token = acting.data?.token;
    t.ok(token);
    const tried = await h.inject('PUT', '/api/account/profile', { as: token, body: { appsumo_token: left } });
    t.equal(tried.statusCode, 403);
    t.equal((await bring(owner, { appsumo_token: left! })).statusCode, 200, 'the code is still good');
  });

  await t.test('after the year it ends where there is no card', async (t) => {
    clock.now = Date.parse('2028-02-02T02:00:00Z');
    await advanceSubscriptions(h.kernel, async () => ({ mau: 0, marked: 0, digest: null }));
    const { rows } = await h.kernel.db.pool.query(`select count(*)::int as left from account where plan = 'deal'`);
    t.same(rows, [{ left: 0 }]);
  });
});

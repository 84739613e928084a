import t from 'tap';
import { currentPrincipal } from '#kernel/commands/command-trx.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { deleteExpired } from '#kernel/jobs/cleanup.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { contextOf } from '#ops/testing/people.ts';
import { localProvider } from './local/provider.ts';
import { localPayments } from './local/test-account.ts';
import { advanceSubscriptions, type CountViewers } from './runner.ts';

const dayMs = 86_400_000;
const cardUsed = 'This card is used from now on.';

t.test('account owners say who pays, as long as they are owners', async (t) => {
  const clock = { now: Date.parse('2027-01-31T09:00:00Z') };
  const h = await startHarness(t, { parts: false, now: () => clock.now });
  const nora = await h.person();
  const { api, customer, useCard } = localPayments(h);
  const count: CountViewers = async () => ({ mau: 0, marked: 0, digest: null });
  const twoDaysLater = async () => {
    clock.now += 2 * dayMs;
    await advanceSubscriptions(h.kernel, count);
  };
  await useCard(nora);

  await t.test('who is no owner any longer when it is decided pays for nothing', async (t) => {
    const owner = await h.person();
    await useCard(owner);
    const [card] = (await customer(owner)).payment_methods;
    const principal = await transaction(h.kernel.db, (trx) =>
      currentPrincipal({ ...trx, kernel: h.kernel }, { session_id: owner.session_id }),
    );
    const request = { principal, context: contextOf(owner, clock.now) };
    await h.kernel.db.pool.query(`update member set permissions = '{"app_owner": []}' where id = $1`, [owner.user_id]);
    const buys = { plan_id: 'startup' };
    for (const act of [
      () => localProvider.subscribe(h.kernel, request, buys),
      () => localProvider.preview(h.kernel, request, { ...buys, preview: true }),
      () => localProvider.cancel(h.kernel, request),
      () => localProvider.beginCard(h.kernel, request, '/settings/payment'),
      () => localProvider.attachCard(h.kernel, request, card!.id),
      () => localProvider.chooseCard(h.kernel, request, card!.id),
      () => localProvider.removeCard(h.kernel, request, card!.id),
      () => localProvider.describePayer(h.kernel, request, { name: 'Marlow' }),
    ])
      await t.rejects(act(), { code: 'PermissionDenied' }, String(act));
  });

  await t.test('owners say who pays; invoices say it from then on, and keep what they said', async (t) => {
    const { pool } = h.kernel.db;
    const payer = await h.person();
    await useCard(payer);
    await api(payer, 'POST', '/subscribe', { plan_id: 'startup' });
    const pdfOf = async (id: string) => {
      const answer = await api(payer, 'GET', `/invoice/${id}/pdf`);
      t.equal(answer.headers['content-type'], 'application/pdf');
      return answer.rawPayload;
    };
    const newest = async (): Promise<string> => (await api(payer, 'GET', '/invoice/list')).json().data[0].id;
    const first = await newest();
    const before = await pdfOf(first);
    t.match(await customer(payer), { name: null, address: null });

    const place = {
      line1: ' 1 \u0085\u202e\n Quay\u0007',
      line2: '',
      city: 'Malmö',
      postal_code: '211 19',
      country: 'SE',
    };
    const kept = { line1: '1 Quay', line2: null, city: 'Malmö', state: null, postal_code: '211 19', country: 'SE' };
    const say = (body: object) => api(payer, 'POST', '/customer', body);
    for (const [body, field] of [
      [{ name: 'Marlow Billing AB', address: { ...place, country: 'XX' } }, 'address.country'],
      [{ name: 'Marlow Billing AB', address: { ...place, country: 'se' } }, 'address.country'],
      [{ name: 'Marlow Billing AB', address: { ...place, line1: ' ' } }, 'address.line1'],
      [{ name: 'Marlow Billing AB', address: { ...place, city: undefined } }, 'address.city'],
      [{ name: 'Marlow Billing AB', address: { ...place, tax_id: '1'.repeat(41) } }, 'address.tax_id'],
      [{ name: 'Marlow 4242 4242 4242 4242', address: place }, 'name'],
      [{ name: 'Marlow Billing AB', address: { ...place, line2: '4242-4242-4242-4242' } }, 'address.line2'],
      [{ name: 'Marlow Billing AB', address: { ...place, tax_id: '4242424242424242' } }, 'address.tax_id'],
      [{ name: ' ', address: place }, 'name'],
      [{ name: '\u200b\u0007\u202e', address: place }, 'name'],
      [{ name: 'n'.repeat(151), address: place }, 'name'],
      [{ name: 'Marlow Billing AB' }, 'address'],
    ] as const) {
      const answer = await say(body);
      t.equal(answer.statusCode, 422, field);
      t.same(
        answer.json().errors.map(({ path }: { path: string }) => path),
        [field],
      );
    }
    t.match(await customer(payer), { name: null, address: null }, 'what is refused changes nothing');

    const body = { name: 'Marlow Billing AB', address: { ...place, tax_id: 'SE556677889901' } };
    const key = { 'idempotency-key': 'who-pays' };
    const answer = await h.inject('POST', '/api/payment/customer', { as: payer, body, headers: key });
    t.match(answer.json(), {
      message: 'Invoice details saved.',
      data: { name: body.name, address: { ...kept, tax_id: 'SE556677889901' }, billing: 'local' },
    });
    const read = await api(payer, 'GET', '/customer');
    t.same(answer.json().data, read.json().data, 'the answer is that of GET');
    for (const { headers } of [answer, read]) t.match(headers['cache-control'], 'no-store');
    t.same((await h.inject('POST', '/api/payment/customer', { as: payer, body, headers: key })).json(), answer.json());
    t.equal((await say(body)).statusCode, 200);
    const { rows: told } = await pool.query(
      "select actor_id, data from event where type = 'BillingDetailsChanged' and account_id = $1",
      [payer.account_id],
    );
    t.same(told, [{ actor_id: payer.user_id, data: { account_id: payer.account_id } }], 'one change is one event');
    for (const table of ['event', 'idempotency', 'stream_snapshot', 'job_outbox', 'subscription', 'invoice']) {
      const { rows } = await pool.query(`select from ${table} one where one::text like '%Marlow Billing%'`);
      t.equal(rows.length, 0, `${table} names nobody`);
    }

    await api(payer, 'POST', '/subscribe', { plan_id: 'growth' });
    const second = await newest();
    const { rows: of } = await pool.query('select invoice_id, name from invoice_payer order by invoice_id');
    const named = [
      { invoice_id: first, name: 'Marlow' },
      { invoice_id: second, name: 'Marlow Billing AB' },
    ];
    t.same(of, named, 'the next one says it');
    await h.call(payer, 'PATCH', '/account', { name: 'Marlow Harbour', country: 'NO' });
    t.same(await pdfOf(first), before, 'an earlier invoice says what it said');
    const shown = await pdfOf(second);
    const [card] = (await customer(payer)).payment_methods;
    const change = (id: string, more: object) => api(payer, 'PATCH', `/method/${id}`, more);
    const moved = { line1: '200 Pier', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' };
    t.match((await change(card!.id, { name: 'Marlow Inc', address: moved })).json(), { data: { id: card!.id } });
    t.match(await customer(payer), { name: 'Marlow Inc', address: { ...moved, line2: null, tax_id: null } });
    t.equal((await change(card!.id, { default: true, name: 'Marlow Ltd' })).statusCode, 200);
    t.match(await customer(payer), { name: 'Marlow Ltd', address: moved }, 'what is left out stays');
    t.same(await pdfOf(second), shown, 'nor does a move change it');
    await useCard(payer);
    t.equal((await change(card!.id, { default: true, name: 'Marlow Once' })).json().message, cardUsed);
    t.match(await customer(payer), { name: 'Marlow Once', payment_methods: [{ id: card!.id, is_default: true }, {}] });
    const { rows: together } = await pool.query(
      `select count(*)::int from event where account_id = $1 and type in ('CardChosen', 'BillingDetailsChanged')
        group by transaction_id order by max(position) desc limit 1`,
      [payer.account_id],
    );
    t.same(together, [{ count: 2 }], 'both are one change');
    await change(card!.id, { name: 'Marlow Ltd' });
    t.equal((await change(card!.id, {})).statusCode, 422);
    t.equal((await change(card!.id, { default: false })).statusCode, 422);
    t.equal((await change(card!.id, { name: '4242424242424242' })).statusCode, 422);
    const [others] = (await customer(nora)).payment_methods;
    t.equal((await change(others!.id, { name: 'Kestrel' })).statusCode, 404);
    t.match(await customer(payer), { name: 'Marlow Ltd' }, 'a card of another account changes nothing');

    const both = (name: string) =>
      h.inject('PATCH', `/api/payment/method/${card!.id}`, {
        as: payer,
        body: { default: true, name },
        headers: { 'idempotency-key': 'both' },
      });
    const done = await both('Marlow Both');
    await change(card!.id, { name: 'Marlow Later' });
    t.same((await both('Marlow Both')).json(), done.json());
    t.match((await both('Marlow Other')).json(), { code: 'IdempotencyKeyReused' });
    t.match(await customer(payer), { name: 'Marlow Later' }, 'a repetition changes nothing, and another body neither');

    await pool.query('update account set ended = true where id = $1', [payer.account_id]);
    const rows = async () =>
      (await pool.query('select account_id from payer union all select account_id from invoice_payer')).rows;
    const forget = () => deleteExpired(h.kernel, new AbortController().signal);
    await forget();
    t.equal((await rows()).length, 3, 'while something is still billed, it is known for whom');
    await twoDaysLater();
    await twoDaysLater();
    await forget();
    t.same(await rows(), [], 'of an account in which nobody is left, nobody is known');
  });

  await t.test('what was said of who pays is taken away again', async (t) => {
    const payer = await h.person();
    const place = { line1: '1 Quay', line2: 'Floor 2', city: 'Malmö', state: 'Skåne', postal_code: '21119' };
    const address = { ...place, country: 'SE', tax_id: 'SE556677889901' };
    const say = async (body: object) => (await api(payer, 'POST', '/customer', body)).statusCode;
    t.equal(await say({ name: 'Marlow', address }), 200);
    t.equal(
      await say({ name: 'Marlow', address: { ...address, line2: '', state: '', postal_code: '', tax_id: '' } }),
      200,
    );
    const left = { ...address, line2: null, state: null, postal_code: null, tax_id: null };
    t.same((await customer(payer)).address, left);
    t.equal(await say({ name: 'Marlow', address: null }), 200);
    t.match(await customer(payer), { name: 'Marlow', address: null });
    t.equal(await say({ name: null, address: null }), 200);
    t.match(await customer(payer), { name: null, address: null });
  });

  await t.test('a card is removed, unless it pays next', async (t) => {
    const owner = await h.person();
    const other = await h.person();
    await useCard(owner);
    const cards = async () => (await customer(owner)).payment_methods.map(({ id }) => id);
    const remove = (id: string, as = owner) => api(as, 'DELETE', `/method/${id}`);
    await api(owner, 'POST', '/subscribe', { plan_id: 'startup' });
    const [first] = await cards();
    const refused = (await remove(first!)).json();
    t.match(refused, { message: 'Your plan is paid with this card. Add another card first, then remove this one.' });
    await useCard(owner);
    const [second] = await cards();
    t.match((await remove(second!)).json(), {
      code: 'Conflict',
      message: 'This card pays your next invoice. Use another card first, then remove this one.',
    });
    t.equal((await remove(first!, other)).statusCode, 404, 'nobody else’s');
    t.match((await remove(first!)).json(), { data: { id: first }, message: 'Your card is removed.' });
    t.equal((await remove(first!)).statusCode, 404);
    t.same(await cards(), [second]);
    await useCard(other);
    const [only] = (await customer(other)).payment_methods;
    t.equal((await remove(only!.id, other)).statusCode, 200, 'where nothing is to be paid the last one goes, too');
    t.same((await customer(other)).payment_methods, []);
    t.equal((await api(other, 'POST', '/subscribe', { plan_id: 'startup' })).json().code, 'CardRequired');
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp(0) where user_id = $1', [
      owner.user_id,
    ]);
    t.equal(
      (await remove(second!)).statusCode,
      (await api(owner, 'POST', '/method', {})).statusCode,
      'as adding one does',
    );
    t.match((await remove(second!)).json(), { code: 'ConfirmationRequired' });
  });
});

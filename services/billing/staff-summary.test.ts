import t from 'tap';
import type { AdminStats } from '#contracts/admin/admin.ts';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { keepTestCard } from './local/keep-card.ts';
import { type TestCard, testCards } from './local/test-cards.ts';
import { advanceSubscriptions } from './runner.ts';

const [works, , failsLater] = testCards;
const agency = { ...subscriptionExamples.customPlanSet.data.terms, features: ['quiz'] };

t.test('how accounts pay, in the lists and in the summary', async (t) => {
  const clock = { now: Date.parse('2027-03-01T09:00:00Z') };
  const h = await startHarness(t, { parts: false, now: () => clock.now });
  const ines = await h.person({ staff: true });
  type Person = typeof ines;
  const call = (as: Person, method: string, path: string, body: object = {}) => h.call(as, method, path, body);
  const useCard = async (as: Person, card: TestCard) => {
    const { id } = await call(as, 'POST', '/payment/method');
    await keepTestCard(h.kernel, id, card);
    await call(as, 'POST', '/payment/method/attach', { id });
  };
  const buy = async (as: Person, card: TestCard, plan_id: string, more: object = {}) => {
    await useCard(as, card);
    await call(as, 'POST', '/payment/subscribe', { plan_id, ...more });
  };
  const goTo = async (moment: string) => {
    clock.now = Date.parse(moment);
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [clock.now / 1000]);
    await advanceSubscriptions(h.kernel, async () => ({ mau: 0, marked: 0, digest: null }));
  };
  const stats = async (): Promise<AdminStats['payments']> =>
    (await h.inject('GET', '/api/admin/stats', { as: ines })).json().data.payments;
  const ids = async (list: 'account' | 'user', filter: object): Promise<string[]> => {
    const query = { filter: JSON.stringify(filter) };
    const { data } = (await h.inject('GET', `/api/admin/${list}`, { as: ines, query })).json();
    return data.map((row: { id: string; account_id?: string }) => row.account_id ?? row.id).sort();
  };

  t.same(await stats(), { monthly: 0, accounts: 0, failed: { accounts: 0, monthly: 0, first: [] } });
  const account = async (name: string): Promise<Person> => {
    const person = await h.person();
    await call(person, 'PATCH', '/account', { name });
    return person;
  };
  const failing = await account('Failing');
  await buy(failing, failsLater, 'startup');
  const later = await account('Later');
  await goTo('2027-03-02T09:00:00Z');
  await buy(later, failsLater, 'growth');
  const [paying, promoted, ending] = [await account('Paying'), await account('Promoted'), await account('Ending')];
  const [own, over, premium] = [await account('Own'), await account('Over'), await account('Premium')];
  // In three weeks those are past their trial, and the cards that pay once have been asked twice.
  await goTo('2027-04-01T01:00:00Z');
  const trial = await account('Trial');
  await buy(paying, works, 'pro');
  await call(ines, 'POST', '/admin/promo_code', { code: 'HALF', percent_off: 50, duration: 'months', months: 2 });
  await buy(promoted, works, 'growth', { promo_code: 'HALF' });
  await buy(ending, works, 'startup');
  await call(ending, 'DELETE', '/payment/subscribe');
  await useCard(own, failsLater);
  await call(ines, 'POST', '/admin/account/custom_plan', { account_id: own.account_id, plan: agency });
  await buy(premium, works, 'pro');
  await call(ines, 'POST', '/admin/account/premium', { account_id: premium.account_id, is_premium: true });

  await t.test('each plan filter finds the accounts, and the people, that are told so', async (t) => {
    const everyone = { failing, later, paying, promoted, ending, own, over, premium, trial, ines };
    const wanted: Record<number, string[]> = {};
    for (const person of Object.values(everyone)) {
      const { payment_status } = (await h.inject('GET', '/api/account', { as: person })).json().data;
      wanted[payment_status] = [...(wanted[payment_status] ?? []), person.account_id].sort();
    }
    t.match(wanted, {
      0: [premium.account_id],
      1: [paying.account_id, later.account_id].sort(),
      2: [trial.account_id],
      3: [failing.account_id],
      4: [promoted.account_id],
      5: [ending.account_id],
      9: [over.account_id, ines.account_id].sort(),
      [-3]: [own.account_id],
    });
    for (const [status, accounts] of Object.entries(wanted)) {
      const filter = { payment_status: Number(status) };
      t.same(await ids('account', filter), accounts, `accounts at ${status}`);
      t.same(await ids('user', filter), accounts, `people at ${status}`);
    }
    const query = { filter: '{"payment_status":7}' };
    t.equal((await h.inject('GET', '/api/admin/account', { as: ines, query })).statusCode, 422);
  });

  await t.test(
    'what comes in by month is the plans of who pays; premium, free and canceled ones are nothing',
    async (t) => {
      const [startup, growth, pro] = [34_900, 69_900, 99_900];
      // Failing and Later, Paying, Promoted before its discount, and the plan of Own.
      const monthly = startup + growth + pro + growth + agency.amount;
      t.match(await stats(), { monthly, accounts: 5, failed: { accounts: 1, monthly: startup } });
      t.same((await stats()).failed.first, [
        {
          account_id: failing.account_id,
          name: 'Failing',
          amount: startup,
          ts_since: Date.parse('2027-04-01T01:00:00Z') / 1000,
          ts_next: Date.parse('2027-04-02T01:00:00Z') / 1000,
        },
      ]);
    },
  );

  await t.test('who has failed for longer stands first, and leaves once it has paid or is over', async (t) => {
    await goTo('2027-04-02T02:00:00Z');
    t.match(
      (await stats()).failed.first.map(({ name }) => name),
      ['Failing', 'Later'],
    );
    t.match(await stats(), { failed: { accounts: 2, monthly: 34_900 + 69_900 } });
    await buy(later, works, 'growth');
    t.match(await stats(), { accounts: 5, failed: { accounts: 1, first: [{ name: 'Failing' }] } });
    for (const day of ['2027-04-04', '2027-04-06', '2027-04-08']) await goTo(`${day}T12:00:00Z`);
    t.match(await stats(), { accounts: 4, failed: { accounts: 0, monthly: 0, first: [] } });
    t.same(await ids('account', { payment_status: 3 }), []);
  });

  await t.test('the renewal of a plan that staff made fails as others do, and is paid by another card', async (t) => {
    const { account_id } = own;
    const billing = async () =>
      (await h.inject('GET', `/api/admin/account/${account_id}/billing`, { as: ines })).json().data;
    t.match(await billing(), { payment_status: -3, failed: false, open_invoice: null });
    await goTo('2027-05-01T01:00:00Z');
    t.match(await stats(), { failed: { accounts: 1, monthly: agency.amount } });
    t.match((await stats()).failed.first, [{ account_id, name: 'Own', amount: agency.amount }]);
    t.match(await billing(), { payment_status: -3, failed: true, open_invoice: { amount_due: agency.amount } });
    const pay = () => h.inject('POST', '/api/payment/subscribe', { as: own, body: { plan_id: 'custom' } });
    t.match((await pay()).json(), { code: 'CardDeclined' });
    await useCard(own, works);
    t.match((await pay()).json(), { message: 'Your invoice is paid.', data: { plan: 'custom', payment_status: -3 } });
    t.match(await billing(), { failed: false, open_invoice: null });
    t.match(await stats(), { failed: { accounts: 0, first: [] } });
    t.match((await pay()).json(), { message: 'Your plan stays as it is.' });
  });
});

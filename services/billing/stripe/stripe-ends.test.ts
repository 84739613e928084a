import t from 'tap';
import { customerOf } from './customers.ts';
import { forgetEnded } from './due.ts';
import { stripeOf } from './open.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { works } from './test-scene.ts';

const day = 86_400;
const hour = 3600;

t.test('what ends at Stripe is paid for once, and asked for no longer', async (t) => {
  const stripe = await startStripeAt(t, '2027-03-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, subscribe, account, useCard, pass, viewers } = s;
  const { pool } = h.kernel.db;
  type Person = Awaited<ReturnType<typeof h.person>>;
  const client = await stripeOf(h.kernel);
  const atStripe = async (as: Person) => (await customerOf(pool, as.account_id))!;
  const buyer = async (plan: string, card = works) => {
    const person = await h.person();
    await useCard(person, card);
    t.equal((await subscribe(person, plan)).statusCode, 200);
    return person;
  };
  const rowOf = (id: string) => stripe.world.rows.get(id) as Record<string, unknown>;
  const refuse = async (as: Person, reason: string | null) =>
    stripe.refuse((await client.readCustomer(await atStripe(as)))!.default_card!, reason);
  const stateOf = async ({ account_id }: Person) =>
    (await pool.query('select state from subscription where account_id = $1', [account_id])).rows[0].state;
  const billsOf = async ({ account_id }: Person) =>
    (
      await pool.query(
        `select status, amount_paid::int, amount_due::int, invoice -> 'closes' as closes, invoice -> 'viewers' as viewers,
                invoice ->> 'outside_id' as outside from invoice where account_id = $1 order by ts_closed desc, id desc`,
        [account_id],
      )
    ).rows;
  const endAccount = ({ account_id }: Person) =>
    pool.query('update account set ended = true where id = $1', [account_id]);

  await t.test(
    'the last days of a deleted account are counted and charged once, and then its customer is gone',
    async (t) => {
      const gone = await buyer('growth');
      const poor = await buyer('growth');
      const premium = await buyer('growth');
      const quiet = await buyer('startup');
      viewers[gone.account_id] = 502_100;
      viewers[poor.account_id] = 501_000;
      viewers[premium.account_id] = 900_000;
      const people = [gone, poor, premium, quiet];
      const customers = await Promise.all(people.map(atStripe));
      await refuse(poor, 'insufficient_funds');
      await pool.query('update account set premium = true where id = $1', [premium.account_id]);
      await pass(3 * day);
      for (const person of people) await endAccount(person);
      await forgetEnded(h.kernel);
      await forgetEnded(h.kernel);
      t.ok(rowOf(customers[2]!).deleted, 'what costs nothing ends at once');
      t.same(await billsOf(premium).then((bills) => bills.length), 1);
      const to = Date.parse('2027-03-14') / 1000;
      const [running] = await client.listSubscriptions(customers[0]!);
      t.match(running, { status: 'active', ts_cancel: to });
      t.match(await stateOf(gone), { plan: 'growth', scheduled: { plan: null, ts: to } });

      await pass(16 * hour);
      await forgetEnded(h.kernel);
      const closes = { from: Date.parse('2027-03-10') / 1000, to };
      t.match(await billsOf(gone), [
        { status: 'paid', amount_paid: 4500, closes, viewers: { mau: 502_100, mau_limit: 500_000 } },
        { amount_paid: 69_900 },
      ]);
      t.match(await stateOf(gone), {
        plan: null,
        open: null,
        outside: { subscription: null, uncounted: [], asks: [] },
      });
      const [given] = await billsOf(poor);
      t.match(given, { status: 'uncollectible', amount_paid: 0, amount_due: 1500, closes });
      t.equal(rowOf(given.outside).status, 'void', 'what could not be charged is not to be paid later');
      t.equal((await billsOf(quiet)).length, 1, 'nothing above the limit is no invoice');
      for (const [at, person] of people.entries()) {
        t.ok(rowOf(customers[at]!).deleted);
        t.equal(await customerOf(pool, person.account_id), null);
        t.equal(
          (await pool.query('select from payment_method where account_id = $1', [person.account_id])).rowCount,
          0,
        );
      }
      await pass(2 * day);
      t.equal((await billsOf(gone)).length, 2);
    },
  );

  await t.test('the invoice that closes the last period of a canceled plan proves its viewers', async (t) => {
    const leaving = await buyer('growth');
    viewers[leaving.account_id] = 500_001;
    await api(leaving, 'DELETE', '/subscribe');
    await pass(32 * day);
    await pass(2 * hour);
    const [last] = await billsOf(leaving);
    t.match(last, { status: 'paid', amount_paid: 1500, viewers: { mau: 500_001 } });
    t.ok(last.closes);
  });

  await t.test('an invoice of a plan that has ended cannot be paid any longer', async (t) => {
    const late = await buyer('startup');
    await refuse(late, 'insufficient_funds');
    for (let days = 0; days < 45; days += 5) await pass(5 * day);
    t.match(await account(late), { payment_status: 9 });
    const [unpaid] = await billsOf(late);
    t.match(unpaid, { status: 'uncollectible', amount_due: 34_900 });
    t.equal(rowOf(unpaid.outside).status, 'void');
    t.match(await stateOf(late), { open: null, waiting: [] });
    const left = await buyer('startup');
    await refuse(left, 'insufficient_funds');
    await pass(32 * day);
    const [open] = await billsOf(left);
    t.match(open, { status: 'open' });
    await client.cancelNow('by staff', (await stateOf(left)).outside.subscription);
    await pass(hour);
    t.equal(rowOf(open.outside).status, 'void', 'also where staff end it at Stripe');
  });
});

import pg from 'pg';
import t, { type Test } from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { contextOf, type Person } from '#ops/testing/people.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { decideSubscribe } from './decide.ts';
import { keepTestCard } from './local/keep-card.ts';
import { testCards } from './local/test-cards.ts';
import { advanceSubscriptions, type CountViewers } from './runner.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from './save-subscription.ts';

const begin = Date.parse('2027-01-31T23:59:58Z');
const month = 34_900;
const [works] = testCards;

/** Two connections of nobody's: `client` holds locks, and the other one sees who waits for them. */
const watcher = async (t: Test, h: Harness) => {
  const [client, seer] = [0, 1].map(() => new pg.Client({ connectionString: h.ownerUrl })) as [pg.Client, pg.Client];
  for (const one of [client, seer]) {
    await one.connect();
    t.teardown(() => one.end());
  }
  /** Processes of the database whose statement waits for a lock. */
  const waiting = async (statement: string): Promise<number[]> => {
    const { rows } = await seer.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like $1`,
      [`%${statement}%`],
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    client,
    waiting,
    untilWaiting: (statement: string, count = 1) =>
      h.until(async () => (await waiting(statement)).length >= count, `${count} waiting for ${statement}`),
  };
};

t.test('what is bought and renewed is charged once, whoever else is at it and whatever breaks', async (t) => {
  const clock = { now: begin };
  const now = () => clock.now;
  const h = await startHarness(t, { parts: false, now });
  const { databaseUrl: url, ownerUrl, sdkUrl } = h;
  // Another process over the same database: it shares nothing but Postgres and the keys.
  const other = await startHarness(t, {
    parts: false,
    now,
    secrets: h.kernel.secrets,
    database: { url, ownerUrl, sdkUrl, drop: async () => {} },
  });
  const { client, waiting, untilWaiting } = await watcher(t, h);
  const withCard = async (): Promise<Person> => {
    const person = await h.person();
    const { id } = await h.call(person, 'POST', '/payment/method', {});
    await keepTestCard(h.kernel, id, works);
    await h.call(person, 'POST', '/payment/method/attach', { id });
    return person;
  };
  const subscribe = (at: Harness, as: Person, plan_id: string) =>
    at.inject('POST', '/api/payment/subscribe', { as, body: { plan_id } });
  /** What an account has paid for each of its invoices, and how often its card was charged. */
  const paidBy = async ({ account_id }: Person) => {
    const { rows } = await h.kernel.db.pool.query<{ paid: number | null; charges: number }>(
      `select i.amount_paid::int as paid, m.charges from payment_method m
         left join invoice i on i.account_id = m.account_id where m.account_id = $1 order by i.number`,
      [account_id],
    );
    return { paid: rows.flatMap(({ paid }) => (paid === null ? [] : [paid])), charges: rows[0]!.charges };
  };
  const count: CountViewers = async () => ({ mau: 0, marked: 0, digest: null });
  const conflicts = async () => {
    const values = await Promise.all([h, other].map(({ kernel }) => kernel.metrics.conflicts.get()));
    return values.reduce((sum, one) => sum + one.values.reduce((all, { value }) => all + value, 0), 0);
  };
  /** Buys in a command that does something else before it ends. */
  const buyBut = (person: Person, before: () => Promise<void>, after: () => Promise<void>) =>
    runCommand(h.kernel, contextOf(person, clock.now), async (trx) => {
      const loaded = await loadSubscription(trx, person.account_id);
      const facts = await readBillingFacts(trx, person.account_id, loaded.state);
      await before();
      await saveSubscription(trx, loaded, decideSubscribe(loaded.state, { plan: 'startup', promo: null }, facts));
      await after();
      return { status: 200, data: null };
    });

  const buyers = await Promise.all([withCard(), withCard(), withCard(), withCard()]);

  await t.test('two people of an account who buy at once, each at another process, buy once', async (t) => {
    for (const buyer of buyers) {
      const both = await Promise.all([subscribe(h, buyer, 'startup'), subscribe(other, buyer, 'startup')]);
      t.same(
        both.map(({ statusCode }) => statusCode),
        [200, 200],
      );
      t.same(await paidBy(buyer), { paid: [month], charges: 1 });
    }
  });

  await t.test('of two plans at once, the account pays the dearer one whichever came first', async (t) => {
    const torn = await withCard();
    const both = await Promise.all([subscribe(h, torn, 'startup'), subscribe(other, torn, 'growth')]);
    t.same(
      both.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    const paid = (await paidBy(torn)).paid.reduce((sum, one) => sum + one, 0);
    t.equal(paid, 69_900);
  });

  await t.test('who has waited for others buys on the day on which they get their turn', async (t) => {
    const late = await withCard();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`subscription-${late.account_id}`]);
    const bought = subscribe(other, late, 'startup');
    await untilWaiting('pg_advisory_xact_lock');
    clock.now = Date.parse('2027-02-01T00:00:02Z');
    await client.query('rollback');
    t.equal((await bought).statusCode, 200);
    const { subscription } = (await h.inject('GET', '/api/payment/customer', { as: late })).json().data;
    t.equal(subscription.current_period_start, Date.parse('2027-02-01') / 1000);
  });

  await t.test('a number that was taken by what is rolled back goes to whoever waits for it', async (t) => {
    const [failing, waits] = [await withCard(), await withCard()];
    let bought: ReturnType<typeof subscribe> | null = null;
    const refused = buyBut(
      failing,
      async () => {},
      async () => {
        bought = subscribe(other, waits, 'startup');
        await untilWaiting('invoice_series');
        throw new Refusal('PermissionDenied');
      },
    );
    await t.rejects(refused, { code: 'PermissionDenied' });
    t.equal((await bought!).statusCode, 200);
    t.same(await paidBy(failing), { paid: [], charges: 0 });
    t.same(await paidBy(waits), { paid: [month], charges: 1 });
  });

  await t.test('a company and the one that it referred buy at once without waiting for each other', async (t) => {
    const [referrer, friend] = [await withCard(), await h.person()];
    await client.query(
      `update catalog.account set referred_by = (select referral_token from catalog.account where id = $1) where id = $2`,
      [referrer.account_id, friend.account_id],
    );
    const { id } = await h.call(friend, 'POST', '/payment/method', {});
    await keepTestCard(h.kernel, id, testCards[2]);
    await h.call(friend, 'POST', '/payment/method/attach', { id });
    const before = await conflicts();
    let bought: ReturnType<typeof subscribe> | null = null;
    await buyBut(
      referrer,
      async () => {
        bought = subscribe(other, friend, 'growth');
        await untilWaiting('pg_advisory_xact_lock');
      },
      async () => {},
    );
    t.equal((await bought!).statusCode, 200);
    t.same(await paidBy(friend), { paid: [0], charges: 0 });
    t.same(await paidBy(referrer), { paid: [month], charges: 1 });
    t.equal((await conflicts()) - before, 0, 'nobody has to begin again');
  });

  await t.test(
    'a period that breaks off in the middle of its payment is closed once when it is tried again',
    async (t) => {
      const [broken] = buyers;
      clock.now = Date.parse('2027-02-28T01:00:00Z');
      const only: CountViewers = async (id) => (id === broken!.account_id ? count(id, { from: 0, to: 0 }) : null);
      await client.query('begin');
      await client.query('select from invoice_series for update');
      const first = advanceSubscriptions(h.kernel, only);
      await untilWaiting('invoice_series');
      for (const pid of await waiting('invoice_series')) await client.query('select pg_terminate_backend($1)', [pid]);
      await first;
      await client.query('rollback');
      t.same(await paidBy(broken!), { paid: [month], charges: 1 }, 'nothing of it is left');
      await advanceSubscriptions(h.kernel, only);
      await advanceSubscriptions(other.kernel, only);
      t.same(await paidBy(broken!), { paid: [month, month], charges: 2 });
    },
  );

  await t.test('two processes that find the same period due close it once', async (t) => {
    const [, ...due] = buyers;
    const found = new Map<string, number>();
    // Neither goes on before the other one has found it due as well.
    const together: CountViewers = async (id, period) => {
      found.set(id, (found.get(id) ?? 0) + 1);
      await h.until(async () => found.get(id)! >= 2, 'both processes');
      return count(id, period);
    };
    await Promise.all([h, other].map(({ kernel }) => advanceSubscriptions(kernel, together)));
    for (const one of due) {
      t.ok(found.get(one.account_id)! >= 2);
      t.same(await paidBy(one), { paid: [month, month], charges: 2 });
    }
  });

  await t.test(
    'of an account that is deleted what it used is asked for once, when its last day can be counted',
    async (t) => {
      const [works, fails] = [await withCard(), await withCard()];
      for (const one of [works, fails]) {
        t.equal((await subscribe(h, one, 'startup')).statusCode, 200);
        await appendAs(h, one, `account-${one.account_id}`, [{ type: 'AccountEnded', data: {} }]);
      }
      await h.kernel.db.pool.query('update payment_method set declines_from = 1 where account_id = $1', [
        fails.account_id,
      ]);
      const periods = new Map<string, number[]>();
      let counted = false;
      const over: CountViewers = async (id, { from, to }) => {
        if (id !== works.account_id && id !== fails.account_id) return null;
        periods.set(id, [from, to]);
        return counted ? { mau: 101_001, marked: 0, digest: null } : null;
      };
      const advance = () => Promise.all([h, other].map(({ kernel }) => advanceSubscriptions(kernel, over)));
      await advance();
      t.equal(periods.size, 0, 'the day on which it was deleted is not over');
      const day = Math.floor(clock.now / 86_400_000) * 86_400;
      clock.now = (day + 86_400) * 1000 + 1000;
      await advance();
      t.same(
        [...periods.values()],
        [
          [day, day + 86_400],
          [day, day + 86_400],
        ],
      );
      t.same(await paidBy(works), { paid: [month], charges: 1 }, 'it waits for its viewers');
      counted = true;
      await advance();
      t.same(await paidBy(works), { paid: [month, 2 * 3500], charges: 2 });
      t.same(await paidBy(fails), { paid: [month, 0], charges: 1 });
      periods.clear();
      clock.now += 40 * 86_400_000;
      await advance();
      t.equal(periods.size, 0, 'nothing is due any more');
      const { rows } = await h.kernel.db.pool.query(
        `select status, count(*)::int as count from invoice where account_id = any($1) group by status order by status`,
        [[works.account_id, fails.account_id]],
      );
      t.same(rows, [
        { status: 'paid', count: 3 },
        { status: 'uncollectible', count: 1 },
      ]);
    },
  );

  await t.test('numbers of invoices have no gap after all of that', async (t) => {
    const { rows } = await h.kernel.db.pool.query<{ number: string }>('select number from invoice order by number');
    t.ok(rows.length > 12);
    t.same(
      rows.map(({ number }) => number),
      rows.map((_, at) => `INV-2027-${String(at + 1).padStart(4, '0')}`),
    );
  });
});

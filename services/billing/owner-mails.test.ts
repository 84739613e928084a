import t from 'tap';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { stageMonth, tellOfMonth } from '#ops/testing/staged-months.ts';
import { tellFreeEnds } from './free-end/tell.ts';
import { keepTestCard } from './local/keep-card.ts';
import { type TestCard, testCards } from './local/test-cards.ts';
import { advanceSubscriptions } from './runner.ts';

const [works, , failsLater] = testCards;
const digest = 'c0ffee'.repeat(10).slice(0, 64).padEnd(64, '0');

t.test('the owners of an account are told of its money', async (t) => {
  const clock = { now: Date.parse('2027-01-01T09:00:00Z') };
  const h = await startHarness(t, { now: () => clock.now });
  const goTo = async (moment: string) => {
    clock.now = Date.parse(moment);
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [clock.now / 1000]);
  };
  const useCard = async (as: Person, card: TestCard) => {
    const { id } = await h.call(as, 'POST', '/payment/method', {});
    await keepTestCard(h.kernel, id, card);
    await h.call(as, 'POST', '/payment/method/attach', { id });
  };
  const signature = `${'Ab+/'.repeat(21)}Ab==`;
  const viewers = { mau: 0, marked: 0, digest, signature, key_id: 'fedcba9876543210' };
  const advance = async () => {
    await tellFreeEnds(h.kernel);
    await advanceSubscriptions(h.kernel, async () => viewers);
  };
  /** The subjects of what somebody was mailed about money, the newest first, once all jobs are done. */
  const mailsTo = async ({ email }: Pick<Person, 'email'>) => {
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query('select 1 from job_outbox where moved_at is null');
      return rows.length === 0;
    }, 'the jobs');
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query<{ asked: number }>(
        `select count(*)::int as asked from job_outbox o join member m on m.account_id = (o.payload ->> 'account_id')::uuid
          where o.effect = 'billing_mail' and m.permissions ? 'account_owner' and m.phase = 'member'`,
      );
      const sent = (await h.outbox()).filter(({ links }) => links.some((link) => link.endsWith('/settings/payment')));
      return sent.length === rows[0]!.asked;
    }, 'the mails');
    return (await h.outbox()).filter(({ to }) => to === email);
  };
  const subjects = async (who: Pick<Person, 'email'>) => (await mailsTo(who)).map(({ subject }) => subject);
  const told = async (as: Person) => {
    await h.caughtUp();
    const { data } = (await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as })).json();
    return data
      .map((row: { data: { type: string } }) => row.data)
      .filter(({ type }: { type: string }) => type === 'payment');
  };

  await t.test('five days before a trial ends, once, all owners and nobody else', async (t) => {
    const nora = await h.person();
    const { account_id } = nora;
    const second = await h.person({ account_id });
    const creator = await h.person({ account_id, permissions: { story_creator: [account_id] } });
    const premium = await h.person();
    const bought = await h.person();
    const staff = await h.person({ staff: true });
    await h.call(staff, 'POST', '/admin/account/premium', { account_id: premium.account_id, is_premium: true });
    await useCard(bought, works);
    await h.call(bought, 'POST', '/payment/subscribe', { plan_id: 'startup' });
    await goTo('2027-01-10T08:59:00Z');
    await advance();
    t.same(await subjects(nora), [], 'not a minute before');
    await goTo('2027-01-10T09:00:00Z');
    await Promise.all([advance(), advance()]);
    await goTo('2027-01-12T09:00:00Z');
    await advance();
    for (const owner of [nora, second]) {
      const [mail, ...others] = await mailsTo(owner);
      t.same(others, []);
      t.match(mail, { subject: 'Your free trial ends on 15 Jan 2027', links: [/\/settings\/payment$/] });
      t.match(mail!.text, 'Hello Nora,');
      t.match(mail!.text, /Your free trial of Storyrail ends on \d+ \w+ 20\d\d\./);
      t.match(mail!.text, 'Then you move to Starter. Choose a plan to keep what you use.');
    }
    t.same(await subjects(creator), []);
    t.same(await subjects(premium), []);
    t.notOk((await subjects(bought)).includes('Your free trial ends on 15 Jan 2027'));
    t.match(await told(nora), [
      {
        title: 'Your free trial ends soon',
        text: 'On 15 Jan 2027 you move to Starter. Choose a plan to keep what you use.',
      },
    ]);
    t.same(await told(creator), []);
    const { payment_status } = (await h.inject('GET', '/api/account', { as: nora })).json().data;
    t.equal(payment_status, 2, 'the trial goes on');
  });

  await t.test('after a standstill only an end that is still ahead is told', async (t) => {
    const late = await h.person();
    await goTo('2027-01-26T09:00:00Z');
    await advance();
    t.same(await subjects(late), []);
  });

  await t.test('a deal’s year: what the card is charged then, or that Starter follows', async (t) => {
    const staff = await h.person({ staff: true });
    const file = await h.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 2 } });
    const [one, other] = file.body.trim().split(/\r?\n/).slice(1);
    const [withCard, without] = [await h.person(), await h.person()];
    for (const [as, appsumo_token] of [
      [withCard, one],
      [without, other],
    ] as const)
      await h.call(as, 'PUT', '/account/profile', { appsumo_token });
    await useCard(withCard, works);
    await goTo('2028-01-21T00:00:00Z');
    await advance();
    t.match((await mailsTo(withCard))[0], {
      subject: 'The year of your deal ends on 26 Jan 2028',
      text: /From then on your card is charged, \$79\.00 at first\./,
    });
    t.match((await mailsTo(without))[0], { text: /Then you move to Starter\./ });
    t.match((await told(withCard))[0], { text: 'From 26 Jan 2028 on your card is charged, $79.00 at first.' });
  });

  await t.test('the last of several free months, before the first one that costs', async (t) => {
    const staff = await h.person({ staff: true });
    const lucky = await h.person();
    await useCard(lucky, works);
    await h.call(staff, 'POST', '/admin/account/credit', {
      account_id: lucky.account_id,
      months: 2,
      reason: 'A late start',
    });
    await h.call(lucky, 'POST', '/payment/subscribe', { plan_id: 'growth' });
    await goTo('2028-02-18T00:00:00Z');
    await advance();
    t.notOk(
      (await subjects(lucky)).some((subject) => !subject?.startsWith('Invoice ')),
      'another one follows',
    );
    await goTo('2028-02-21T02:00:00Z');
    await advance();
    await goTo('2028-03-16T00:00:00Z');
    await advance();
    await advance();
    const [mail, ...before] = await mailsTo(lucky);
    t.match(mail, {
      subject: 'Your last free month ends on 21 Mar 2028',
      text: /From then on your card is charged, \$699\.00 at first\./,
    });
    t.equal(before.length, 2);
  });

  await t.test(
    'a closed invoice: number, period, lines, amount, and the digest with where it is checked',
    async (t) => {
      const buyer = await h.person();
      await goTo('2028-04-01T09:00:00Z');
      await useCard(buyer, works);
      await h.call(buyer, 'POST', '/payment/subscribe', { plan_id: 'startup' });
      viewers.mau = 101_001;
      await goTo('2028-05-01T02:00:00Z');
      await advance();
      viewers.mau = 0;
      const [invoice] = (await h.inject('GET', '/api/payment/invoice/list', { as: buyer })).json().data;
      const { subject, text } = (await mailsTo(buyer))[0]!;
      t.equal(subject, `Invoice ${invoice.number} from Storyrail`);
      for (const line of [
        'It closes the period 1 Apr 2028 to 30 Apr 2028.',
        '2 thousand users over the limit, 1 Apr 2028 to 30 Apr 2028: $70.00',
        'Startup plan, 1 May 2028 to 31 May 2028: $349.00',
        'Amount due: $419.00',
        'Paid: $419.00.',
        'Monthly active users: 101,001. Included in the plan: 100,000.',
        digest,
        `with key fedcba9876543210: ${signature}`,
        'http://127.0.0.1:4000/settings/payment/proof',
      ])
        t.ok(text.includes(line), line);
      t.equal((await subjects(buyer)).length, 2, 'one for each invoice');
    },
  );

  await t.test(
    'a payment that fails: with its invoice, then each further time, and when the plan has ended',
    async (t) => {
      const poor = await h.person();
      await goTo('2028-06-01T09:00:00Z');
      await useCard(poor, failsLater);
      await h.call(poor, 'POST', '/payment/subscribe', { plan_id: 'startup' });
      await goTo('2028-07-01T00:00:00Z');
      await advance();
      t.match((await mailsTo(poor))[0], {
        subject: /^Invoice /,
        text: /The payment didn't go through\. We try again on 2 Jul 2028\./,
      });
      await goTo('2028-07-02T00:00:00Z');
      await advance();
      t.match((await mailsTo(poor))[0], {
        subject: 'Your Storyrail payment failed',
        text: /We couldn't charge \$349\.00 for invoice INV-2028-\d+ to your card\.[\s\S]*We try again on 4 Jul 2028\./,
      });
      for (const day of ['04', '06', '08']) {
        await goTo(`2028-07-${day}T00:00:00Z`);
        await advance();
      }
      t.match((await mailsTo(poor))[0], { text: /Your plan has ended and you are on Starter now\./ });
      t.equal((await subjects(poor)).length, 6);
    },
  );

  await t.test(
    'the viewers of a plan that is never charged for them: as many as it includes, and far more',
    async (t) => {
      const { pool } = h.kernel.analytics;
      const [free, payer, premium, gone] = [await h.person(), await h.person(), await h.person(), await h.person()];
      const staff = await h.person({ staff: true });
      await useCard(payer, works);
      await h.call(payer, 'POST', '/payment/subscribe', { plan_id: 'startup' });
      await h.call(staff, 'POST', '/admin/account/premium', { account_id: premium.account_id, is_premium: true });
      await h.kernel.db.pool.query('update account set ended = true where id = $1', [gone.account_id]);
      /** Lets an account have so many viewers in the month that runs, and tells of it as two processes do, and once more. */
      const toldOf = async ({ account_id }: Person, mau: number) => {
        await stageMonth(h, account_id, mau);
        await Promise.all([tellOfMonth(h), tellOfMonth(h)]);
        await tellOfMonth(h);
        const { rows } = await h.kernel.db.pool.query<{ told: [string, number] }>(
          `select json_build_array(data ->> 'kind', (data ->> 'mau')::int) as told from event
          where type = 'ViewerLimitReached' and stream = $1 order by version`,
          [`subscription-${account_id}`],
        );
        return rows.map(({ told }) => told);
      };

      await goTo('2028-07-10T09:00:00Z');
      t.same(await toldOf(free, 499_999), [], 'a trial has those of Growth');
      await goTo('2028-08-10T09:00:00Z');
      const trial = await h.person();
      for (const other of [payer, premium, gone]) t.same(await toldOf(other, 90_000), []);
      t.same(await toldOf(trial, 90_000), []);
      t.same(await toldOf(trial, 500_000), [['reached', 500_000]]);
      t.same(await toldOf(free, 24_750), [], '99%');
      const crowded = [free.account_id, '2028-08-01', free.user_id];
      await pool.query('insert into account_viewer (account_id, month, viewer, days) values ($1, $2, $3, 2)', crowded);
      t.same(await toldOf(free, 25_000), [], 'one of them is not billed');
      const august = [['reached', 25_000]];
      t.same(await toldOf(free, 25_001), august);
      t.same(await toldOf(free, 31_000), august, 'far above, for the first month');
      const [mail] = await mailsTo(free);
      t.match(mail, { subject: "You've reached the 25,000 active users of your plan" });
      t.match(mail!.text, 'You have had 25,000 active users since 1 Aug 2028. Your plan includes 25,000 a month.');
      t.match(mail!.text, "You aren't charged for more, and what is live stays live.");
      t.match((await told(free))[0], {
        title: "You've reached the active users of your plan",
        text: '25,000 active users since 1 Aug 2028. Your plan includes 25,000 a month. What is live stays live.',
        url: '/settings/payment',
      });

      await goTo('2028-09-10T09:00:00Z');
      const september = [...august, ['reached', 29_999]];
      t.same(await toldOf(free, 29_999), september, 'the next month again');
      await goTo('2028-09-11T09:00:00Z');
      t.same(await toldOf(free, 30_000), [...september, ['exceeded', 30_000]], '120% after such a month');
      const [stronger, ...before] = await mailsTo(free);
      t.match(stronger, { subject: 'You are over the 25,000 active users of your plan again' });
      t.match(stronger!.text, 'Startup includes 100,000 active users a month.');
      t.equal(before.length, 2);
      t.match((await told(free))[0], {
        title: 'You are over the active users of your plan again',
        text: /^30,000 active users since 1 \w+ 2028\. Startup includes 100,000 a month\.$/,
      });

      await goTo('2028-10-10T09:00:00Z');
      t.same((await toldOf(free, 26_000)).slice(3), [['reached', 26_000]]);
      await goTo('2028-11-10T09:00:00Z');
      t.same((await toldOf(free, 40_000)).slice(4), [['reached', 40_000]], 'the month before was not far above');
      await goTo('2028-12-10T09:00:00Z');
      t.same((await toldOf(free, 40_000)).slice(5), [['exceeded', 40_000]], 'at once, without the weaker words');
    },
  );
});

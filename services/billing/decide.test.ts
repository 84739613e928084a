import t from 'tap';
import { billingDueAt, standingOf } from '#contracts/subscription/standing.ts';
import { initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { billingDecisions } from '#ops/testing/billing-decisions.ts';
import { decideAdvance, periodToCount } from './cycle.ts';
import { type BillingFacts, decideCancel, decideSubscribe } from './decide.ts';

const { account, method_id, at, midnight, facts, fold, none, buy, invoiceIn, paidIn, close, linesIn, typesIn, onDeal } =
  billingDecisions;

t.test('the day of purchase belongs whole, and the first month is paid at once', async (t) => {
  const events = buy(none, 'growth', '2026-01-31');
  const growth = fold(none, events);
  t.same(growth.period, { from: midnight('2026-01-31'), to: midnight('2026-02-28') });
  t.equal(paidIn(events), 69_900);
  t.same(standingOf(growth), { standing: 1, promo_until: null });
  const renewed = fold(growth, close(growth, '2026-02-28', 0));
  t.same(renewed.period, { from: midnight('2026-02-28'), to: midnight('2026-03-31') }, 'the 31st comes back');
  t.throws(() => buy(none, 'growth', '2026-01-31', { card: null }), { code: 'CardRequired' });
  const declined = { card: { method_id, charges: 0, declines_from: 0 } };
  t.throws(() => buy(none, 'growth', '2026-01-31', declined), { code: 'CardDeclined' });
});

t.test('an upgrade in the last hour of a period is kept through the next one, to the cent', async (t) => {
  const startup = fold(none, buy(none, 'startup', '2026-03-10'));
  const upgrade = buy(startup, 'growth', '2026-04-09');
  // One of 31 days: 69,900 / 31 = 2,254.84 and 34,900 / 31 = 1,125.81.
  t.same(
    invoiceIn(upgrade).lines.map(({ kind, amount }) => [kind, amount]),
    [
      ['unused', -1126],
      ['rest', 2255],
    ],
  );
  t.equal(paidIn(upgrade), 1129);
  const growth = fold(startup, upgrade);
  t.equal(growth.kept_until, midnight('2026-05-10'));
  const canceled = fold(growth, decideCancel(growth));
  t.same(canceled.scheduled, { plan: null, ts: midnight('2026-05-10') }, 'canceled, it runs through the next period');
  t.equal(standingOf(canceled).standing, 5);
  const renewal = close(canceled, '2026-04-10', 612_345);
  t.same(invoiceIn(renewal).viewers, { mau: 612_345, marked: 0, mau_limit: 500_000, digest: null });
  // The limit is that of the plan at the end: 113 started thousands above 500,000, at $15.
  t.same(
    invoiceIn(renewal).lines.map(({ kind, amount }) => [kind, amount]),
    [
      ['overage', 113 * 1500],
      ['plan', 69_900],
    ],
  );
  const next = fold(canceled, renewal);
  t.same(next.period, { from: midnight('2026-04-10'), to: midnight('2026-05-10') });
  const end = close(next, '2026-05-10', 0);
  t.match(end, [{ type: 'SubscriptionEnded', data: { reason: 'canceled' } }]);
  t.same(standingOf(fold(next, end)), { standing: 9, promo_until: null });
});

t.test('a lower plan follows at the period’s end, and the plan one has takes it back', async (t) => {
  const pro = fold(none, buy(none, 'pro', '2026-06-01'));
  const down = buy(pro, 'startup', '2026-06-10');
  t.same(down, [{ type: 'DowngradeScheduled', data: { plan: 'startup', ts_change: midnight('2026-07-01') } }]);
  const scheduled = fold(pro, down);
  t.same(buy(scheduled, 'startup', '2026-06-11'), [], 'again, it changes nothing');
  t.same(buy(scheduled, 'pro', '2026-06-12'), [{ type: 'ScheduledChangeWithdrawn', data: {} }]);
  const renewal = close(scheduled, '2026-07-01', 0);
  t.equal(fold(scheduled, renewal).plan, 'startup');
  t.equal(paidIn(renewal), 34_900);
  t.same(buy(pro, 'pro', '2026-06-12'), [], 'the plan that it has changes nothing');
});

t.test('a payment that fails is tried after 1, 3, 5 and 7 days, then the subscription ends', async (t) => {
  const start = fold(none, buy(none, 'startup', '2026-06-01'));
  const failing = { card: { method_id, charges: 1, declines_from: 1 } };
  let state = fold(start, close(start, '2026-07-01', 0, failing));
  t.equal(standingOf(state).standing, 3);
  for (const day of ['2026-07-02', '2026-07-04', '2026-07-06']) {
    state = fold(state, close(state, day, 0, failing));
    t.equal(standingOf(state).standing, 3, day);
    t.same(close(state, day, 0, failing), [], 'once for each time');
  }
  const last = close(state, '2026-07-08', 0, failing);
  t.same(
    last.map(({ type }) => type),
    ['PaymentFailed', 'InvoiceWrittenOff', 'SubscriptionEnded'],
  );
  t.equal(fold(state, last).plan, null);
  const paid = close(state, '2026-07-08', 0);
  t.same(
    paid.map(({ type }) => type),
    ['InvoicePaid'],
    'a card that works by then keeps it',
  );
  t.equal(standingOf(fold(state, paid)).standing, 1);
});

t.test('who subscribes while a payment is open pays that first', async (t) => {
  const start = fold(none, buy(none, 'startup', '2026-06-01'));
  const state = fold(start, close(start, '2026-07-01', 0, { card: null }));
  const events = buy(state, 'growth', '2026-07-02');
  t.match(events, [{ type: 'InvoicePaid', data: { amount: 34_900 } }, { type: 'PlanUpgraded' }]);
  const upgrade = 69_900 - 2255 - (34_900 - 1126);
  t.equal(paidIn(events), 34_900 + upgrade, '30 of 31 days are left');
  const once = { card: { method_id, charges: 0, declines_from: 1 } };
  t.throws(() => buy(state, 'growth', '2026-07-02', once), { code: 'CardDeclined' }, 'all or nothing');
});

t.test('a change of plans takes back what was scheduled, and each upgrade holds anew', async (t) => {
  const startup = fold(none, buy(none, 'startup', '2026-06-01'));
  const growth = fold(startup, buy(startup, 'growth', '2026-06-10'));
  const pro = buy(growth, 'pro', '2026-06-20');
  t.same(
    linesIn(pro),
    [
      ['unused', -25_630],
      ['rest', 36_630],
    ],
    '11 of 30 days, from Growth and not from Startup',
  );
  t.equal(fold(growth, pro).kept_until, midnight('2026-08-01'));
  const leaving = fold(startup, decideCancel(startup));
  const back = buy(leaving, 'growth', '2026-06-10');
  t.same(typesIn(back).slice(0, 2), ['ScheduledChangeWithdrawn', 'PlanUpgraded']);
  t.equal(standingOf(fold(leaving, back)).standing, 1, 'who had canceled stays');
  const lower = fold(growth, buy(growth, 'startup', '2026-06-11'));
  t.same(lower.scheduled, { plan: 'startup', ts: midnight('2026-08-01') });
  t.equal(fold(lower, buy(lower, 'pro', '2026-06-12')).scheduled, null);
  const july = fold(lower, close(lower, '2026-07-01', 0));
  t.equal(july.plan, 'growth', 'kept through the next period');
  const kept = fold(july, buy(july, 'pro', '2026-07-15'));
  t.same(kept.kept_until, midnight('2026-09-01'), 'an upgrade in a kept period holds through the one after');
  t.equal(fold(july, close(july, '2026-08-01', 0)).plan, 'startup');
});

t.test(
  'a period that is over is closed before a higher plan can be chosen, a lower one or none follows it',
  async (t) => {
    const startup = fold(none, buy(none, 'startup', '2026-06-01'));
    t.throws(() => buy(startup, 'growth', '2026-07-01'), { code: 'Conflict' }, 'its limit stays that of its end');
    const deal = onDeal('2026-01-31');
    t.throws(() => buy(deal, 'startup', '2027-02-03'), { code: 'Conflict' });
    t.equal(fold(deal, buy(deal, 'startup', '2027-01-30')).plan, 'startup', 'on its last day it can');
    const left = fold(startup, decideCancel(startup));
    t.same(typesIn(close(left, '2026-07-03', 0)), ['SubscriptionEnded']);
  },
);

t.test('a cycle that stood still closes each period at its own end, one after the other', async (t) => {
  const start = fold(none, buy(none, 'startup', '2026-01-31'));
  const failing = { card: { method_id, charges: 1, declines_from: 1 } };
  const first = close(start, '2026-04-05', 100_001, failing);
  t.same(linesIn(first), [
    ['overage', 3500],
    ['plan', 34_900],
  ]);
  t.match(first.at(-1), { type: 'PaymentFailed', data: { ts_next: at('2026-04-06') } });
  const february = fold(start, first);
  t.same(february.period, { from: midnight('2026-02-28'), to: midnight('2026-03-31') });
  const paid = fold(february, close(february, '2026-04-06', 0));
  const march = close(paid, '2026-04-06', 0);
  t.same(fold(paid, march).period, { from: midnight('2026-03-31'), to: midnight('2026-04-30') });
  t.same(close(fold(paid, march), '2026-04-29', 0), []);
  const leap = fold(none, buy(none, 'startup', '2028-01-30'));
  t.same(leap.period, { from: midnight('2028-01-30'), to: midnight('2028-02-29') });
  const year = onDeal('2028-02-29');
  const next = fold(year, close(year, '2029-02-28', 0));
  t.same(next.period, { from: midnight('2029-02-28'), to: midnight('2030-02-28') });
});

t.test('the year of a deal goes on by the card or ends, and who canceled it takes that back', async (t) => {
  const deal = onDeal('2026-06-01', initialSubscription(account));
  t.match(close(deal, '2027-06-01', 900_000, { card: null }), [
    { type: 'SubscriptionEnded', data: { reason: 'deal_over' } },
  ]);
  const leaving = fold(deal, decideCancel(deal));
  t.equal(standingOf(leaving).standing, 5);
  const asked = (state: SubscriptionState, card: BillingFacts['card']) =>
    decideSubscribe(state, { plan: 'deal', promo: null }, facts('2026-07-01', { card }));
  t.same(asked(leaving, null), [{ type: 'ScheduledChangeWithdrawn', data: {} }], 'nothing is to be paid for that');
  t.throws(() => asked(none, null), { code: 'Invalid' }, 'nobody buys a deal here');
  const second = fold(deal, close(deal, '2027-06-01', 0));
  const back = linesIn(buy(second, 'startup', '2027-08-01'))[0];
  t.same(back, ['unused', -6583], '305 of 366 days that the card has paid: 7,900 × 305 / 366 = 6,583.33');
});

t.test('without its card a renewal fails, and whoever cancels then is still asked for what is due', async (t) => {
  const start = fold(none, buy(none, 'startup', '2026-06-01'));
  const failed = fold(start, close(start, '2026-07-01', 0, { card: null }));
  t.equal(standingOf(failed).standing, 3);
  t.throws(() => buy(failed, 'startup', '2026-07-01', { card: null }), { code: 'CardRequired' });
  const leaving = fold(failed, decideCancel(failed));
  t.equal(standingOf(leaving).standing, 3);
  t.equal(standingOf(fold(leaving, close(leaving, '2026-07-02', 0))).standing, 5, 'paid, it runs until its end');
});

t.test('of an account that is deleted what it used in its period is asked for once, and nothing else', async (t) => {
  const viewers = { mau: 100_001, marked: 0, digest: null };
  const gone = (state: SubscriptionState, day: string, more = {}) =>
    decideAdvance(state, { ...facts(day), viewers, ended: true, ...more });
  const start = fold(none, buy(none, 'startup', '2026-06-01'));
  const owing = fold(start, close(start, '2026-07-01', 0, { card: null }));
  const left = gone(owing, '2026-07-05');
  t.same(left, [
    { type: 'InvoiceWrittenOff', data: { invoice_id: facts('2026-07-05').invoice_id } },
    { type: 'CancellationScheduled', data: { ts_change: midnight('2026-07-06') } },
  ]);
  const leaving = fold(owing, left);
  const count = (day: string) => periodToCount(leaving, { ended: true, now: at(day) });
  t.equal(count('2026-07-05'), null, 'its last day is not over');
  t.same(count('2026-07-06'), { from: midnight('2026-07-01'), to: midnight('2026-07-06') });
  t.same(gone(leaving, '2026-07-05'), [], 'once');
  t.same(gone(leaving, '2026-07-06', { viewers: null }), [], 'it waits until they are counted');
  const last = gone(leaving, '2026-07-06');
  t.same(typesIn(last), ['InvoiceClosed', 'SubscriptionEnded', 'InvoicePaid']);
  t.match(invoiceIn(last), { closes: count('2026-07-06'), lines: [{ kind: 'overage', amount: 3500 }] });
  t.match(invoiceIn(last).lines.length, 1, 'nothing follows');
  const unpaid = gone(leaving, '2026-07-06', { card: null });
  t.same(typesIn(unpaid), ['InvoiceClosed', 'SubscriptionEnded', 'PaymentFailed', 'InvoiceWrittenOff']);
  const over = fold(leaving, unpaid);
  t.match(over, { plan: null, open: null, waiting: [] });
  t.equal(billingDueAt(over), null, 'nobody asks again');
  const few = gone(leaving, '2026-07-06', { viewers: { ...viewers, mau: 100_000 } });
  t.match(few, [{ type: 'SubscriptionEnded', data: { reason: 'account_ended', ts_end: midnight('2026-07-06') } }]);
  const late = fold(start, gone(start, '2026-09-05'));
  const period = periodToCount(late, { ended: true, now: at('2026-09-05') });
  t.same(period, start.period, 'a cycle that stood still closes the period that it found');
  for (const [state, more, why] of [
    [onDeal('2026-06-01'), {}, 'a deal'],
    [start, { premium: true }, 'premium'],
  ] as const)
    t.same(typesIn(gone(state, '2026-06-10', more)), ['SubscriptionEnded'], `${why} costs nothing above the limit`);
});

import t from 'tap';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { ClosedInvoice } from '#contracts/subscription/invoice.ts';
import { standingOf } from '#contracts/subscription/standing.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { decideAdvance } from './cycle.ts';
import { type BillingFacts, decideCancel, decideCard, decideSubscribe } from './decide.ts';

const account = '0190a000-0000-7000-8000-000000000020';
const method_id = '0190a000-0000-7000-8000-000000000072';
const at = (day: string) => Date.parse(`${day}T15:30:00Z`) / 1000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const facts = (day: string, more: Partial<BillingFacts> = {}): BillingFacts => ({
  now: at(day),
  card: { method_id, charges: 0, declines_from: null },
  premium: false,
  referred: false,
  invoice_id: '0190a000-0000-7000-8000-000000000071',
  ...more,
});
const fold = (state: SubscriptionState, events: readonly SubscriptionEvent[]) =>
  events.reduce(evolveSubscription, state);
const none = fold(initialSubscription(account), decideCard(initialSubscription(account), method_id));
const buy = (state: SubscriptionState, plan: 'startup' | 'growth' | 'pro' | 'starter', day: string, more = {}) =>
  decideSubscribe(state, { plan, promo: null }, facts(day, more));
const invoiceIn = (events: readonly SubscriptionEvent[]): ClosedInvoice =>
  events.flatMap((event) => (event.type === 'InvoiceClosed' ? [event.data.invoice] : []))[0]!;
const paidIn = (events: readonly SubscriptionEvent[]) =>
  events.reduce((sum, event) => sum + (event.type === 'InvoicePaid' ? event.data.amount : 0), 0);
const close = (state: SubscriptionState, day: string, mau: number, more = {}) =>
  decideAdvance(state, {
    ...facts(day, more),
    ended: false,
    viewers: { mau, marked: 0, mau_limit: 0, digest: null },
  });

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

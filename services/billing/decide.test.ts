import t from 'tap';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { ClosedInvoice } from '#contracts/subscription/invoice.ts';
import { standingOf } from '#contracts/subscription/standing.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { decideAdvance } from './cycle.ts';
import { type BillingFacts, decideCancel, decideCard, decideSubscribe } from './decide.ts';
import { decideReferral } from './referral.ts';
import { decideCredit, decideCustomPlan } from './staff-decide.ts';

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
    viewers: { mau, marked: 0, digest: null },
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

const linesIn = (events: readonly SubscriptionEvent[]) =>
  invoiceIn(events).lines.map(({ kind, amount }) => [kind, amount] as const);
const typesIn = (events: readonly SubscriptionEvent[]) => events.map(({ type }) => type);
const onDeal = (day: string, state = none) =>
  fold(state, [
    { type: 'SubscriptionStarted', data: { account_id: account, plan: 'deal', provider: 'local', ts_start: at(day) } },
  ]);
const withCode = (
  plan: 'startup' | 'growth' | 'pro',
  day: string,
  off: { amount_off?: number; percent_off?: number; months?: number },
  state = none,
) => {
  const { amount_off = null, percent_off = null, months = null } = off;
  const promo = { promo_id: 'a-code', code: 'CODE', amount_off, percent_off, months };
  return decideSubscribe(state, { plan, promo }, facts(day));
};
const custom = {
  nickname: 'Made for you',
  amount: 50_000,
  mau_limit: 1000,
  mau_exceed_price: 4,
  seats: -1,
  story_limit: -1,
  features: [],
};

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

t.test('a code takes off no more than the price, and one of one invoice once', async (t) => {
  const all = withCode('startup', '2026-06-01', { amount_off: 99_999, months: 2 });
  t.same(linesIn(all), [
    ['plan', 34_900],
    ['promo', -34_900],
  ]);
  const held = fold(none, all);
  t.equal(standingOf(held).promo_until, midnight('2026-08-01'));
  t.same(
    linesIn(buy(held, 'growth', '2026-06-16')),
    [
      ['unused', -17_450],
      ['rest', 34_950],
    ],
    'once a period',
  );
  const half = fold(none, withCode('startup', '2026-06-01', { percent_off: 50 }));
  t.equal(paidIn(buy(half, 'growth', '2026-06-16')), 17_500, 'it was of the first invoice');
  t.equal(paidIn(close(half, '2026-07-01', 0)), 34_900);
  const startup = fold(none, buy(none, 'startup', '2026-06-01'));
  const upgraded = withCode('growth', '2026-06-16', { percent_off: 100 }, startup);
  t.equal(paidIn(upgraded), 0);
  t.same(linesIn(close(fold(startup, upgraded), '2026-07-01', 0)), [['plan', 69_900]], 'the upgrade has used it');
  t.throws(() => withCode('pro', '2026-06-20', { percent_off: 100 }, fold(startup, upgraded)), { code: 'PromoUsed' });
});

t.test('a code of so many months takes off so many invoices, whenever it is applied', async (t) => {
  const startup = fold(none, buy(none, 'startup', '2026-06-01'));
  const half = { percent_off: 50 };
  /** Of six renewals, those that a code takes something off. */
  const takes = (state: SubscriptionState) => {
    let after = state;
    return ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'].map((day) => {
      const events = close(after, day, 0);
      after = fold(after, events);
      return linesIn(events).some(([kind]) => kind === 'promo') ? 1 : 0;
    });
  };
  for (const day of ['2026-06-01', '2026-06-14', '2026-06-30']) {
    const held = fold(startup, withCode('startup', day, { ...half, months: 3 }, startup));
    t.same(takes(held), [1, 1, 1, 0, 0, 0], `to the plan that it has, on ${day}`);
    t.equal(standingOf(held).promo_until, midnight('2026-10-01'));
    const lower = fold(startup, withCode('startup', day, { amount_off: 100, months: 1 }, startup));
    t.same(takes(lower), [1, 0, 0, 0, 0, 0], `an amount, on ${day}`);
  }
  const bought = fold(none, withCode('startup', '2026-06-01', { ...half, months: 3 }));
  t.same(takes(bought), [1, 1, 0, 0, 0, 0], 'the purchase is one of them');
  const raised = fold(startup, withCode('growth', '2026-06-14', { ...half, months: 3 }, startup));
  t.same(takes(raised), [1, 1, 0, 0, 0, 0], 'and so is an upgrade');
  const again = buy(raised, 'pro', '2026-06-20');
  t.match(linesIn(again).at(-1), ['promo'], 'percent of each invoice of a period');
  t.same(takes(fold(raised, again)), [1, 1, 0, 0, 0, 0], 'which is one month');
  const gifted = fold(bought, decideCredit({ months: 1, reason: 'Late' }));
  t.same(takes(gifted), [0, 1, 1, 0, 0, 0], 'a month that is free anyway is none of them');
  const deal = onDeal('2026-06-01');
  const dealt = fold(
    deal,
    decideSubscribe(
      deal,
      { plan: 'deal', promo: { promo_id: 'a', code: 'A', amount_off: 900, percent_off: null, months: 12 } },
      facts('2026-06-02'),
    ),
  );
  t.equal(standingOf(dealt).promo_until, midnight('2028-06-01'));
  const renewed = fold(dealt, close(dealt, '2027-06-01', 0));
  t.equal(paidIn(close(dealt, '2027-06-01', 0)), 7000);
  t.equal(paidIn(close(renewed, '2028-06-01', 0)), 7900, 'a year is twelve of them');
});

t.test(
  'free months are of whole months, credit goes as far as it does, and a year of a deal is no month',
  async (t) => {
    const rich = fold(none, decideCredit({ amount: 50_000, reason: 'Late' }));
    const first = buy(rich, 'startup', '2026-06-01');
    t.equal(paidIn(first), 0);
    const credited = fold(rich, first);
    t.equal(credited.credit, 15_100);
    t.equal(paidIn(close(credited, '2026-07-01', 0)), 34_900 - 15_100);
    const gifted = fold(none, decideCredit({ months: 1, reason: 'Late' }));
    const free = fold(gifted, buy(gifted, 'startup', '2026-06-01'));
    t.same(free.free_months, { referral: 0, staff: 0 });
    t.equal(paidIn(buy(free, 'growth', '2026-06-16')), 17_500, 'an upgrade in a free month costs the difference');
    const deal = onDeal('2026-06-01', gifted);
    t.equal(paidIn(close(deal, '2027-06-01', 0)), 7900);
    t.equal(paidIn(close(deal, '2027-06-01', 0, { referred: true })), 7900, 'nor is it the free one of a friend');
    const upgrade = buy(deal, 'growth', '2026-09-01', { referred: true });
    t.same(linesIn(upgrade), [
      ['plan', 69_900],
      ['free_month', -69_900],
    ]);
    t.same(fold(deal, upgrade).free_months, { referral: 0, staff: 1 }, 'the gift is still there');
  },
);

t.test('twelve months a year are earned by referring, and the thirteenth once the first is a year old', async (t) => {
  let state = none;
  for (let month = 1; month <= 12; month += 1)
    state = fold(state, decideReferral(state, account, at(`2026-${String(month).padStart(2, '0')}-05`)));
  t.equal(state.free_months.referral, 12);
  t.same(decideReferral(state, account, at('2027-01-04')), []);
  t.match(decideReferral(state, account, at('2027-01-05')), [{ type: 'ReferralEarned' }]);
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
  const gone = decideAdvance(failed, { ...facts('2026-07-01'), viewers: null, ended: true });
  t.same(typesIn(gone), ['InvoiceWrittenOff', 'SubscriptionEnded'], 'of a deleted account nothing is taken');
});

t.test('a plan by staff gives back what is left of a paid period, and beyond its price as credit', async (t) => {
  const pro = fold(none, buy(none, 'pro', '2026-06-01'));
  const dear = decideCustomPlan(pro, { ...custom, amount: 250_000 }, facts('2026-06-21'));
  t.match(invoiceIn(dear).lines, [
    { kind: 'unused', plan: 'pro', days: 10, of_days: 30, amount: -33_300 },
    { kind: 'plan', plan: 'custom', amount: 250_000 },
  ]);
  t.equal(paidIn(dear), 250_000 - 33_300);
  const cheap = decideCustomPlan(pro, custom, facts('2026-06-02'));
  t.same(linesIn(cheap), [
    ['unused', -96_570],
    ['plan', 50_000],
    ['to_credit', 46_570],
  ]);
  t.match(invoiceIn(cheap), { total: 0, from_credit: 0, amount_due: 0 });
  const held = fold(pro, cheap);
  t.equal(held.credit, 46_570);
  t.equal(paidIn(close(held, '2026-07-02', 0)), 50_000 - 46_570, 'the next invoice uses it');
  const other = decideCustomPlan(held, { ...custom, amount: 90_000 }, facts('2026-06-17'));
  t.same(
    linesIn(other),
    [
      ['unused', -25_000],
      ['plan', 90_000],
    ],
    '15 of 30 days of the plan that staff made before',
  );
  t.equal(invoiceIn(other).from_credit, 46_570);
});

t.test('what a plan by staff gives back is what was asked for the days, not what they cost others', async (t) => {
  const back = (state: SubscriptionState, day: string) =>
    linesIn(decideCustomPlan(state, custom, facts(day))).filter(([kind]) => kind === 'unused');
  const gifted = fold(none, decideCredit({ months: 1, reason: 'Late' }));
  t.same(back(fold(gifted, buy(gifted, 'startup', '2026-06-01')), '2026-06-16'), [], 'nothing of a free month');
  const half = fold(none, withCode('startup', '2026-06-01', { percent_off: 50 }));
  t.same(back(half, '2026-06-16'), [['unused', -8725]], '17,450 × 15 / 30');
  const raised = fold(half, buy(half, 'growth', '2026-06-11'));
  // 17,450 × 20 / 30 = 11,633.33 and 46,600 − 23,267 for the dearer plan make 34,966, of which a half is left.
  t.same(back(raised, '2026-06-21'), [['unused', -17_483]]);
  const rich = fold(none, decideCredit({ amount: 50_000, reason: 'Late' }));
  t.same(back(fold(rich, buy(rich, 'startup', '2026-06-01')), '2026-06-16'), [['unused', -17_450]], 'credit has paid');
  t.same(back(onDeal('2026-06-01'), '2026-06-16'), [], 'a year that a code has paid');
  const startup = fold(none, buy(none, 'startup', '2026-06-01'));
  t.same(back(startup, '2026-07-01'), [], 'no day is left of a period that is over');
});

t.test('a plan by staff leaves no invoice behind that nobody asks for, and ends without another charge', async (t) => {
  const start = fold(none, buy(none, 'startup', '2026-06-01'));
  const failed = fold(start, close(start, '2026-07-01', 0, { card: null }));
  const set = decideCustomPlan(failed, custom, facts('2026-07-02'));
  t.same(typesIn(set), ['InvoicePaid', 'CustomPlanSet', 'InvoiceClosed', 'InvoicePaid']);
  t.equal(
    paidIn(set),
    34_900 + 50_000 - 33_774,
    'what was open, and the new plan without 30 of 31 days of the old one',
  );
  const bare = fold(failed, decideCustomPlan(failed, custom, facts('2026-07-02', { card: null })));
  t.same(
    bare.waiting.map(({ amount }) => amount),
    [34_900, 50_000 - 33_774],
    'without a card both wait to be paid another way',
  );
  const held = fold(failed, set);
  const owing = fold(held, close(held, '2026-08-02', 0, { card: { method_id, charges: 1, declines_from: 1 } }));
  t.equal(standingOf(owing).standing, -3);
  const end = decideCustomPlan(owing, null, facts('2026-08-03'));
  t.same(typesIn(end), ['InvoiceWrittenOff', 'SubscriptionEnded']);
  t.same(fold(owing, end).open, null);
});

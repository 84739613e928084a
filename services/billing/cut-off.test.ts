import t from 'tap';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { billingDueAt } from '#contracts/subscription/standing.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { billingDecisions } from '#ops/testing/billing-decisions.ts';
import { decideAdvance, periodToCount } from './cycle.ts';
import { decideCardRemoved } from './decide.ts';
import { decideCustomPlan } from './staff-decide.ts';

const { account, method_id, at, midnight, facts, fold, none, buy, invoiceIn, paidIn, close, countCutOff } =
  billingDecisions;
const { linesIn, typesIn, onDeal, custom } = billingDecisions;

const agency = { ...custom, amount: 100_000, mau_exceed_price: 10 };
const declined = { card: { method_id, charges: 1, declines_from: 1 } };
const set = (state: SubscriptionState, day: string, terms: typeof custom | null = agency, more = {}) =>
  fold(state, decideCustomPlan(state, terms, facts(day, more)));
const june = set(none, '2026-06-01');
const wider = { ...agency, seats: 50, mau_limit: 9000, mau_exceed_price: 2 };
const toCount = (state: SubscriptionState, day: string, ended = false) => periodToCount(state, { ended, now: at(day) });
const leave = (state: SubscriptionState, day: string, viewers: { mau: number } | null, more = {}) =>
  decideAdvance(state, {
    ...facts(day, more),
    viewers: viewers && { ...viewers, marked: 0, digest: null },
    ended: true,
  });

t.test(
  'the days of a plan that staff change are counted and charged at the limit and price that held then',
  async (t) => {
    const events = decideCustomPlan(june, wider, facts('2026-06-29'));
    t.same(
      linesIn(events),
      [
        ['unused', -6667],
        ['plan', 100_000],
      ],
      'what is known at once',
    );
    const changed = fold(june, events);
    const cut = { from: midnight('2026-06-01'), to: midnight('2026-06-29') };
    t.same(changed.period, { from: cut.to, to: midnight('2026-07-29') }, 'no day twice, and none left out');
    t.same(toCount(changed, '2026-06-29'), cut);
    t.equal(billingDueAt(changed), cut.to, 'at once');
    t.same(
      decideAdvance(changed, { ...facts('2026-06-29'), ended: false, viewers: null }),
      [],
      'it waits for the viewers',
    );
    t.same(decideCustomPlan(changed, wider, facts('2026-06-29')), [], 'the same plan again changes nothing');
    const closed = close(changed, '2026-06-29', 3200);
    t.same(typesIn(closed), ['PeriodCounted', 'InvoiceClosed', 'InvoicePaid']);
    t.match(invoiceIn(closed), {
      closes: cut,
      lines: [{ kind: 'overage', plan: 'custom', period: cut, thousands: 3, unit_amount: 1000, amount: 3000 }],
      viewers: { mau: 3200, mau_limit: 1000 },
    });
    t.equal(paidIn(closed), 3000);
    const after = fold(changed, closed);
    t.same([after.cut_off, toCount(after, '2026-06-30')], [[], null], 'once');
    t.same(close(after, '2026-06-30', 3200), []);
    t.same(toCount(after, '2026-07-29'), changed.period);
    t.same(linesIn(close(after, '2026-07-29', 9001)), [
      ['overage', 200],
      ['plan', 100_000],
    ]);
    const few = close(changed, '2026-06-29', 1000);
    t.match(few, [{ type: 'PeriodCounted', data: { period: cut, viewers: { mau: 1000 }, overage: null } }]);
    t.equal(few.length, 1, 'nothing above the limit is no invoice');
    t.same(typesIn(close(changed, '2026-06-29', 3200, { premium: true })), ['PeriodCounted']);
  },
);

t.test('also those of a plan of the list that one by staff replaces', async (t) => {
  const startup = fold(none, buy(none, 'startup', '2026-06-01'));
  const upgraded = fold(startup, buy(startup, 'growth', '2026-06-10'));
  const replaced = set(upgraded, '2026-06-21');
  const closed = close(replaced, '2026-06-21', 512_001);
  t.same(linesIn(closed), [['overage', 13 * 1500]], 'of its last plan, as at the end of each period');
  t.match(invoiceIn(closed).closes, { from: midnight('2026-06-01'), to: midnight('2026-06-21') });
  t.equal(set(set(none, '2026-06-05'), '2026-06-05', wider).cut_off?.length, undefined, 'a day has one plan');
  const year = set(onDeal('2026-01-10'), '2026-06-21');
  t.same(typesIn(close(year, '2026-06-21', 900_000)), ['PeriodCounted'], 'a deal never costs more');
});

t.test(
  'a plan that staff end is counted up to the end of that day, whose plan may be another one by then',
  async (t) => {
    const end = decideCustomPlan(june, null, facts('2026-06-12'));
    const over = fold(june, end);
    const cut = { from: midnight('2026-06-01'), to: midnight('2026-06-13') };
    t.match([over.plan, over.cut_off], [null, [{ plan: 'custom', custom: agency, period: cut }]]);
    t.equal(toCount(over, '2026-06-12'), null, 'its last day is not over');
    t.equal(billingDueAt(over), cut.to);
    t.same(close(over, '2026-06-12', 3200), []);
    t.throws(() => decideCardRemoved(over, method_id, 0), { code: 'Conflict' }, 'its card is still to pay');
    const closed = close(over, '2026-06-13', 3200);
    t.match(invoiceIn(closed), { closes: cut, amount_due: 3000 });
    t.equal(billingDueAt(fold(over, closed)), null);
    const bought = fold(over, buy(over, 'growth', '2026-06-12'));
    t.same(toCount(bought, '2026-06-12'), { from: cut.from, to: midnight('2026-06-12') });
    t.same(bought.period?.from, midnight('2026-06-12'));
    const again = set(set(none, '2026-06-12'), '2026-06-12', null);
    t.same(set(again, '2026-06-12', wider).cut_off, [], 'nothing is left where both are of one day');
  },
);

t.test('one invoice is asked for at a time, and what no card pays waits as staff agree', async (t) => {
  const bare = set(june, '2026-06-29', wider, { card: null });
  const unpaid = close(bare, '2026-06-30', 3200, { card: null });
  t.match(unpaid.at(-1), { type: 'PaymentFailed', data: { code: 'no_card', ts_next: null } });
  t.equal(fold(bare, unpaid).waiting.length, 2);
  const over = set(june, '2026-06-12', null);
  const owed = fold(over, close(over, '2026-06-13', 3200, { card: null }));
  t.match(owed.waiting, [{ amount: 3000 }], 'also once the plan has ended');
  const tried = close(over, '2026-06-13', 3200, declined);
  t.match(tried.at(-1), { data: { code: 'card_declined', ts_next: at('2026-06-14') } });

  const renewed = fold(june, close(june, '2026-07-01', 0, declined));
  const both = set(renewed, '2026-07-05', wider, declined);
  t.match([both.open, both.waiting.length], [null, 2]);
  t.same(toCount(both, '2026-07-05'), { from: midnight('2026-07-01'), to: midnight('2026-07-05') });
  const failing = fold(both, close(both, '2026-07-05', 3200, declined));
  const third = set(failing, '2026-07-20', null);
  t.match([third.open, third.cut_off?.length], [null, 1], 'ended, it asks for it no more');
});

t.test('a cycle that stood still leaves each period to be counted for itself', async (t) => {
  const late = set(june, '2026-08-10', wider);
  t.same(
    late.cut_off?.map(({ period }) => period),
    [
      { from: midnight('2026-06-01'), to: midnight('2026-07-01') },
      { from: midnight('2026-07-01'), to: midnight('2026-08-01') },
      { from: midnight('2026-08-01'), to: midnight('2026-08-10') },
    ],
  );
  t.same(countCutOff(late, '2026-08-10').cut_off, []);
});

t.test('of an account in which nobody is left the days of both plans are asked for once', async (t) => {
  const changed = set(june, '2026-06-29', wider);
  const left = leave(changed, '2026-06-29', null);
  t.match(left, [{ type: 'CancellationScheduled', data: { ts_change: midnight('2026-06-30') } }]);
  const leaving = fold(changed, left);
  t.same(leave(leaving, '2026-06-29', null), []);
  const first = leave(leaving, '2026-06-29', { mau: 3200 }, { card: null });
  t.same(typesIn(first), ['PeriodCounted', 'InvoiceClosed', 'PaymentFailed', 'InvoiceWrittenOff']);
  const rest = fold(leaving, first);
  t.same(toCount(rest, '2026-06-30', true), { from: midnight('2026-06-29'), to: midnight('2026-06-30') });
  const last = leave(rest, '2026-06-30', { mau: 9001 });
  t.same(typesIn(last), ['InvoiceClosed', 'SubscriptionEnded', 'InvoicePaid']);
  t.match(fold(rest, last), { plan: null, open: null, waiting: [], cut_off: [] });
});

t.test('what Stripe ran is counted for Stripe, and events of earlier versions leave nothing', async (t) => {
  const started: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: { account_id: account, plan: 'growth', provider: 'stripe', ts_start: at('2026-06-01'), outside_id: 'sub_1' },
  };
  const growth = fold(none, [started]);
  const events = decideCustomPlan(growth, agency, facts('2026-06-21', { card: null }));
  const replaced = fold(growth, events);
  const period = { from: midnight('2026-06-01'), to: midnight('2026-06-21') };
  t.match(replaced, { cut_off: undefined, outside: { subscription: null, uncounted: [{ plan: 'growth', period }] } });
  const next = set(replaced, '2026-07-01', wider, { card: null });
  t.same(
    next.cut_off?.map((one) => one.period),
    [{ from: period.to, to: midnight('2026-07-01') }],
    'a plan by staff is counted here',
  );
  t.equal(next.outside.uncounted.length, 1);
  const early = events.map((event) => {
    if (event.type !== 'CustomPlanSet') return event;
    const { cut_off: _, ...data } = event.data;
    return { ...event, data };
  });
  t.match(fold(growth, early), { cut_off: undefined, outside: { uncounted: [] } });
  t.match(fold(june, [{ type: 'SubscriptionEnded', data: { reason: 'staff', ts_end: at('2026-06-09') } }]), {
    plan: null,
    cut_off: undefined,
  });
});

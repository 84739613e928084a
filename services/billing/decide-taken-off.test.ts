import t from 'tap';
import { standingOf } from '#contracts/subscription/standing.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { billingDecisions } from '#ops/testing/billing-decisions.ts';
import { decideSubscribe } from './decide.ts';
import { decideReferral } from './referral.ts';
import { decideCredit, decideCustomPlan } from './staff-decide.ts';

const {
  account,
  method_id,
  at,
  midnight,
  facts,
  fold,
  none,
  buy,
  invoiceIn,
  paidIn,
  close,
  countCutOff,
  linesIn,
  typesIn,
  onDeal,
  withCode,
  custom,
} = billingDecisions;

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
  t.match(
    linesIn(decideSubscribe(renewed, { plan: 'startup', promo: null }, facts('2027-08-13')))[0],
    ['unused', -Math.round((7000 * 293) / 366)],
    'what was paid for the year is given back, not what it costs',
  );
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
  const held = countCutOff(fold(pro, cheap), '2026-06-02');
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
  const held = countCutOff(fold(failed, set), '2026-07-02');
  const owing = fold(held, close(held, '2026-08-02', 0, { card: { method_id, charges: 1, declines_from: 1 } }));
  t.equal(standingOf(owing).standing, -3);
  const pay = (more = {}) => decideSubscribe(owing, { plan: 'custom', promo: null }, facts('2026-08-03', more));
  t.match(pay(), [{ type: 'InvoicePaid', data: { amount: 50_000, method_id } }], 'another card pays it');
  t.same(pay().length, 1, 'and nothing else changes');
  t.equal(fold(owing, pay()).open, null);
  t.throws(() => pay({ card: { method_id, charges: 1, declines_from: 1 } }), { code: 'CardDeclined' });
  t.throws(() => pay({ card: null }), { code: 'CardRequired' });
  const paidUp = fold(owing, pay());
  t.same(decideSubscribe(paidUp, { plan: 'custom', promo: null }, facts('2026-08-04')), [], 'nothing is paid twice');
  const end = decideCustomPlan(owing, null, facts('2026-08-03'));
  t.same(typesIn(end), ['InvoiceWrittenOff', 'SubscriptionEnded']);
  t.same(fold(owing, end).open, null);
});

import t from 'tap';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';
import { unconfirmedCode } from '#contracts/subscription/payment-page.ts';
import { standingOf } from '#contracts/subscription/standing.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { testId } from '#contracts/test-states.ts';
import { StripeFailure } from './answers.ts';
import { askChange } from './ask.ts';
import { followStripe } from './follow.ts';
import type { Stripe } from './open.ts';
import { perform } from './perform.ts';
import type { StripeSnapshot } from './snapshot.ts';

const at = (moment: string) => Date.parse(moment) / 1000;
const agency = subscriptionExamples.customPlanSet.data.terms;
const id = '0190a000-0000-7000-8000-000000000001';

t.test('years of a deal follow one another without a gap and without an overlap', (t) => {
  const bought: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: { account_id: id, plan: 'deal', provider: 'local', ts_start: at('2027-03-10T09:30:00Z') },
  };
  const state = evolveSubscription(initialSubscription(id), bought);
  for (const late of ['2028-03-10T00:01:00Z', '2028-03-10T17:45:00Z', '2028-03-13T08:00:00Z']) {
    const ts_start = at(late);
    const subscription: StripeSnapshot['subscription'] = {
      id: 'sub_1',
      customer: 'cus_1',
      status: 'trialing',
      price: 'price_1',
      product: 'storyrail_deal',
      amount: 7900,
      plan: 'deal',
      ts_start,
      period_start: ts_start,
      period_end: ts_start + 900,
      ts_cancel: null,
      ts_ended: null,
      next: null,
      latest_invoice: null,
      ts_confirm: null,
      ask_id: null,
    };
    const snapshot: StripeSnapshot = {
      gone: false,
      subscription,
      invoices: [],
      waiting: null,
      cards: [],
      default_card: null,
      others: [],
      credit: 0,
    };
    const facts = { now: ts_start, ended: false, done: null, tried: null };
    const follow = (before: typeof state, now: StripeSnapshot) =>
      followStripe(before, now, facts).reduce(evolveSubscription, before);
    const next = follow(state, snapshot);
    const second = { from: at('2028-03-10T00:00:00Z'), to: at('2029-03-10T00:00:00Z') };
    t.same(next.period, second, late);
    const paid = { ...subscription, status: 'active' as const, period_start: ts_start + 900 };
    const running = follow(next, { ...snapshot, subscription: paid });
    t.same(running.period, second, 'its first payment begins no other period');
    const third = follow(running, {
      ...snapshot,
      subscription: { ...paid, period_start: at(late.replace('2028', '2029')) + 900 },
    });
    t.same(third.period, { from: second.to, to: at('2030-03-10T00:00:00Z') });
  }
  t.end();
});

t.test('of invoices that Stripe asks for at once the one that has failed for longest is open', async (t) => {
  const invoice = (digit: number, ts_closed: number): SubscriptionEvent => ({
    type: 'InvoiceClosed',
    data: {
      invoice: {
        ...{ id: testId(digit), number: `A-${digit}`, outside_id: `in_${digit}`, ts_closed, closes: null, lines: [] },
        ...{ total: digit * 100, from_credit: 0, amount_due: digit * 100, currency: 'usd', viewers: null },
      },
    },
  });
  const failed = (digit: number, attempt: number, ts_next: number | null, code = 'card_declined') =>
    ({
      type: 'PaymentFailed',
      data: { invoice_id: testId(digit), amount: digit * 100, code, attempt, ts_next },
    }) satisfies SubscriptionEvent;
  const paid = (digit: number): SubscriptionEvent => ({
    type: 'InvoicePaid',
    data: { invoice_id: testId(digit), amount: digit * 100, method_id: null, ts_paid: 60 },
  });
  const started: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: { account_id: id, plan: 'growth', provider: 'stripe', ts_start: 0, outside_id: 'sub_1' },
  };
  const fold = (state: SubscriptionState, ...events: SubscriptionEvent[]) => events.reduce(evolveSubscription, state);
  const standing = (state: SubscriptionState) => standingOf(state).standing;
  const begun = fold(initialSubscription(id), started, invoice(4, 10), failed(4, 1, 500, unconfirmedCode));
  const first = { id: testId(4), amount: 400, ts_closed: 10, attempts: 1, ts_next: 500, confirm: true } as const;
  t.same(begun.open, first);
  const both = fold(begun, invoice(5, 20));
  t.same([both.open, both.waiting], [first, [{ id: testId(5), amount: 500 }]]);
  const wanted = { plan: 'growth', promo: null } as const;
  t.same(askChange(both, wanted, { now: 30, has_card: true, referred: false }), [
    { kind: 'pay', invoice: 'in_4' },
    { kind: 'pay', invoice: 'in_5' },
  ]);
  const left = fold(both, paid(5));
  t.same([left.open, left.waiting, standing(left)], [first, [], 3], 'the newer one is paid');
  const again = fold(left, failed(4, 2, 900));
  t.match(again.open, { attempts: 2, ts_next: 900, confirm: undefined });
  t.match(fold(again, failed(4, 3, null)).open, { id: testId(4), ts_next: null }, 'tried out, it is still owed');
  t.same([fold(again, paid(4)).open, standing(fold(again, paid(4)))], [null, 1]);

  const other = fold(both, paid(4));
  t.match([other.open, other.waiting, standing(other)], [{ id: testId(5), attempts: 0 }, [], 1], 'the older one is');
  const late = fold(both, failed(5, 1, 700), paid(4));
  t.match([late.open, standing(late)], [{ id: testId(5), attempts: 1, ts_next: 700 }, 3]);
  const staffs = fold(begun, {
    type: 'CustomPlanSet',
    data: { account_id: id, terms: { ...agency, features: [] }, ts_start: 40 },
  });
  t.equal(fold(staffs, failed(4, 2, null)).open, null, 'for a plan by staff it waits to be paid as they agree');
});

t.test('what is refused in a second way says why it is refused then', async (t) => {
  const declined = (code: string) => new StripeFailure({ kind: 'declined', code, message: '' });
  const answered = (second: StripeFailure, free_month = false) => {
    const stripe = {
      priceOf: async () => 'price_1',
      credit: async () => undefined,
      hasCredit: async () => false,
      listSubscriptions: async () => [],
      startSubscription: async (_key: string, { waits }: { waits?: boolean }) => {
        throw waits ? second : declined('authentication_required');
      },
    } as unknown as Stripe;
    const ask = { kind: 'start', plan: 'growth', ts_day: 0, free_month, promo: null, promotion: null } as const;
    const whom = { customer: 'cus_1', subscription: null, describe: async () => undefined };
    return perform(stripe, whom, { ask_id: id, batch_id: id, ask, ts_asked: 0 }, 0);
  };
  t.equal(await answered(declined('insufficient_funds')), 'declined: insufficient_funds');
  const gone = new StripeFailure({ kind: 'refused', code: 'promotion_code_invalid', param: null });
  t.equal(await answered(gone), 'promotion_code_invalid');
  t.equal(await answered(gone, true), 'declined: authentication_required', 'a free month is tried in no second way');
  await t.rejects(answered(new StripeFailure({ kind: 'unavailable', retry_after: null })), StripeFailure);
});

import t from 'tap';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { evolveSubscription, initialSubscription } from '#contracts/subscription/state.ts';
import { StripeFailure } from './answers.ts';
import { followStripe } from './follow.ts';
import type { Stripe } from './open.ts';
import { perform } from './perform.ts';
import type { StripeSnapshot } from './snapshot.ts';

const at = (moment: string) => Date.parse(moment) / 1000;
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

import { exampleId, exampleIds, examplesOf, exampleTime, stateAfter } from '../examples.ts';
import type { subscriptionEvents } from './events.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from './state.ts';

const invoice_id = exampleId(71);
const method_id = exampleId(72);
const day = 86_400;
const [from, to, end] = [1_718_409_600, 1_721_001_600, 1_723_680_000];

export const subscriptionExamples = examplesOf<typeof subscriptionEvents>()({
  cardChosen: { type: 'CardChosen', data: { account_id: exampleIds.account, method_id } },
  promoApplied: {
    type: 'PromoApplied',
    data: {
      promo_id: exampleId(73),
      code: 'SPRING',
      amount_off: null,
      percent_off: 50,
      months: null,
      ts_applied: exampleTime,
    },
  },
  growthStarted: {
    type: 'SubscriptionStarted',
    data: { account_id: exampleIds.account, plan: 'growth', provider: 'local', ts_start: exampleTime },
  },
  invoiceClosed: {
    type: 'InvoiceClosed',
    data: {
      invoice: {
        id: invoice_id,
        number: 'INV-2024-0001',
        ts_closed: exampleTime,
        closes: null,
        lines: [
          { kind: 'plan', plan: 'growth', name: 'Growth', period: { from, to }, amount: 69_900 },
          { kind: 'promo', code: 'SPRING', amount: -34_950 },
        ],
        total: 34_950,
        from_credit: 0,
        amount_due: 34_950,
        currency: 'usd',
        viewers: null,
      },
    },
  },
  paymentFailed: {
    type: 'PaymentFailed',
    data: { invoice_id, amount: 34_950, code: 'card_declined', attempt: 1, ts_next: exampleTime + day },
  },
  invoicePaid: { type: 'InvoicePaid', data: { invoice_id, amount: 34_950, method_id, ts_paid: exampleTime + day } },
  upgradedToPro: { type: 'PlanUpgraded', data: { plan: 'pro', kept_until: end } },
  creditGranted: { type: 'CreditGranted', data: { months: 0, amount: 5_000, reason: 'An hour without delivery' } },
  referralEarned: {
    type: 'ReferralEarned',
    data: { referred_account_id: exampleId(74), ts_earned: exampleTime + day },
  },
  downgradeScheduled: { type: 'DowngradeScheduled', data: { plan: 'startup', ts_change: end } },
  withdrawn: { type: 'ScheduledChangeWithdrawn', data: {} },
  canceled: { type: 'CancellationScheduled', data: { ts_change: end } },
  renewed: { type: 'SubscriptionRenewed', data: { plan: 'pro', ts_from: to, ts_to: end } },
  ended: { type: 'SubscriptionEnded', data: { reason: 'canceled', ts_end: end } },
  writtenOff: { type: 'InvoiceWrittenOff', data: { invoice_id } },
  dealRedeemed: { type: 'DealRedeemed', data: { deal_id: exampleId(75) } },
  freeTimeEnding: {
    type: 'FreeTimeEnding',
    data: { account_id: exampleIds.account, kind: 'deal', ts_end: end, amount: 7900 },
  },
  customPlanSet: {
    type: 'CustomPlanSet',
    data: {
      account_id: exampleIds.account,
      terms: {
        nickname: 'Agency',
        amount: 250_000,
        mau_limit: 5_000_000,
        mau_exceed_price: 4,
        seats: 20,
        story_limit: -1,
        features: ['web', 'swipe_up', 'quiz'],
      },
      ts_start: end,
    },
  },
  providerAsked: {
    type: 'ProviderAsked',
    data: {
      ask_id: exampleId(76),
      batch_id: exampleId(77),
      ask: { kind: 'change', plan: 'pro', ts_day: end },
      ts_asked: end + day,
    },
  },
  providerAnswered: { type: 'ProviderAnswered', data: { ask_id: exampleId(76), refused: null } },
  detailsChanged: { type: 'BillingDetailsChanged', data: { account_id: exampleIds.account } },
  periodCounted: {
    type: 'PeriodCounted',
    data: {
      plan: 'growth',
      period: { from, to },
      viewers: { mau: 1_001_500, marked: 12, mau_limit: 1_000_000, digest: null },
      overage: {
        kind: 'overage',
        plan: 'growth',
        period: { from, to },
        thousands: 2,
        unit_amount: 300,
        amount: 600,
      },
    },
  },
  creditFollowed: { type: 'CreditFollowed', data: { credit: 7000 } },
  viewerLimitReached: {
    type: 'ViewerLimitReached',
    data: { account_id: exampleIds.account, kind: 'exceeded', ts_from: from, mau: 31_400, mau_limit: 25_000 },
  },
  dealReleased: { type: 'DealReleased', data: { deal_id: exampleId(75) } },
  cardRemoved: { type: 'CardRemoved', data: { account_id: exampleIds.account, method_id } },
});

/** A subscription to Growth in its first month. */
export const growthSubscription: SubscriptionState = stateAfter(
  initialSubscription(exampleIds.account),
  evolveSubscription,
  [subscriptionExamples.growthStarted],
);

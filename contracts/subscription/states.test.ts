import t from 'tap';
import { assertStates, testId } from '../test-states.ts';
import type { SubscriptionEvent } from './events.ts';
import { subscriptionExamples } from './examples.ts';
import { unconfirmedCode } from './payment-page.ts';

const day = 86_400;
const from = 1_725_148_800;
const { customPlanSet, invoiceClosed, paymentFailed, invoicePaid, growthStarted, periodCounted } = subscriptionExamples;
const { invoice } = invoiceClosed.data;
const closed = (digit: number, ts_closed: number): SubscriptionEvent => ({
  type: 'InvoiceClosed',
  data: { invoice: { ...invoice, id: testId(digit), ts_closed, outside_id: `in_${digit}` } },
});
const failed = (digit: number, ts_next: number | null): SubscriptionEvent => ({
  type: 'PaymentFailed',
  data: { ...paymentFailed.data, invoice_id: testId(digit), code: unconfirmedCode, ts_next },
});
/** Two invoices that a payment provider asks for at once, then a plan by staff that cuts off one of the provider's, another one and none. */
const more: SubscriptionEvent[] = [
  { type: 'SubscriptionEnded', data: { reason: 'staff', ts_end: from } },
  {
    type: 'SubscriptionStarted',
    data: { ...growthStarted.data, provider: 'stripe', ts_start: from, outside_id: 'sub_1' },
  },
  closed(2, from + day),
  failed(2, from + 4 * day),
  closed(3, from + 2 * day),
  { type: 'InvoicePaid', data: { ...invoicePaid.data, invoice_id: testId(3) } },
  closed(4, from + 3 * day),
  { type: 'InvoicePaid', data: { ...invoicePaid.data, invoice_id: testId(2) } },
  ...[5, 9].map((days): SubscriptionEvent => {
    const period = { from: days === 5 ? from : from + 5 * day, to: from + days * day };
    const cut_off = [{ plan: days === 5 ? ('growth' as const) : ('custom' as const), period }];
    return { type: 'CustomPlanSet', data: { ...customPlanSet.data, ts_start: period.to, cut_off } };
  }),
  {
    type: 'SubscriptionEnded',
    data: {
      reason: 'staff',
      ts_end: from + 12 * day,
      cut_off: [{ plan: 'custom', period: { from: from + 9 * day, to: from + 13 * day } }],
    },
  },
  { type: 'SubscriptionStarted', data: { ...growthStarted.data, ts_start: from + 12 * day } },
  { type: 'PeriodCounted', data: { ...periodCounted.data, period: { from: from + 5 * day, to: from + 9 * day } } },
];

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', [...Object.values(subscriptionExamples), ...more], 4, {
    '1 CardChosen': '9a60fb29b797',
    '2 PromoApplied': '38624ff31683',
    '3 SubscriptionStarted': 'bcd2a559dcdc',
    '4 InvoiceClosed': '67d12927d5a6',
    '5 PaymentFailed': '81e6c86cb560',
    '6 InvoicePaid': '2db946410e17',
    '7 PlanUpgraded': 'ada7d151d3d9',
    '8 CreditGranted': '27b675675def',
    '9 ReferralEarned': 'a6fb19bd15e4',
    '10 DowngradeScheduled': '45527bf2935f',
    '11 ScheduledChangeWithdrawn': 'a6fb19bd15e4',
    '12 CancellationScheduled': '51716041a7d7',
    '13 SubscriptionRenewed': 'c3c138a984c9',
    '14 SubscriptionEnded': '12b83648edaa',
    '15 InvoiceWrittenOff': '12b83648edaa',
    '16 DealRedeemed': '12b83648edaa',
    '17 FreeTimeEnding': 'ac6897722c36',
    '18 CustomPlanSet': 'fb122cb541cf',
    '19 ProviderAsked': '71e093fc1004',
    '20 ProviderAnswered': '8fdfb89d2e97',
    '21 BillingDetailsChanged': '8fdfb89d2e97',
    '22 PeriodCounted': '84505f3c06af',
    '23 CreditFollowed': 'af2e915a5f6d',
    '24 ViewerLimitReached': 'f0b1fea1347e',
    '25 DealReleased': 'f0b1fea1347e',
    '26 CardRemoved': 'e6371dadb29a',
    '27 SubscriptionEnded': '507493a816cf',
    '28 SubscriptionStarted': 'bb16d4edbaaa',
    '29 InvoiceClosed': 'b0cd7691a996',
    '30 PaymentFailed': '73cb68018aa2',
    '31 InvoiceClosed': '90d9a65aadfa',
    '32 InvoicePaid': 'dc822cf42192',
    '33 InvoiceClosed': 'cfb9e51fc80f',
    '34 InvoicePaid': '2901ea4d546e',
    '35 CustomPlanSet': '081491ca2337',
    '36 CustomPlanSet': '05d0585e5115',
    '37 SubscriptionEnded': '97cf0638bd86',
    '38 SubscriptionStarted': '6b3f19434640',
    '39 PeriodCounted': '852d70d8643c',
  });
  t.end();
});

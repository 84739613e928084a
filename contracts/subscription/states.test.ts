import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 3, {
    '1 CardChosen': '659e3114c220',
    '2 PromoApplied': 'b5acba09a959',
    '3 SubscriptionStarted': 'bbf49c36135e',
    '4 InvoiceClosed': '4b82618a336b',
    '5 PaymentFailed': '4d40a2f6eb00',
    '6 InvoicePaid': '8a063cf5391c',
    '7 PlanUpgraded': 'c86ec9849178',
    '8 CreditGranted': '20e482e9c22d',
    '9 ReferralEarned': '7c028433404c',
    '10 DowngradeScheduled': 'b073ed10f7ad',
    '11 ScheduledChangeWithdrawn': '7c028433404c',
    '12 CancellationScheduled': '0f11290499ed',
    '13 SubscriptionRenewed': 'e0f1ccf8eb87',
    '14 SubscriptionEnded': '7495b6cfa09d',
    '15 InvoiceWrittenOff': '7495b6cfa09d',
    '16 DealRedeemed': '7495b6cfa09d',
    '17 CustomPlanSet': 'ab7359c94c76',
  });
  t.end();
});

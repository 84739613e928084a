import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 2, {
    '1 CardChosen': '659e3114c220',
    '2 PromoApplied': '9ea93548aa49',
    '3 SubscriptionStarted': '6f0eb28d2fab',
    '4 InvoiceClosed': '2476b2f1eded',
    '5 PaymentFailed': 'f5ac1ca3215c',
    '6 InvoicePaid': '837c1d3cd946',
    '7 PlanUpgraded': '68f272b92874',
    '8 CreditGranted': 'b0855af57bd6',
    '9 ReferralEarned': 'ebaa8a770dec',
    '10 DowngradeScheduled': '6587e8404820',
    '11 ScheduledChangeWithdrawn': 'ebaa8a770dec',
    '12 CancellationScheduled': '1d0002de3dfe',
    '13 SubscriptionRenewed': '74972ded5cb4',
    '14 SubscriptionEnded': '7495b6cfa09d',
    '15 InvoiceWrittenOff': '7495b6cfa09d',
    '16 DealRedeemed': '7495b6cfa09d',
    '17 CustomPlanSet': 'ab7359c94c76',
  });
  t.end();
});

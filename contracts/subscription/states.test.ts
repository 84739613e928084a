import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 3, {
    '1 CardChosen': '479dff5d775b',
    '2 PromoApplied': '1ad5d926ebb7',
    '3 SubscriptionStarted': '53491bbbf384',
    '4 InvoiceClosed': '2e1314b05e1b',
    '5 PaymentFailed': '1b3d4ca2c91e',
    '6 InvoicePaid': '3acc2126526f',
    '7 PlanUpgraded': 'bb3e5b63fc31',
    '8 CreditGranted': '6be561d1e1bb',
    '9 ReferralEarned': '5fdf886a9882',
    '10 DowngradeScheduled': 'e5c9e88ff2a5',
    '11 ScheduledChangeWithdrawn': '5fdf886a9882',
    '12 CancellationScheduled': '7a69aeac7f19',
    '13 SubscriptionRenewed': 'f7e960d6b31a',
    '14 SubscriptionEnded': '267a44f26a54',
    '15 InvoiceWrittenOff': '267a44f26a54',
    '16 DealRedeemed': '267a44f26a54',
    '17 CustomPlanSet': 'e90c378bb5ef',
  });
  t.end();
});

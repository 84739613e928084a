import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 2, {
    '1 CardChosen': '88bbb8fdc731',
    '2 PromoApplied': '95236a5e8481',
    '3 SubscriptionStarted': '9af1919c17f8',
    '4 InvoiceClosed': '69e3abc1452e',
    '5 PaymentFailed': '961e24a2a005',
    '6 InvoicePaid': '82c188e36521',
    '7 PlanUpgraded': '2b76ebbffec4',
    '8 CreditGranted': '9631ebe394e7',
    '9 ReferralEarned': '1326c8a053c8',
    '10 DowngradeScheduled': '4c525f2e918a',
    '11 ScheduledChangeWithdrawn': '1326c8a053c8',
    '12 CancellationScheduled': 'eb69f2744759',
    '13 SubscriptionRenewed': '0ad86022aded',
    '14 SubscriptionEnded': '36a7000da8ca',
    '15 InvoiceWrittenOff': '36a7000da8ca',
    '16 DealRedeemed': '36a7000da8ca',
    '17 CustomPlanSet': '83ccadb97725',
  });
  t.end();
});

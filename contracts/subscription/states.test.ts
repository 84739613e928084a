import t from 'tap';
import { assertStates } from '../test-states.ts';
import { subscriptionExamples } from './examples.ts';

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', Object.values(subscriptionExamples), 3, {
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
  });
  t.end();
});

import t from 'tap';
import { assertStates, testId, testTime } from '../test-states.ts';
import type { SubscriptionEvent } from './events.ts';

const events: SubscriptionEvent[] = [
  {
    type: 'SubscriptionStarted',
    data: { account_id: testId(1), plan: 'starter', provider: 'local', ts_start: testTime },
  },
  { type: 'PlanUpgraded', data: { plan: 'pro' } },
];

t.test('the known events of a subscription fold to the states that snapshots hold', (t) => {
  assertStates(t, 'subscription', events, 1, {
    '1 SubscriptionStarted': 'ec932298aa46',
    '2 PlanUpgraded': '744f79eeb469',
  });
  t.end();
});

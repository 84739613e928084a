import t from 'tap';
import { evolveSubscription, initialSubscription } from '#contracts/subscription/state.ts';
import { decideSubscription, type SubscriptionCommand } from './decide.ts';

const none = initialSubscription('a');
const subscribe = (plan: 'growth' | 'pro'): SubscriptionCommand => ({
  type: 'Subscribe',
  plan,
  provider: 'local',
  now: 1_700_000_000_999,
});
const growth = decideSubscription(subscribe('growth'), none).reduce(evolveSubscription, none);

t.test('a subscription starts once, at the second of the command', async (t) => {
  t.same(decideSubscription(subscribe('growth'), none), [
    {
      type: 'SubscriptionStarted',
      data: { account_id: 'a', plan: 'growth', provider: 'local', ts_start: 1_700_000_000 },
    },
  ]);
  t.same(growth, { account_id: 'a', plan: 'growth', provider: 'local', ts_start: 1_700_000_000 });
  t.same(decideSubscription(subscribe('growth'), growth), [], 'the same plan again changes nothing');
  t.throws(() => decideSubscription(subscribe('pro'), growth), { code: 'Conflict' });
});

t.test('an upgrade goes up only, and keeps the day on which a month begins', async (t) => {
  const events = decideSubscription({ type: 'Upgrade', plan: 'pro' }, growth);
  t.same(events, [{ type: 'PlanUpgraded', data: { plan: 'pro' } }]);
  const pro = events.reduce(evolveSubscription, growth);
  t.same(pro, { ...growth, plan: 'pro' });
  t.same(decideSubscription({ type: 'Upgrade', plan: 'pro' }, pro), []);
  t.throws(() => decideSubscription({ type: 'Upgrade', plan: 'startup' }, pro), { code: 'Conflict' });
  t.throws(() => decideSubscription({ type: 'Upgrade', plan: 'pro' }, none), { code: 'NotFound' });
});

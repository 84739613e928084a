import t from 'tap';
import { type Features, type PlanId, plans } from '#contracts/api/plans.ts';
import { planLosses } from './plan-losses.ts';

const planOf = (id: PlanId) => plans.find((one) => one.id === id)!;
const settingsOf = (id: PlanId, manual_features: Features = {}) => ({
  features: Object.fromEntries(planOf(id).features.map((name) => [name, true])) as Features,
  manual_features,
});

t.test('a smaller plan says which seats and features go, and what becomes of them', async (t) => {
  t.same(planLosses({ settings: settingsOf('pro'), taken: 6 }, planOf('startup')), [
    'Your team takes 6 seats and Startup has 2. Everyone keeps access, but you can only invite people again once a seat is free.',
    "Not in Startup: Custom story sources, Two-factor authentication, Instagram auto import, Quizzes, Countdowns, Ratings. What already uses them stays live, but you can't use them for anything new.",
  ]);
  t.match(planLosses({ settings: settingsOf('pro'), taken: 4 }, planOf('growth')), [/^Not in Growth: /]);
  t.same(planLosses({ settings: settingsOf('enterprise'), taken: 8 }, planOf('pro')), [], 'what fits is no loss');
  t.same(planLosses({ settings: settingsOf('enterprise'), taken: null }, planOf('pro')), []);
  const kept = settingsOf('pro', { mfa: true, personalization: true });
  t.same(planLosses({ settings: kept, taken: 1 }, planOf('growth')), [], 'nor is what staff gave');
});

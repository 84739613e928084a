import t from 'tap';
import { entitlement, featureNames, mauOverage, type PlanId, plans, shareOf } from './plans.ts';

const named = (id: string) => plans.find((one) => one.id === id)!;

t.test('each started thousand of viewers above the limit costs the plan’s price', async (t) => {
  const share = (id: PlanId) => shareOf(id, null);
  const pro = share('pro');
  t.equal(mauOverage(pro, 1_013_402), 210_00);
  t.equal(mauOverage(pro, 1_000_000), 0);
  t.equal(mauOverage(pro, 1_000_001), 15_00);
  t.equal(mauOverage(pro, 1_001_000), 15_00);
  t.equal(mauOverage(pro, 1_001_001), 30_00);
  t.equal(mauOverage(pro, 0), 0);
  t.equal(mauOverage(share('startup'), 102_000), 70_00);
  t.equal(mauOverage(share('enterprise'), 2_500_500), 5_00);
  t.equal(mauOverage(share('starter'), 9_000_000), 0, 'Starter is never charged');
});

t.test('every plan inherits the texts of all below it, but their stories and seats', async (t) => {
  let due: string[] = [];
  for (const { metadata } of plans) {
    t.same(metadata.default_features, due);
    due = [...due, ...metadata.description.filter((text) => !/seats$|^Up to|Unlimited team/.test(text))];
  }
  const texts = named('enterprise').metadata.default_features;
  t.ok(texts.includes('Story bookmarking (coming soon)'));
  t.ok(texts.includes('Instagram and video-site import (coming soon)'));
});

t.test('a plan has the fields of a payment provider’s', async (t) => {
  for (const plan of plans)
    t.match(plan, {
      object: 'plan',
      active: true,
      aggregate_usage: null,
      billing_scheme: 'per_unit',
      created: 1_793_491_200,
      currency: 'usd',
      interval: 'month',
      interval_count: 1,
      livemode: false,
      product: `storyrail-${plan.id}`,
      tiers: null,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    });
});

t.test('premium has every feature, also what no plan sells, without an end to stories and seats', async (t) => {
  const given = entitlement(
    { premium: true, plan: null, trial_ends: 0, standing: null, promo_until: null, custom_plan: null },
    1,
  );
  t.same(given.features, { story_limit: -1, ...Object.fromEntries(featureNames.map((name) => [name, true])) });
  t.match(given, { seats: -1, payment_status: 0 });
});

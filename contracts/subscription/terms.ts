import { z } from 'zod';
import { type CustomPlan, featureNames, type HeldPlanId, type PlanShare, plans, shareOf } from '../api/plans.ts';
import { text } from '../api/text.ts';
import type { Phrase } from '../words/phrase.ts';
import { staffWords } from '../words/staff.en.ts';
import { subscriptionWords } from '../words/subscription.en.ts';
import { worded } from '../words/worded.ts';
import type { BillingInterval } from './periods.ts';

/** The largest price, in cents: ten million dollars. */
const mostCents = 1_000_000_000;

const whole = (least: number, most: number, phrase: Phrase) =>
  z.int(worded(phrase)).min(least, worded(phrase)).max(most, worded(phrase));

/** A plan that staff make for one account: cents for a month, viewers, whole dollars for each thousand above them. */
export const customPlan = z.strictObject({
  nickname: text({ min: 1, max: 60, required: subscriptionWords.planName }),
  amount: whole(0, mostCents, staffWords.planPrice),
  mau_limit: whole(1, 1_000_000_000, staffWords.planViewers),
  /** Null: viewers above the limit cost nothing. */
  mau_exceed_price: whole(0, 1_000_000, staffWords.planOverage).nullable(),
  /** -1: without a limit. */
  seats: whole(-1, 10_000, staffWords.planSeats),
  story_limit: whole(-1, 1_000_000, staffWords.planStories),
  features: z.array(z.enum(featureNames)).max(featureNames.length),
});

/** What a plan costs and includes: `amount` in cents for each `interval`. */
export interface PlanTerms extends PlanShare {
  id: HeldPlanId;
  amount: number;
  interval: BillingInterval;
}

/** What a deal site's plan costs after the year that its code has paid, in cents. */
const dealAmount = 7900;

/** The terms of a plan; those of 'custom' are the account's own. */
export const termsOf = (id: HeldPlanId, custom: CustomPlan | null): PlanTerms => {
  const amount =
    id === 'deal' ? dealAmount : id === 'custom' ? custom?.amount : plans.find((one) => one.id === id)?.amount;
  return { ...shareOf(id, custom), id, amount: amount ?? 0, interval: id === 'deal' ? 'year' : 'month' };
};

/** Where a plan stands among the others: changing to a higher number is an upgrade. */
export const planRank = (id: HeldPlanId): number =>
  ['starter', 'deal', 'startup', 'growth', 'pro', 'enterprise', 'custom'].indexOf(id);

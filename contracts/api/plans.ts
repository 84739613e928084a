import type { UnixSeconds } from '../time.ts';
import type { Phrase } from '../words/phrase.ts';
import { planWords } from '../words/plans.en.ts';

/** Names of things that a plan or staff can switch on. */
export const featureNames = [
  'multi_instance',
  'personalization',
  'mfa',
  'social_share',
  'segmented_stories',
  'deeplink',
  'team_structure',
  'instagram_auto_import',
  'ivod',
  'web',
  'ad_settings',
  'reaction',
  'swipe_up',
  'poll',
  'quiz',
  'countdown',
  'rating',
] as const;
export type FeatureName = (typeof featureNames)[number];

/** What is on: `{name: true}` and the story limit per app, -1 for none. */
export type Features = Partial<Record<FeatureName, true>> & {
  story_limit?: number;
};

/** The plans, smallest first. */
export const planIds = ['starter', 'startup', 'growth', 'pro', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];

/** A plan as the catalogue lists it: amounts in US cents, seats -1 for unlimited. */
export interface Plan {
  id: PlanId;
  nickname: string;
  object: 'plan';
  active: true;
  amount: number;
  amount_decimal: string;
  aggregate_usage: null;
  billing_scheme: 'per_unit';
  /** Unix seconds. */
  created: number;
  currency: 'usd';
  interval: 'month';
  interval_count: 1;
  /** Whether it is charged for at a payment provider: a plan of this list is not. */
  livemode: false;
  product: string;
  tiers: null;
  tiers_mode: null;
  transform_usage: null;
  trial_period_days: null;
  usage_type: 'licensed';
  seats: number;
  story_limit: number;
  features: FeatureName[];
  metadata: {
    mau_limit: number;
    /** Whole US dollars for each started thousand of viewers above the limit; null where there is no charge. */
    mau_exceed_price: number | null;
    description: string[];
    default_features: string[];
    free_plan: boolean;
    free_end_notice_days?: number;
    trial_plan: boolean;
  };
}

const starter: FeatureName[] = ['web', 'swipe_up'];
const startup: FeatureName[] = [
  ...starter,
  'deeplink',
  'multi_instance',
  'segmented_stories',
  'social_share',
  'team_structure',
  'reaction',
  'poll',
];
const growth: FeatureName[] = [...startup, 'instagram_auto_import', 'quiz', 'countdown', 'rating'];
const pro: FeatureName[] = [...growth, 'personalization', 'mfa'];

const textOf = ({ defaultMessage }: Phrase): string => defaultMessage;
const starterText = [planWords.tenStories, planWords.imports, planWords.bookmarks].map(textOf);
const startupText = [
  planWords.stories,
  planWords.deepLinks,
  planWords.instances,
  planWords.labels,
  planWords.basicComponents,
  planWords.api,
  planWords.sharing,
  planWords.twoSeats,
].map(textOf);
const growthText = [
  planWords.automation,
  planWords.advancedComponents,
  planWords.exports,
  planWords.personalization,
  planWords.fourSeats,
].map(textOf);
const proText = [planWords.sources, planWords.mfa, planWords.eightSeats].map(textOf);
const enterpriseText = [planWords.seats, planWords.management].map(textOf);

/** What a plan adds without what holds for it alone: the stories of Starter, the seats of the others. */
const [, ...fromStarter] = starterText;
const fromStartup = [...fromStarter, ...startupText.slice(0, -1)];
const fromGrowth = [...fromStartup, ...growthText.slice(0, -1)];
const fromPro = [...fromGrowth, ...proText.slice(0, -1)];

/** When this list of plans was made, unix seconds: 1 November 2026. */
const created = 1_793_491_200;

const plan = (
  id: PlanId,
  nickname: string,
  amount: number,
  seats: number,
  features: FeatureName[],
  mau: { limit: number; exceed: number | null },
  text: { own: string[]; inherited: string[] },
): Plan => ({
  id,
  nickname,
  object: 'plan',
  active: true,
  amount,
  amount_decimal: String(amount),
  aggregate_usage: null,
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  product: `storyrail-${id}`,
  tiers: null,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
  seats,
  story_limit: id === 'starter' ? 10 : -1,
  features,
  metadata: {
    mau_limit: mau.limit,
    mau_exceed_price: mau.exceed,
    description: text.own,
    default_features: text.inherited,
    free_plan: amount === 0,
    ...(amount === 0 ? { free_end_notice_days: 5 } : {}),
    trial_plan: false,
  },
});

/** The plan catalogue, cheapest first. */
export const plans: readonly Plan[] = [
  plan('starter', 'Starter', 0, 1, starter, { limit: 25_000, exceed: null }, { own: starterText, inherited: [] }),
  plan(
    'startup',
    'Startup',
    34_900,
    2,
    startup,
    { limit: 100_000, exceed: 35 },
    { own: startupText, inherited: fromStarter },
  ),
  plan(
    'growth',
    'Growth',
    69_900,
    4,
    growth,
    { limit: 500_000, exceed: 15 },
    { own: growthText, inherited: fromStartup },
  ),
  plan('pro', 'Pro', 99_900, 8, pro, { limit: 1_000_000, exceed: 15 }, { own: proText, inherited: fromGrowth }),
  plan(
    'enterprise',
    'Enterprise',
    129_900,
    -1,
    pro,
    { limit: 2_500_000, exceed: 5 },
    { own: enterpriseText, inherited: fromPro },
  ),
];

/** What an account can hold: a plan of the list, the yearly one that a deal site sells, or one that staff made for it. */
export const heldPlanIds = [...planIds, 'deal', 'custom'] as const;
export type HeldPlanId = (typeof heldPlanIds)[number];

/** What a plan includes. */
export interface PlanShare {
  nickname: string;
  seats: number;
  story_limit: number;
  mau_limit: number;
  /** Whole US dollars for each started thousand of viewers above the limit; null where there is no charge. */
  mau_exceed_price: number | null;
  features: readonly FeatureName[];
}
/** A plan that staff made for one account: cents for a month. */
export interface CustomPlan extends PlanShare {
  amount: number;
}

const listedShare = ({ nickname, seats, story_limit, features, metadata }: Plan): PlanShare => ({
  nickname,
  seats,
  story_limit,
  features,
  mau_limit: metadata.mau_limit,
  mau_exceed_price: metadata.mau_exceed_price,
});

/** What a held plan includes; 'custom' is the account's own, and 'deal' is Startup without a charge for viewers. */
export const shareOf = (id: HeldPlanId, custom: CustomPlan | null): PlanShare => {
  if (id === 'custom' && custom) return custom;
  const listed = (name: string) => plans.find((one) => one.id === name);
  if (id === 'deal') return { ...listedShare(listed('startup')!), nickname: 'Deal', mau_exceed_price: null };
  return listedShare(listed(id) ?? plans[0]!);
};

/**
 * What the viewers above a plan's limit cost, in US cents: its price for each started thousand of them; nothing on a plan
 * that has none. `mau` are the viewers who are billed.
 */
export const mauOverage = (
  { mau_limit, mau_exceed_price }: Pick<PlanShare, 'mau_limit' | 'mau_exceed_price'>,
  mau: number,
): number => Math.max(0, Math.ceil((mau - mau_limit) / 1000)) * (mau_exceed_price ?? 0) * 100;

/** Length of the trial that a new account starts with, in days. */
export const trialDays = 14;

/**
 * How an account stands with its payments, by number on the wire: `premium` is given by staff, `failed` while a payment is
 * tried again, `ending` until the period ends, `custom` on a plan that staff made for it.
 */
export const paymentStatus = {
  premium: 0,
  paid: 1,
  trial: 2,
  failed: 3,
  promo: 4,
  ending: 5,
  lapsed: 9,
  custom: -3,
} as const;

/** The payment statuses with which an account refers others: it pays, by itself or with a promo code, has canceled, or has lapsed. */
const referring: readonly number[] = [1, 4, 5, 9];

/** Whether an account of this payment status refers others. */
export const mayRefer = ({ payment_status }: { payment_status: number }): boolean => referring.includes(payment_status);

/** What an account may use at a moment, and the payment status that follows from it. */
export interface Entitlement extends Pick<PlanShare, 'seats' | 'mau_limit' | 'mau_exceed_price'> {
  plan: HeldPlanId;
  nickname: string;
  payment_status: number;
  features: Features;
}

const premium = (): Entitlement => {
  const features: Features = { story_limit: -1 };
  // Also what no plan sells.
  for (const name of featureNames) features[name] = true;
  const { nickname, ...share } = shareOf('enterprise', null);
  return {
    plan: 'enterprise',
    nickname,
    payment_status: paymentStatus.premium,
    seats: -1,
    mau_limit: share.mau_limit,
    mau_exceed_price: null,
    features,
  };
};

/** What an account's use of the product follows from: set by staff, subscribed to, or left of the trial. */
export interface PlanFacts {
  premium: boolean;
  /** What it subscribes to; null without a subscription. */
  plan: HeldPlanId | null;
  trial_ends: UnixSeconds;
  /** How its subscription stands, and until when with a promo code; null before the first, and without a code. */
  standing: number | null;
  promo_until: UnixSeconds | null;
  /** The plan that staff made for it. */
  custom_plan: CustomPlan | null;
}

/** The plan of an account at `now` (unix seconds), and the payment status that follows from it. */
export const planAt = (
  { plan, trial_ends, standing, promo_until }: PlanFacts,
  now: UnixSeconds,
): { id: HeldPlanId; payment_status: number } => {
  if (plan) {
    const status = standing ?? paymentStatus.paid;
    const promoted = status === paymentStatus.paid && promo_until !== null && now < promo_until;
    return { id: plan, payment_status: promoted ? paymentStatus.promo : status };
  }
  // Whoever has subscribed once has ended the trial.
  return standing === null && now < trial_ends
    ? { id: 'growth', payment_status: paymentStatus.trial }
    : { id: 'starter', payment_status: paymentStatus.lapsed };
};

/** What an account may use at `now` (unix seconds): everything when premium, else its plan, the trial's share of Growth, or Starter. */
export const entitlement = (account: PlanFacts, now: UnixSeconds): Entitlement => {
  if (account.premium) return premium();
  const { id, payment_status } = planAt(account, now);
  const { story_limit, features: names, nickname, ...share } = shareOf(id, account.custom_plan);
  const features: Features = { story_limit };
  for (const name of names) features[name] = true;
  const trial = payment_status === paymentStatus.trial;
  return {
    plan: id,
    nickname,
    payment_status,
    seats: share.seats,
    mau_limit: share.mau_limit,
    mau_exceed_price: trial ? null : share.mau_exceed_price,
    features,
  };
};

/** Whether a feature is on for an account, by its plan or by staff. */
export const hasFeature = (account: { features: Features; manual_features: Features }, name: FeatureName): boolean =>
  account.features[name] === true || account.manual_features[name] === true;

/** The cheapest plan that includes a feature; null for what staff alone switches on. */
export const planWith = (name: FeatureName): Plan | null => plans.find((one) => one.features.includes(name)) ?? null;

/** How many stories an app may hold; -1 is no limit. What staff set wins over the plan. */
export const storyLimit = (account: { features: Features; manual_features: Features }): number =>
  account.manual_features.story_limit ?? account.features.story_limit ?? -1;

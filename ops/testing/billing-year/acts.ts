import type { CustomPlan, HeldPlanId } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { PromoTerms } from '#contracts/subscription/promo.ts';
import { decideAdvance } from '#services/billing/cycle.ts';
import { decideCancel, decideCard, decideSubscribe } from '#services/billing/decide.ts';
import { decideCredit, decideCustomPlan } from '#services/billing/staff-decide.ts';
import { pick } from '../random.ts';
import { cardInBooks, openBooks, type YearAccount } from './account.ts';
import { ask, cancel, leave, redeem, setPlan } from './book.ts';
import { nothing } from './ledger.ts';
import { act, type BillingWorld, chance, freshId, thank, thankFor } from './world.ts';

const plansAsked: readonly HeldPlanId[] = [
  'startup',
  'growth',
  'pro',
  'startup',
  'growth',
  'pro',
  'starter',
  'deal',
  'enterprise',
  'custom',
];

/** One of forty codes; the same code is always the same offer. */
const someCode = ({ random }: BillingWorld): PromoTerms => {
  const which = Math.floor(random() * 40);
  const percent = which % 2 === 0;
  return {
    promo_id: `promo-${which}`,
    code: `PROMO-${which}`,
    percent_off: percent ? [1, 33, 50, 100][(which >> 1) % 4]! : null,
    amount_off: percent ? null : [1, 4999, 40_000, 200_000][(which >> 1) % 4]!,
    months: [null, 1, 2, 3, 12][which >> 3]!,
  };
};

const subscribe = (world: BillingWorld, account: YearAccount, plan: HeldPlanId): void => {
  const promo = chance(world, 0.25) ? someCode(world) : null;
  const code = promo && {
    id: promo.promo_id,
    percent: promo.percent_off,
    cents: promo.amount_off,
    months: promo.months,
  };
  const { state } = account;
  const events = act(
    world,
    account,
    `subscribe ${plan} ${promo ? JSON.stringify(promo) : ''}`,
    (facts) => decideSubscribe(state, { plan, promo }, facts),
    (book, moment) => ask(book, plan, code, moment),
  );
  thankFor(world, account, events, world.now);
};

const addCard = (world: BillingWorld, account: YearAccount): void => {
  const { referrer } = account;
  const own = referrer && referrer.cards.length > 0 && chance(world, 0.2);
  const id = freshId(world);
  const left = pick(world.random, [0, 1, 2, 1e9, 1e9, 1e9, 1e9]);
  const print = own ? referrer.cards[0]!.bank.print : id;
  account.cards.push({ bank: { id, print, left }, charges: 0, declinesFrom: left === 1e9 ? null : left });
  account.removed = false;
  act(world, account, 'card', () => decideCard(account.state, id), nothing);
};

const grant = (world: BillingWorld, account: YearAccount): void => {
  const months = chance(world, 0.5) ? pick(world.random, [1, 2]) : 0;
  const amount = months > 0 ? 0 : pick(world.random, [1, 5000, 34_900, 300_000]);
  const given = { ...(months > 0 ? { months } : { amount }), reason: 'A late answer' };
  act(
    world,
    account,
    'credit',
    () => decideCredit(given),
    (book) => {
      book.gifts.staff += months;
      book.credit += amount;
      return nothing();
    },
  );
};

const customs: readonly CustomPlan[] = [
  { amount: 250_000, mau_limit: 3_000_000, mau_exceed_price: 4 },
  { amount: 0, mau_limit: 1000, mau_exceed_price: null },
  { amount: 99_999, mau_limit: 50_000, mau_exceed_price: 0 },
  { amount: 50_000, mau_limit: 1000, mau_exceed_price: 4 },
].map((terms) => ({ nickname: 'Made for you', seats: -1, story_limit: -1, features: [], ...terms }));

const setCustom = (world: BillingWorld, account: YearAccount): void => {
  const terms = chance(world, 0.4) ? null : pick(world.random, customs);
  const { state } = account;
  act(
    world,
    account,
    `custom ${terms?.amount}`,
    (facts) => decideCustomPlan(state, terms, facts),
    (book, moment) => {
      const thousand = (terms?.mau_exceed_price ?? 0) * 100;
      return setPlan(book, terms && { cents: terms.amount, limit: terms.mau_limit, thousand }, moment);
    },
  );
};

const redeemDeal = (world: BillingWorld, account: YearAccount): void => {
  if (account.state.plan !== null) return;
  const started: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: { account_id: account.id, plan: 'deal', provider: 'local', ts_start: world.now },
  };
  const redeemed: SubscriptionEvent = { type: 'DealRedeemed', data: { deal_id: freshId(world) } };
  act(world, account, 'deal', () => [started, redeemed], redeem);
};

/** Nobody is left in an account, what it used is closed once it can be; another company comes in its place. */
const replace = (world: BillingWorld, account: YearAccount): void => {
  act(
    world,
    account,
    'delete',
    (facts) => decideAdvance(account.state, { ...facts, ended: true, viewers: null }),
    leave,
  );
  if (account.book.plan !== null || account.book.cuts.length > 0) world.leaving.push(account);
  world.accounts[world.accounts.indexOf(account)] = newBooks(world);
};

/** Most companies are small; some are larger than any plan includes. */
const someViewers = (world: BillingWorld, most: number): number => {
  const { random } = world;
  return Math.floor(random() * (chance(world, 0.08) ? random() * most : 3000));
};

/** An account that comes into the world now, brought by another one or by nobody. */
export const newBooks = (world: BillingWorld): YearAccount => {
  const others = world.accounts.length > 0 && chance(world, 0.5) ? pick(world.random, world.accounts) : null;
  const account = openBooks(freshId(world), others, world.now);
  account.mau = someViewers(world, 700_000);
  return account;
};

const cancelPlan = (world: BillingWorld, account: YearAccount): void => {
  act(world, account, 'cancel', () => decideCancel(account.state), cancel);
};

/** Somebody presses the button of a plan: most often that of another one. */
const choose = (world: BillingWorld, account: YearAccount): void => {
  const own = account.state.plan;
  subscribe(world, account, own !== null && chance(world, 0.25) ? own : pick(world.random, plansAsked));
};

const turnCard = (world: BillingWorld, account: YearAccount): void => {
  const card = cardInBooks(account);
  if (!card) return;
  const left = chance(world, 0.4) ? 0 : 1e9;
  Object.assign(card.bank, { left });
  card.declinesFrom = left === 0 ? card.charges : null;
};

const removeCard = (_: BillingWorld, account: YearAccount): void => {
  account.removed = true;
};
const countMore = (world: BillingWorld, account: YearAccount): void => {
  account.mau = someViewers(world, 1_600_000);
};
const turnPremium = (world: BillingWorld, account: YearAccount): void => {
  account.premium = !account.premium && chance(world, 0.5);
};
const thankOther = (world: BillingWorld, account: YearAccount): void =>
  thank(world, account, freshId(world), world.now);

/** What people, banks and staff do, each with how often of about a thousand times. */
const doings: readonly [often: number, does: (world: BillingWorld, account: YearAccount) => void][] = [
  [300, choose],
  [110, cancelPlan],
  [110, addCard],
  [90, turnCard],
  [15, removeCard],
  [150, countMore],
  [20, turnPremium],
  [40, grant],
  [50, thankOther],
  [12, setCustom],
  [60, redeemDeal],
  [10, replace],
];
const often = doings.reduce((sum, [weight]) => sum + weight, 0);

/** Does one thing, whatever it is, to an account. */
export const doSomething = (world: BillingWorld, account: YearAccount): void => {
  let left = world.random() * often;
  const doing = doings.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  doing?.[1](world, account);
};

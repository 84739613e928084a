import type { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type HeldPlanId, heldPlanIds, shareOf } from '#contracts/api/plans.ts';
import type { subscribeBody } from '#contracts/subscription/commands.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { billDay } from '#contracts/subscription/line-text.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds } from '#contracts/time.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, stillMay } from '#kernel/commands/command-trx.ts';
import { type BillingFacts, decideCancel, decideSubscribe } from './decide.ts';
import { previewOf } from './preview.ts';
import { findPromo, redeemPromo } from './promo.ts';
import { tellReferrer } from './referral.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from './save-subscription.ts';

/** The plan of that id; refuses another one. */
export const planNamed = (id: string): HeldPlanId => {
  const found = heldPlanIds.find((one) => one === id);
  if (!found) throw new Refusal('Invalid', subscriptionWords.planUnknown);
  return found;
};

/** Refuses where no plan can be bought: nobody takes money here, or staff have made the account premium. */
const requireBilling = ({ kernel }: CommandTrx, { premium }: Pick<BillingFacts, 'premium'>): void => {
  if (kernel.config.BILLING === 'off') throw new Refusal('BillingOff');
  if (premium) throw new Refusal('PlanSetByStaff');
};

const said = (events: readonly SubscriptionEvent[], { custom }: SubscriptionState): Phrase => {
  for (const event of events)
    switch (event.type) {
      case 'DowngradeScheduled': {
        const { plan, ts_change } = event.data;
        return fill(subscriptionWords.downgraded, { plan: shareOf(plan, custom).nickname, day: billDay(ts_change) });
      }
      case 'CancellationScheduled':
        return subscriptionWords.canceled;
      case 'SubscriptionStarted':
      case 'PlanUpgraded':
        return subscriptionWords.upgraded;
    }
  if (events.some(({ type }) => type === 'ScheduledChangeWithdrawn')) return subscriptionWords.withdrawn;
  if (events.some(({ type }) => type === 'PromoApplied')) return subscriptionWords.promoApplied;
  return events.some(({ type }) => type === 'InvoicePaid') ? subscriptionWords.paid : subscriptionWords.unchanged;
};

const answerOf = async (trx: CommandTrx, accountId: string, state: SubscriptionState, version: number) => {
  const account = await trx.kernel.facts.account(trx, accountId, 'none');
  const { payment_status } = entitlement(account!, toSeconds(trx.context.now));
  return { plan: state.plan, payment_status, version };
};

/** Reads what a change of the plan is decided on, with who asks. */
const decided = async (trx: CommandTrx, principal: Principal, body: z.output<typeof subscribeBody>) => {
  const me = await stillMay(trx, principal, 'billing.manage');
  const loaded = await loadSubscription(trx, me.account_id);
  const known = await readBillingFacts(trx, me.account_id, loaded.state);
  // Nothing is charged by looking: what a card will answer shows when it is.
  const facts = body.preview && known.card ? { ...known, card: { ...known.card, declines_from: null } } : known;
  requireBilling(trx, facts);
  const plan = planNamed(body.plan_id);
  const promo = body.promo_code === undefined ? null : await findPromo(trx.client, body.promo_code, facts.now);
  return { me, loaded, facts, events: decideSubscribe(loaded.state, { plan, promo }, facts) };
};

/** Changes what the caller's account subscribes to, and pays what is due for it. */
export const handleSubscribe = async (trx: CommandTrx, principal: Principal, body: z.output<typeof subscribeBody>) => {
  const { me, loaded, facts, events } = await decided(trx, principal, body);
  // Subscriptions are locked before what all of them share: a code, and the numbers of invoices.
  await tellReferrer(trx, me.account_id, events, facts);
  for (const event of events) if (event.type === 'PromoApplied') await redeemPromo(trx, event.data.promo_id);
  const saved = await saveSubscription(trx, loaded, events);
  const data = await answerOf(trx, me.account_id, saved.state, saved.version);
  return { status: 200, data, message: said(events, saved.state) };
};

/** What a change of the plan would cost; changes nothing. */
export const previewSubscribe = async (trx: CommandTrx, principal: Principal, body: z.output<typeof subscribeBody>) => {
  const { loaded, facts, events } = await decided(trx, principal, body);
  return { status: 200, data: previewOf(loaded.state, events, facts) };
};

/** Ends the caller's subscription at the end of its period. */
export const handleCancel = async (trx: CommandTrx, principal: Principal) => {
  const me = await stillMay(trx, principal, 'billing.manage');
  const loaded = await loadSubscription(trx, me.account_id);
  requireBilling(trx, await readBillingFacts(trx, me.account_id, loaded.state));
  const events = decideCancel(loaded.state);
  const saved = await saveSubscription(trx, loaded, events);
  const data = await answerOf(trx, me.account_id, saved.state, saved.version);
  const { canceled, unchanged } = subscriptionWords;
  return { status: 200, data, message: saved.state.scheduled ? canceled : unchanged };
};

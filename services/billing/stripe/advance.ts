import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { overageLines } from '#contracts/subscription/lines.ts';
import type { BillingPeriod } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import { toSeconds } from '#contracts/time.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { PeriodViewers } from '../cycle.ts';
import { isAccountEnded, loadSubscription, readBillingFacts, saveSubscription } from '../save-subscription.ts';
import { askEvent, settleAtStripe } from './settle.ts';

/** Whether Stripe runs a subscription, or has still something to do for it. */
export const runsAtStripe = ({ provider, custom, outside }: SubscriptionState): boolean =>
  (provider === 'stripe' && custom === null) || outside.asks.length > 0 || outside.uncounted.length > 0;

/** What the viewers of a period above its limit cost. */
const overageOf = (
  { plan, period }: SubscriptionState['outside']['uncounted'][number],
  counted: PeriodViewers,
  premium: boolean,
): (SubscriptionEvent & { type: 'PeriodCounted' })['data'] => {
  const terms = termsOf(plan, null);
  const viewers = { ...counted, mau_limit: terms.mau_limit };
  const [line] = overageLines(terms, period, viewers, { premium, referred: false });
  return { plan, period, viewers, overage: line?.kind === 'overage' ? line : null };
};

/** Counts the viewers of the oldest period that is over, and asks Stripe to charge those above the limit. Answers whether it was counted. */
const countPeriod = async (
  kernel: Kernel,
  account_id: string,
  [uncounted]: SubscriptionState['outside']['uncounted'],
  count: (accountId: string, period: BillingPeriod) => Promise<PeriodViewers | null>,
): Promise<boolean> => {
  const viewers = uncounted ? await count(account_id, uncounted.period) : null;
  if (!uncounted || !viewers) return false;
  const { data } = await runCommand(kernel, systemContext(kernel.now(), account_id), async (trx) => {
    const loaded = await loadSubscription(trx, account_id);
    const { premium } = await readBillingFacts(trx, account_id, loaded.state);
    const still = loaded.state.outside.uncounted.find(({ period }) => period.from === uncounted.period.from);
    if (!still) return { status: 200, data: false };
    const counted = overageOf(still, viewers, premium);
    const { overage } = counted;
    const events: SubscriptionEvent[] = [{ type: 'PeriodCounted', data: counted }];
    if (overage) {
      // A plan that staff have made renews nothing there.
      const { outside, period } = loaded.state;
      const closes = outside.subscription === null || period?.from !== still.period.to;
      const at_once = await isAccountEnded(trx, account_id);
      events.push(askEvent({ ...overage, closes, at_once }, toSeconds(trx.context.now)));
    }
    await saveSubscription(trx, loaded, events);
    return { status: 200, data: true };
  });
  return data;
};

/**
 * Does the next thing that is due for a subscription that Stripe runs: counts the viewers of a period that is over, and asks
 * once more for what was not answered. Answers whether there was something; throws StripeFailure.
 */
export const stepAtStripe = async (
  kernel: Kernel,
  { account_id, state: { outside } }: { account_id: string; state: SubscriptionState },
  count: (accountId: string, period: BillingPeriod) => Promise<PeriodViewers | null>,
): Promise<boolean> => {
  const counted = await countPeriod(kernel, account_id, outside.uncounted, count);
  if (!counted && outside.asks.length === 0) return false;
  await settleAtStripe(kernel, account_id);
  return true;
};

import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { secondsPerDay } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { asSystemIn, type CommandTrx } from '#kernel/commands/command-trx.ts';
import { save } from '#kernel/commands/streams.ts';
import type { BillingFacts } from './decide.ts';
import { loadSubscription, referringAccount } from './save-subscription.ts';

const perYear = 12;
const yearSeconds = 365 * secondsPerDay;

/** A month for whoever referred an account; nothing once there were twelve within a year. */
export const decideReferral = (
  state: SubscriptionState,
  referred_account_id: string,
  now: UnixSeconds,
): SubscriptionEvent[] => {
  const lately = state.earned.filter((at) => at > now - yearSeconds);
  if (lately.length >= perYear) return [];
  return [{ type: 'ReferralEarned', data: { referred_account_id, ts_earned: now } }];
};

/** Gives whoever referred an account their month once its first invoice is closed. */
export const tellReferrer = async (
  trx: CommandTrx,
  accountId: string,
  events: readonly SubscriptionEvent[],
  { now }: Pick<BillingFacts, 'now'>,
): Promise<void> => {
  const isFirst = events.some(
    (event) =>
      event.type === 'InvoiceClosed' &&
      event.data.invoice.lines.some((line) => line.kind === 'free_month' && line.reason === 'referred'),
  );
  const referrer = isFirst ? await referringAccount(trx, accountId) : null;
  if (!referrer) return;
  const theirs = asSystemIn(trx, referrer);
  const loaded = await loadSubscription(theirs, referrer);
  await save(theirs, loaded, decideReferral(loaded.state, accountId, now));
};

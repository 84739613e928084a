import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { toSeconds } from '#contracts/time.ts';
import {
  asSystemIn,
  type CommandTrx,
  type RedeemDeal,
  type ReleaseDeal,
  withContext,
} from '#kernel/commands/command-trx.ts';
import { lockDeal } from '#kernel/db/deal-code.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from '../save-subscription.ts';
import { decideDeal, decideRelease } from './decide.ts';

const takeCode = async (trx: CommandTrx, dealId: string, accountId: string): Promise<void> => {
  await trx.client.query({
    name: 'redeem-deal',
    text: 'update deal_code set account_id = $2, redeemed_at = to_timestamp($3) where id = $1',
    values: [dealId, accountId, trx.context.now / 1000],
  });
};

/** Frees the code of a sign-up whose email was never verified: the year that it paid is over. */
export const releaseDeal: ReleaseDeal = async (plain, accountId) => {
  const { rows } = await plain.client.query<{ id: string }>({
    name: 'release-deal',
    text: 'update deal_code set account_id = null, redeemed_at = null where account_id = $1 returning id',
    values: [accountId],
  });
  if (rows.length === 0) return;
  const trx = asSystemIn(plain, accountId);
  const loaded = await loadSubscription(trx, accountId);
  const events = rows.flatMap(({ id }): SubscriptionEvent[] => [{ type: 'DealReleased', data: { deal_id: id } }]);
  await saveSubscription(trx, loaded, [...events, ...decideRelease(loaded.state, toSeconds(trx.context.now))]);
};

/**
 * Starts the year that a deal code pays for. Refuses a code that has been used in the meantime; a sign-up that has it and
 * was never verified gives it up.
 */
export const redeemDeal: RedeemDeal = async (plain, accountId, deal) => {
  const trx = withContext(plain, { account_id: accountId });
  const loaded = await loadSubscription(trx, accountId);
  const events = decideDeal(loaded.state, deal.id, await readBillingFacts(trx, accountId, loaded.state));
  const holder = await lockDeal(trx.client, deal);
  if (holder !== null) await releaseDeal(trx, holder);
  await takeCode(trx, deal.id, accountId);
  await saveSubscription(trx, loaded, events);
};

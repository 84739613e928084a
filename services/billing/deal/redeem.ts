import { Refusal } from '#contracts/api/errors.ts';
import { type CommandTrx, type RedeemDeal, withContext } from '#kernel/commands/command-trx.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from '../save-subscription.ts';
import { decideDeal } from './decide.ts';

/** Of two who use a code at once, the second waits here and is told that it was used. */
const takeCode = async (trx: CommandTrx, dealId: string, accountId: string): Promise<void> => {
  const { rowCount } = await trx.client.query({
    name: 'redeem-deal',
    text: `update deal_code set account_id = $2, redeemed_at = to_timestamp($3) where id = $1 and account_id is null`,
    values: [dealId, accountId, trx.context.now / 1000],
  });
  if (rowCount === 0) throw new Refusal('DealUsed');
};

/** Begins the year of an account that a deal's code pays, once. Refuses a code that somebody else has used meanwhile. */
export const redeemDeal: RedeemDeal = async (plain, accountId, dealId) => {
  const trx = withContext(plain, { account_id: accountId });
  const loaded = await loadSubscription(trx, accountId);
  const events = decideDeal(loaded.state, dealId, await readBillingFacts(trx, accountId, loaded.state));
  await takeCode(trx, dealId, accountId);
  await saveSubscription(trx, loaded, events);
};

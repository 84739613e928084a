import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import type { CommandAnswer } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { storedAnswer } from '#kernel/commands/idempotency.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { handleRemoveMethod, requireRemovable } from '../methods.ts';
import type { BillingRequest } from '../provider.ts';
import { customerOf } from './customers.ts';
import { ifThere } from './if-there.ts';
import { stripeOf } from './open.ts';
import { orUnavailable, withAccountAtStripe } from './settle.ts';

/** Takes a card off the account's customer at Stripe, where the customer may have chosen it on Stripe's own pages. */
export const removeCardAtStripe = async (
  kernel: Kernel,
  { principal, context }: BillingRequest,
  methodId: string,
  card: string,
): Promise<CommandAnswer> => {
  const stored = await storedAnswer(kernel, context);
  if (stored) return stored;
  const { account_id } = principal;
  const stripe = await stripeOf(kernel);
  return withAccountAtStripe(kernel, account_id, async () => {
    await runCommand(kernel, { ...context, idempotency: null }, async (trx) => {
      await requireRemovable(trx, principal, methodId);
      return { status: 200, data: null };
    });
    const customer = await customerOf(kernel.db.pool, account_id);
    if (customer !== null) {
      const [kept, cards] = await orUnavailable(
        Promise.all([stripe.readCustomer(customer), stripe.listCards(customer)]),
      );
      if (kept?.default_card === card && cards.length > 1) throw new Refusal('Conflict', subscriptionWords.cardCharged);
      if (cards.some(({ id }) => id === card))
        await orUnavailable(ifThere(stripe.removeCard(`remove:${uuidv7()}`, card)));
    }
    return runCommand(kernel, context, (trx) => handleRemoveMethod(trx, principal, methodId));
  });
};

import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { toSeconds } from '#contracts/time.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { customerOf } from './customers.ts';
import { noteDue } from './due.ts';
import { askEvent } from './settle.ts';

/** What Stripe is asked for when staff give a credit; one that has no customer there yet gets it with its first card. */
export const creditAsks = async (trx: CommandTrx, accountId: string, amount: number): Promise<SubscriptionEvent[]> => {
  if (trx.kernel.config.BILLING !== 'stripe' || amount === 0) return [];
  const customer = await customerOf(trx.client, accountId);
  return customer === null ? [] : [askEvent({ kind: 'credit', amount }, toSeconds(trx.context.now))];
};

/** Lets Stripe be asked soon for what staff have changed. */
export const followAtStripe = async ({ client, kernel, afterCommit }: CommandTrx, accountId: string): Promise<void> => {
  if (kernel.config.BILLING !== 'stripe') return;
  await noteDue(client, [accountId]);
  afterCommit(() => kernel.notifier.notify('billing'));
};

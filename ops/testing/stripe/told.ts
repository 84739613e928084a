import type { Kernel } from '#kernel/kernel.ts';
import { followDue } from '#services/billing/stripe/due.ts';
import type { StripeServer } from './server.ts';

/** Follows all that the stand-in has told an installation of. */
export const followTold = async ({ webhooks }: StripeServer, kernel: Kernel): Promise<void> => {
  await webhooks.settled();
  await followDue(kernel);
};

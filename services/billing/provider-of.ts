import type { Kernel } from '#kernel/kernel.ts';
import { localProvider } from './local/provider.ts';
import type { BillingProvider } from './provider.ts';
import { stripeProvider } from './stripe/provider.ts';

/** Who takes the money here. */
export const providerOf = ({ config }: Pick<Kernel, 'config'>): BillingProvider =>
  config.BILLING === 'stripe' ? stripeProvider : localProvider;

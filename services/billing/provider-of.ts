import type { Kernel } from '#kernel/kernel.ts';
import { localProvider } from './local/provider.ts';
import type { PaymentProvider } from './provider.ts';
import { stripeProvider } from './stripe/provider.ts';

/** Who takes the money here. */
export const providerOf = ({ config }: Pick<Kernel, 'config'>): PaymentProvider =>
  config.BILLING === 'stripe' ? stripeProvider : localProvider;

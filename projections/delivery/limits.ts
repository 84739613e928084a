import { RateLimitExceeded } from '#kernel/db/rate-limit.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Config } from '#kernel/platform/config.ts';
import { createRateLimiter } from '#kernel/platform/rate-limiter.ts';

/** The rate limits of deliveries, per address and per token: one set for the fast path and the route. */
export interface DeliveryLimits {
  /** Counts a call from an address to an instance's token. Throws RateLimitExceeded. */
  admit(address: string, token: string): void;
}

/** The limits of this process. */
export const createDeliveryLimits = (config: Pick<Config, 'LIMIT_DELIVERY' | 'LIMIT_TOKEN'>): DeliveryLimits => {
  const perAddress = createRateLimiter(config.LIMIT_DELIVERY);
  const perToken = createRateLimiter(config.LIMIT_TOKEN);
  return {
    admit(address, token) {
      if (!perAddress.take(networkOf(address)) || !perToken.take(token)) throw new RateLimitExceeded(1);
    },
  };
};

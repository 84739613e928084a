import { RateLimitExceeded, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createRateLimiter } from '#kernel/platform/rate-limiter.ts';
import { createSenderQuota, type SenderQuota } from './sender-quota.ts';

/** The rate limits of ingest: one set for the fast path and the route. */
export interface IngestLimits {
  quota: SenderQuota;
  /** Counts a call from an address to an instance's token; the key of its sender. Throws RateLimitExceeded. */
  admit(address: string, token: string): number;
}

/** The limits of this process. */
export const createIngestLimits = ({ config, now }: Pick<Kernel, 'config' | 'now'>): IngestLimits => {
  const perAddress = createRateLimiter(config.LIMIT_EVENTS);
  const perToken = createRateLimiter(config.LIMIT_TOKEN);
  const quota = createSenderQuota(config);
  return {
    quota,
    admit(address, token) {
      const network = networkOf(address);
      const sender = quota.keyOf(network, token);
      if (!perAddress.take(network) || !perToken.take(token)) throw new RateLimitExceeded(1);
      requireWithinLimit(quota.retryAfter(sender, now()));
      return sender;
    },
  };
};

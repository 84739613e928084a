import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createRateLimiter } from '#kernel/platform/rate-limiter.ts';
import { createSenderQuota, type SenderQuota } from './sender-quota.ts';

/** The verdict on a call: the key of its sender, and after how many seconds to retry (0: admitted). */
export interface Admission {
  sender: number;
  retryAfter: number;
}

/** The rate limits of ingest: one set for the fast path and the route. */
export interface IngestLimits {
  quota: SenderQuota;
  /** Counts a call from an address to an instance's token. */
  admit(address: string, token: string): Admission;
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
      if (!perAddress.take(network) || !perToken.take(token)) return { sender, retryAfter: 1 };
      return { sender, retryAfter: quota.retryAfter(sender, now()) };
    },
  };
};

import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createRate } from '#kernel/platform/rate.ts';
import { createSenderQuota, type SenderQuota } from './sender-quota.ts';

/** A call at the door: by what its sender is known, and after how many seconds it is to come again (0: it is let in). */
export interface Caller {
  sender: number;
  wait: number;
}

/** Where every batch comes in, by whichever way it was read: one set of limits for all of them. */
export interface Door {
  quota: SenderQuota;
  /** Counts a call from an address to an instance's token. */
  enter(address: string, token: string): Caller;
}

/** The door of this process. */
export const createDoor = ({ config, now }: Pick<Kernel, 'config' | 'now'>): Door => {
  const perAddress = createRate(config.LIMIT_EVENTS);
  const perToken = createRate(config.LIMIT_TOKEN);
  const quota = createSenderQuota(config);
  return {
    quota,
    enter(address, token) {
      const network = networkOf(address);
      const sender = quota.keyOf(network, token);
      if (!perAddress.take(network) || !perToken.take(token)) return { sender, wait: 1 };
      return { sender, wait: quota.wait(sender, now()) };
    },
  };
};

import type { UnixSeconds } from '#contracts/time.ts';
import { StripeFailure } from './answers.ts';

/** How many keys a write may have after its first one. */
const mostKeys = 3;
/** How long Stripe is given to make up for a failure of its own, in seconds. */
const makesUp = 60;

/** A write that is asked for at `ts_asked` under `key`, and `now`. */
export interface KeyedWrite {
  key: string;
  ts_asked: UnixSeconds;
  now: UnixSeconds;
}

const isKept = (error: unknown): boolean =>
  error instanceof StripeFailure && error.reason.kind === 'unavailable' && error.reason.kept === true;

/**
 * Makes a write that is done once. A failure that Stripe keeps under the key says nothing of what was done: that is looked up
 * by `happened`, and what was not is written under another key, made of the first one and a count, a minute after it was
 * asked for. Throws StripeFailure.
 */
export const writeOnce = async (
  { key, ts_asked, now }: KeyedWrite,
  write: (key: string) => Promise<unknown>,
  happened: () => Promise<boolean>,
): Promise<void> => {
  for (let count = 0; ; count += 1)
    try {
      await write(count === 0 ? key : `${key}~${count}`);
      return;
    } catch (error) {
      if (!isKept(error)) throw error;
      if (await happened()) return;
      if (now - ts_asked < makesUp || count === mostKeys) throw error;
    }
};

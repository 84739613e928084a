import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import type { EpochMs } from '#contracts/time.ts';

const idBytes = 16;
// The system is asked for the randomness of many ids at once: asking costs more than all the rest of an id.
const pool = Buffer.allocUnsafeSlow(idBytes * 256);
let used = pool.length;

/** A new id that sorts by its time: a UUID of version 7 for `now` in unix milliseconds. */
export const newId = (now: EpochMs): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + idBytes);
  used += idBytes;
  return v7({ msecs: now, random });
};

import type { EpochMs } from '#contracts/time.ts';
import { dedupWindowMs } from '../count/deduplicate.ts';

/** A batch as it is told from others: ids are those of its instance. */
interface Received {
  instance_id: string;
  batch_id: string;
  received_ms: EpochMs;
}

/** A batch may stand in the log so much later than ones that arrived after it. */
const lateMs = 86_400_000;

type Generation = Map<string, Map<string, EpochMs>>;

/** Tells batches that came again from those that came first, by the rule of the counting. */
export interface SeenBatches {
  /** Whether a batch was in none that was given before it and arrived at most eight days earlier. */
  isFirst(batch: Received): boolean;
  /** Forgets what no batch that arrived at `from` (unix ms), up to a day before it, or later can repeat. */
  goOnFrom(from: EpochMs): void;
}

/**
 * Remembers batches by their ids. Cost: in memory the ids of eighteen days where `goOnFrom` is called as the read goes on,
 * else of all batches that are given.
 */
export const createSeenBatches = (): SeenBatches => {
  let [young, old]: [Generation, Generation] = [new Map(), new Map()];
  let since: EpochMs | null = null;
  return {
    isFirst({ instance_id, batch_id, received_ms }) {
      const before = young.get(instance_id)?.get(batch_id) ?? old.get(instance_id)?.get(batch_id);
      if (before !== undefined && before >= received_ms - dedupWindowMs) return false;
      const own = young.get(instance_id) ?? new Map<string, EpochMs>();
      young.set(instance_id, own.set(batch_id, received_ms));
      return true;
    },
    goOnFrom(from) {
      since ??= from;
      // What was given before `since` can't be repeated any more.
      if (from - since <= dedupWindowMs + lateMs) return;
      [young, old] = [new Map(), young];
      since = from;
    },
  };
};

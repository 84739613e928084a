import { LRUCache } from 'lru-cache';
import type { Kernel } from '#kernel/kernel.ts';
import { partitionOf } from '#kernel/telemetry-log/partition.ts';
import type { InstanceIndex, TelemetryFacts } from '#kernel/telemetry-log/telemetry-facts.ts';

/** Time to live: a deleted instance is refused within two seconds, a new one is known within one. */
const tokenMs = 1500;
const unknownTokenMs = 500;
/** Known subjects stay known; only the watch cap of a story may change when its media does. */
const knownMs = 10_000;
const unknownMs = 1000;
const maxBatchIds = 500;

/** Bounds a cache by the number of its entries; `max` would allocate for all of them at once (8 MB for 200,000). */
const counted = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/** An instance that batches are accepted for, with their partition of the log. */
export interface IngestInstance extends InstanceIndex {
  partition: number;
}
/** A group or story that events may be about. */
export type KnownSubject = { kind: 'group' | 'story'; group_id: string; watch_cap_ms: number | null };

/** Finds the instance of a token or null, in one query for concurrent calls; throws while the database is down. */
export const createInstanceLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const found = new LRUCache<string, Promise<IngestInstance | null>>({ ...counted(20_000), ttl: tokenMs });
  const missing = new LRUCache<string, true>({ ...counted(20_000), ttl: unknownTokenMs });
  return (token: string): Promise<IngestInstance | null> => {
    if (missing.has(token)) return Promise.resolve(null);
    const held = found.get(token);
    if (held) return held;
    const target = telemetryFacts.instanceByToken(token).then((index) => {
      if (index) return { ...index, partition: partitionOf(token) };
      found.delete(token);
      missing.set(token, true);
      return null;
    });
    found.set(token, target);
    target.catch(() => found.delete(token));
    return target;
  };
};

interface LookupBatch {
  ids: Set<string>;
  answer: Promise<Awaited<ReturnType<TelemetryFacts['knownIds']>>>;
}

/** Finds which ids are groups or stories of an instance; misses are queried in batches, one per instance at a time. */
export const createSubjectLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const known = new LRUCache<string, KnownSubject & { instance_id: string }>({ ...counted(200_000), ttl: knownMs });
  const unknown = new LRUCache<string, true>({ ...counted(100_000), ttl: unknownMs });
  const collecting = new Map<string, LookupBatch>();
  const inFlight = new Map<string, Promise<unknown>>();

  const lookUp = (instanceId: string, ids: readonly string[]): LookupBatch['answer'] => {
    let batch = collecting.get(instanceId);
    if (!batch || batch.ids.size + ids.length > maxBatchIds) {
      const wanted = new Set<string>();
      const before = batch?.answer ?? inFlight.get(instanceId) ?? Promise.resolve();
      const mine: LookupBatch = {
        ids: wanted,
        answer: before
          // Whoever asked for the batch before hears of its failure; this one only waits its turn.
          .catch(() => {})
          .then(() => {
            if (collecting.get(instanceId) === mine) collecting.delete(instanceId);
            return telemetryFacts.knownIds(instanceId, [...wanted]);
          }),
      };
      batch = mine;
      collecting.set(instanceId, batch);
      inFlight.set(instanceId, batch.answer);
      const clear = () => inFlight.get(instanceId) === mine.answer && inFlight.delete(instanceId);
      batch.answer.then(clear, clear);
    }
    for (const id of ids) batch.ids.add(id);
    return batch.answer;
  };

  return async (instanceId: string, ids: Iterable<string>): Promise<Map<string, KnownSubject>> => {
    const answer = new Map<string, KnownSubject>();
    const misses: string[] = [];
    for (const id of ids) {
      const held = known.get(id);
      if (held?.instance_id === instanceId) answer.set(id, held);
      else if (!unknown.has(`${instanceId} ${id}`)) misses.push(id);
    }
    if (misses.length === 0) return answer;
    const found = await lookUp(instanceId, misses);
    for (const id of misses) {
      const one = found.get(id);
      if (one) {
        known.set(id, { ...one, instance_id: instanceId });
        answer.set(id, one);
      } else unknown.set(`${instanceId} ${id}`, true);
    }
    return answer;
  };
};

import { LRUCache } from 'lru-cache';
import type { Kernel } from '#kernel/kernel.ts';
import { partitionOf } from '#kernel/telemetry-log/partition.ts';
import type { InstanceIndex, KnownSubject, TelemetryFacts } from '#kernel/telemetry-log/telemetry-facts.ts';
import type { ValidatedEvents } from './validate-events.ts';

/** Time to live: a deleted instance is refused within two seconds, a new one is known within one. */
const tokenMs = 1500;
const unknownTokenMs = 500;
/** Known subjects stay known. A story's watch cap and components may change meanwhile; what an answer means never does. */
const knownMs = 10_000;
const unknownMs = 1000;
const maxBatchIds = 500;
/** Groups, stories and components of stories that a process knows, at most. */
const maxKnown = 400_000;

/** Bounds a cache by the number of its entries; `max` would allocate for all of them at once (8 MB for 200,000). */
const counted = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/** An instance that batches are accepted for, with their partition of the log. */
export interface IngestInstance extends InstanceIndex {
  partition: number;
}
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

/**
 * Finds which ids are groups or stories of an instance; misses are queried in batches, one per instance at a time. A story
 * that is known without a component that is named of it is looked up again first, at most once a second: whatever ids of
 * components are sent, that costs a second of an instance at most a look-up of each of its stories, 500 to a query.
 */
export const createSubjectLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const known = new LRUCache<string, KnownSubject & { instance_id: string }>({
    maxSize: maxKnown,
    sizeCalculation: ({ components }) => 1 + components.size,
    ttl: knownMs,
  });
  const lookedAgain = new LRUCache<string, Promise<void>>({ ...counted(20_000), ttl: unknownMs });
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

  const remember = (instance_id: string, id: string, one: KnownSubject) => known.set(id, { ...one, instance_id });

  /** Shared by all who ask within the second, also while it is under way. */
  const lookUpAgain = (instanceId: string, id: string): Promise<void> => {
    const held = lookedAgain.get(id);
    if (held) return held;
    const looked = lookUp(instanceId, [id]).then((found) => {
      const one = found.get(id);
      if (one) remember(instanceId, id, one);
    });
    lookedAgain.set(id, looked);
    looked.catch(() => lookedAgain.delete(id));
    return looked;
  };

  return async (
    instanceId: string,
    { ids, components }: Pick<ValidatedEvents, 'ids' | 'components'>,
  ): Promise<Map<string, KnownSubject>> => {
    const answer = new Map<string, KnownSubject>();
    const misses: string[] = [];
    const lacking: string[] = [];
    for (const id of ids) {
      const held = known.get(id);
      if (held?.instance_id === instanceId) {
        answer.set(id, held);
        for (const named of components.get(id) ?? [])
          if (!held.components.has(named)) {
            lacking.push(id);
            break;
          }
      } else if (!unknown.has(`${instanceId} ${id}`)) misses.push(id);
    }
    if (lacking.length > 0) {
      await Promise.all(lacking.map((id) => lookUpAgain(instanceId, id)));
      for (const id of lacking) answer.set(id, known.get(id) ?? answer.get(id)!);
    }
    if (misses.length === 0) return answer;
    const found = await lookUp(instanceId, misses);
    for (const id of misses) {
      const one = found.get(id);
      if (one) {
        remember(instanceId, id, one);
        answer.set(id, one);
      } else unknown.set(`${instanceId} ${id}`, true);
    }
    return answer;
  };
};

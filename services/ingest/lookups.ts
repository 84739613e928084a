import type { Kernel } from '#kernel/kernel.ts';
import { partitionOf } from '#kernel/telemetry-log/partition.ts';
import type { InstanceIndex, TelemetryFacts } from '#kernel/telemetry-log/telemetry-facts.ts';
import { createFreshMap } from './fresh-map.ts';

/** Time to live: a deleted instance is refused within two seconds, a new one is known within one. */
const tokenMs = 1500;
const unknownTokenMs = 500;
/** Known subjects stay known; only the watch cap of a story may change when its media does. */
const knownMs = 10_000;
const unknownMs = 1000;
const maxBatchIds = 500;

/** An instance that batches are accepted for, with their partition of the log. */
export interface IngestInstance extends InstanceIndex {
  partition: number;
}
/** A group or story that events may be about. */
export type KnownSubject = { kind: 'group' | 'story'; group_id: string; watch_cap_ms: number | null };

/** Finds the instance of a token or null, in one query for concurrent calls; throws while the database is down. */
export const createInstanceLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const found = createFreshMap<Promise<IngestInstance | null>>(20_000);
  const missing = createFreshMap<true>(20_000);
  return (token: string): Promise<IngestInstance | null> => {
    if (missing.get(token)) return Promise.resolve(null);
    const held = found.get(token);
    if (held) return held;
    const target = telemetryFacts.instanceByToken(token).then((index) => {
      if (index) return { ...index, partition: partitionOf(token) };
      found.delete(token);
      missing.set(token, true, unknownTokenMs);
      return null;
    });
    found.set(token, target, tokenMs);
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
  const known = createFreshMap<KnownSubject & { instance_id: string }>(200_000);
  const unknown = createFreshMap<true>(100_000);
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
    const now = performance.now();
    for (const id of ids) {
      const held = known.get(id, now);
      if (held?.instance_id === instanceId) answer.set(id, held);
      else if (!unknown.get(`${instanceId} ${id}`, now)) misses.push(id);
    }
    if (misses.length === 0) return answer;
    const found = await lookUp(instanceId, misses);
    for (const id of misses) {
      const one = found.get(id);
      if (one) {
        known.set(id, { ...one, instance_id: instanceId }, knownMs);
        answer.set(id, one);
      } else unknown.set(`${instanceId} ${id}`, true, unknownMs);
    }
    return answer;
  };
};

import { createHash } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import type { InstanceIndex, TelemetryFacts } from '#kernel/ports.ts';
import { createFreshMap } from './fresh-map.ts';

/** A deleted instance is refused within two seconds, a new one is known within one. */
const tokenMs = 1500;
const unknownTokenMs = 500;
/** What is known stays so; only the cap of a story may change when its media does. */
const knownMs = 10_000;
const unknownMs = 1000;
const maxLookup = 500;

/** An instance with the partition of its batches. */
export interface Target extends InstanceIndex {
  partition: number;
}
export type KnownId = { kind: 'group' | 'story'; group_id: string; watch_cap_ms: number | null };

/** The instance of a token, or null. Concurrent askers share one look-up; it throws when the database cannot say. */
export const createTokenLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const found = createFreshMap<Promise<Target | null>>(20_000);
  const missing = createFreshMap<true>(20_000);
  return (token: string): Promise<Target | null> => {
    if (missing.get(token)) return Promise.resolve(null);
    const held = found.get(token);
    if (held) return held;
    const target = telemetryFacts.instanceByToken(token).then((index) => {
      if (index) return { ...index, partition: createHash('sha256').update(token).digest()[0]! & 63 };
      found.delete(token);
      missing.set(token, true, unknownTokenMs);
      return null;
    });
    found.set(token, target, tokenMs);
    target.catch(() => found.delete(token));
    return target;
  };
};

interface Round {
  ids: Set<string>;
  answer: Promise<Awaited<ReturnType<TelemetryFacts['knownIds']>>>;
}

/** Which of an instance's ids are known. What this process does not know is looked up, one query at a time per instance. */
export const createIdLookup = ({ telemetryFacts }: Pick<Kernel, 'telemetryFacts'>) => {
  const known = createFreshMap<KnownId & { instance_id: string }>(200_000);
  const unknown = createFreshMap<true>(100_000);
  const gathering = new Map<string, Round>();
  const asking = new Map<string, Promise<unknown>>();

  const ask = (instanceId: string, ids: readonly string[]): Round['answer'] => {
    let round = gathering.get(instanceId);
    if (!round || round.ids.size + ids.length > maxLookup) {
      const wanted = new Set<string>();
      const before = round?.answer ?? asking.get(instanceId) ?? Promise.resolve();
      const mine: Round = {
        ids: wanted,
        answer: before
          .catch(() => {})
          .then(() => {
            if (gathering.get(instanceId) === mine) gathering.delete(instanceId);
            return telemetryFacts.knownIds(instanceId, [...wanted]);
          }),
      };
      round = mine;
      gathering.set(instanceId, round);
      asking.set(instanceId, round.answer);
      const over = () => asking.get(instanceId) === mine.answer && asking.delete(instanceId);
      round.answer.then(over, over);
    }
    for (const id of ids) round.ids.add(id);
    return round.answer;
  };

  return async (instanceId: string, ids: Iterable<string>): Promise<Map<string, KnownId>> => {
    const answer = new Map<string, KnownId>();
    const open: string[] = [];
    const now = performance.now();
    for (const id of ids) {
      const held = known.get(id, now);
      if (held?.instance_id === instanceId) answer.set(id, held);
      else if (!unknown.get(`${instanceId} ${id}`, now)) open.push(id);
    }
    if (open.length === 0) return answer;
    const found = await ask(instanceId, open);
    for (const id of open) {
      const one = found.get(id);
      if (one) {
        known.set(id, { ...one, instance_id: instanceId }, knownMs);
        answer.set(id, one);
      } else unknown.set(`${instanceId} ${id}`, true, unknownMs);
    }
    return answer;
  };
};

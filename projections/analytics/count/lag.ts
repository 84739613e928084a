import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { SourceName } from '#kernel/telemetry-log/log.ts';

/** A lane of a log: since when batches of it wait (null: none do), and when that was last known. */
interface LaneLag {
  log: SourceName;
  lane: number;
  waitingSince: EpochMs | null;
  knownAt: EpochMs;
}

/** Keeps since when batches of lanes wait, and exports the age of the oldest at each change. */
export const createLagGauge = ({ projectionLag }: Pick<Kernel['metrics'], 'projectionLag'>) => {
  const known = new Map<string, LaneLag>();
  const exportLag = () => {
    const ages = [...known.values()].map(({ waitingSince }) => (waitingSince === null ? 0 : Date.now() - waitingSince));
    projectionLag.set({ projection: 'analytics' }, Math.max(0, ...ages) / 1000);
  };
  const of = (log: SourceName, lane: number): LaneLag => {
    const key = `${log} ${lane}`;
    const one = known.get(key) ?? { log, lane, waitingSince: null, knownAt: Date.now() };
    known.set(key, one);
    return one;
  };
  return {
    /** Forgets all lanes but these, which are others' now. */
    keepLanes(lanes: readonly number[]): void {
      for (const [key, { lane }] of known) if (!lanes.includes(lane)) known.delete(key);
      for (const lane of lanes) for (const log of ['postgres', 'jetstream'] as const) of(log, lane);
      exportLag();
    },
    /** When the first batch of a lane that waits was accepted; null while none does. */
    note(log: SourceName, lane: number, waitingSince: EpochMs | null): void {
      Object.assign(of(log, lane), { waitingSince, knownAt: Date.now() });
      exportLag();
    },
    /** Takes lanes of which nothing was known since a time for waiting since they were looked at. */
    suspectUnread(log: SourceName, lanes: readonly number[], since: EpochMs): void {
      for (const lane of lanes) {
        const one = of(log, lane);
        if (one.knownAt < since) one.waitingSince ??= one.knownAt;
      }
      exportLag();
    },
  };
};

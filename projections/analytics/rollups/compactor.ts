import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { type CompactionProgress, compactChunk, oldestDay, startCompaction } from './compact.ts';

/** Compacts the periods of lanes in small steps, which a worker runs between its batches. */
export interface Compactor {
  /** Looks for due periods again, in all lanes. */
  refresh(on: pg.ClientBase): Promise<void>;
  /** Compacts one chunk for a worker of these lanes; false when nothing is left. */
  runOnce(on: pg.ClientBase, mine: readonly number[], nowMs: EpochMs): Promise<boolean>;
}

/**
 * Creates a compactor. It continues where it stopped, and restarts a period whose lane was another worker's meanwhile.
 */
export const createCompactor = (): Compactor => {
  let oldest: string | null = null;
  let pendingLanes = new Set<number>();
  let progress: CompactionProgress | null = null;
  return {
    async refresh(on) {
      oldest = await oldestDay(on);
      pendingLanes = new Set(Array.from({ length: laneCount }, (_, lane) => lane));
    },
    async runOnce(on, mine, nowMs) {
      const current = progress;
      progress = null;
      if (current && mine.includes(current.compaction.lane)) {
        progress = await compactChunk(on, current);
        return true;
      }
      const lane = mine.find((one) => pendingLanes.has(one));
      if (lane === undefined || oldest === null) return false;
      progress = await startCompaction(on, lane, nowMs, oldest);
      if (!progress) pendingLanes.delete(lane);
      return true;
    },
  };
};

import type pg from 'pg';
import { laneCount } from '#kernel/telemetry-log/log.ts';
import { beginMerge, type Merge, mergeChunk, oldestDay } from './spans.ts';

/** Merges the spans of lanes, in short turns that a worker takes between its flushes. */
export interface Merger {
  /** Looks anew for spans that are over, in all lanes. */
  look(on: pg.ClientBase): Promise<void>;
  /** Merges one chunk for a worker of these lanes; false when nothing is left to merge. */
  turn(on: pg.ClientBase, mine: readonly number[], nowMs: number): Promise<boolean>;
}

/** Opens a merger. It goes on where its last turn ended, and begins a span anew when its lane was another's meanwhile. */
export const createMerger = (): Merger => {
  let oldest: string | null = null;
  let unmerged = new Set<number>();
  let merge: Merge | null = null;
  return {
    async look(on) {
      oldest = await oldestDay(on);
      unmerged = new Set(Array.from({ length: laneCount }, (_, lane) => lane));
    },
    async turn(on, mine, nowMs) {
      const held = merge;
      merge = null;
      if (held && mine.includes(held.merging.lane)) {
        merge = await mergeChunk(on, held);
        return true;
      }
      const lane = mine.find((one) => unmerged.has(one));
      if (lane === undefined || oldest === null) return false;
      merge = await beginMerge(on, lane, nowMs, oldest);
      if (!merge) unmerged.delete(lane);
      return true;
    },
  };
};

import { type EpochMs, toEpochMs, type UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { parsePayload } from '../../count/payload.ts';
import type { DayRange } from '../day-range.ts';
import { readSourceBatches, readWithCheckpoints, type SourceBatch } from '../source-batches.ts';

const dayMs = 86_400_000;
const progressBatches = 200;

export type RecountDeps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>;

/** Of which app and days; `progress` is called with the progress from 0 to 1 after every 200 batches. */
export interface RecountScope {
  app_id: string;
  range: DayRange;
  signal: AbortSignal;
  progress?: (done: number, batches: number) => void;
  /** From which day on everything is kept (its start); null while nothing is past retention. */
  recountable_since: UnixSeconds | null;
}

/** The first moment of the days and the first one after them. */
export const edgesOf = ({ ts_start, days }: DayRange): { from: EpochMs; to: EpochMs } => {
  const from = toEpochMs(ts_start);
  return { from, to: from + days.length * dayMs };
};

/**
 * Gives each counted batch of an app that may hold events of the days to `add`, with what it holds, and answers how many
 * there were. Cost: every batch of the app from eight days before the range to seven days after it; in memory the ids
 * of at most eighteen days of them.
 */
export const eachBatch = async (
  kernel: RecountDeps,
  { app_id, range, signal, progress }: RecountScope,
  add: (payload: TelemetryPayload, source: SourceBatch) => void,
  { withRepeated = false } = {},
): Promise<number> => {
  const { checkpointOf } = await readWithCheckpoints(kernel.analytics, async () => null);
  let batches = 0;
  const query = { app_id, ...edgesOf(range), checkpointOf, signal, withRepeated };
  for await (const source of readSourceBatches(kernel, query, { repeated: 0 })) {
    const payload = parsePayload(source.batch);
    if (payload) add(payload, source);
    if (source.repeated) continue;
    batches += 1;
    if (batches % progressBatches === 0) progress?.(source.progress, batches);
  }
  return batches;
};

import { type RecountAnswer, type RecountBody, recountRules } from '#contracts/stats/recount.ts';
import { toEpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { parsePayload } from '../../count/payload.ts';
import {
  countEncoded,
  emptySketch,
  encodeSketch,
  reachPrecision,
  viewerHash,
  withViewers,
} from '../../rollups/sketch.ts';
import type { DayRange } from '../day-range.ts';
import { readSourceBatches, readWithCheckpoints } from '../source-batches.ts';

const dayMs = 86_400_000;
/** Viewers are buffered before they go into a sketch: adding them one by one would cost more than everything else. */
const maxBuffered = 512;

interface RecountedMetrics {
  impression: number;
  reach: number;
}

/** Counts impressions and their distinct viewers, in some kilobytes however many they are. */
const createRuleCounter = () => {
  let impressions = 0;
  let sketch = encodeSketch(emptySketch(reachPrecision));
  const buffered = new Set<number>();
  const flush = () => {
    sketch = withViewers(sketch, buffered) ?? sketch;
    buffered.clear();
  };
  return {
    add(viewer: number | null): void {
      impressions += 1;
      if (viewer === null) return;
      buffered.add(viewer);
      if (buffered.size >= maxBuffered) flush();
    },
    metrics(): RecountedMetrics {
      flush();
      return { impression: impressions, reach: countEncoded(sketch) };
    },
  };
};

const createRulePair = () => ({ is: createRuleCounter(), would: createRuleCounter() });
type RulePair = ReturnType<typeof createRulePair>;

const compareRules = ({ is, would }: RulePair) => {
  const [now, then] = [is.metrics(), would.metrics()];
  return {
    is: now,
    would_be: then,
    difference: { impression: then.impression - now.impression, reach: then.reach - now.reach },
  };
};

/** Which app, rule and days; `progress` is called with the progress from 0 to 1 after every 200 batches. */
export interface RecountQuery extends Pick<RecountBody, 'app_id' | 'rule'> {
  range: DayRange;
  signal: AbortSignal;
  progress?: (done: number, batches: number) => void;
}

const titlesOf = async (db: Db, groups: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await db.pool.query<{ id: string; title: string }>(
    `select g.id, g.title from story_group g join instance i on i.id = g.instance_id and not i.deleted
      where g.id = any($1::uuid[])`,
    [groups],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
};

const progressBatches = 200;

/**
 * Counts an app's impressions and reach of whole days from the raw batches by two rules: today's, and one by which a
 * story counts as seen by the watch time of its story_left. Nothing is written; both are of the same batches, so that
 * the difference is the rule's alone. Cost: every batch of the app from eight days before the range to seven days after
 * it; in memory the id of each of them, and some kilobytes for each group.
 */
export const recountUnderRule = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>,
  { app_id, rule, range, signal, progress }: RecountQuery,
): Promise<RecountAnswer> => {
  const [from, to] = [toEpochMs(range.ts_start), toEpochMs(range.ts_start) + range.days.length * dayMs];
  const leastMs = rule.impression_seconds * 1000;
  const total = createRulePair();
  const groups = new Map<string, RulePair>();
  const pairOf = (groupId: string): RulePair => {
    const known = groups.get(groupId) ?? createRulePair();
    groups.set(groupId, known);
    return known;
  };
  const add = ({ viewer, events }: TelemetryPayload): void => {
    const hash = viewer === null ? null : viewerHash(viewer);
    for (const { type, at, group_id, watch_ms = 0 } of events) {
      if (group_id === undefined || at < from || at >= to) continue;
      const seen = type === 'story_left' && watch_ms >= leastMs;
      if (type !== 'story_impression' && !seen) continue;
      const side = seen ? 'would' : 'is';
      total[side].add(hash);
      pairOf(group_id)[side].add(hash);
    }
  };
  const { checkpointOf } = await readWithCheckpoints(kernel.analytics, async () => null);
  let batches = 0;
  for await (const { batch, progress: done } of readSourceBatches(
    kernel,
    { app_id, from, to, checkpointOf, signal },
    { repeated: 0 },
  )) {
    const payload = parsePayload(batch);
    if (payload) add(payload);
    batches += 1;
    if (batches % progressBatches === 0) progress?.(done, batches);
  }
  const titles = await titlesOf(kernel.db, [...groups.keys()]);
  const rules = recountRules(rule.impression_seconds);
  return {
    app_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule,
    words: { is: say(rules.is), would_be: say(rules.would_be) },
    batches,
    ...compareRules(total),
    groups: [...groups]
      .map(([story_group_id, pair]) => ({
        story_group_id,
        title: titles.get(story_group_id) ?? null,
        ...compareRules(pair),
      }))
      .sort((a, b) => b.is.impression - a.is.impression || (a.story_group_id < b.story_group_id ? -1 : 1)),
  };
};

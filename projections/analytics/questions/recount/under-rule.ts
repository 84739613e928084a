import { type RecountAnswer, type RecountBody, recountRules } from '#contracts/stats/recount.ts';
import { mapInTurns } from '#kernel/platform/in-turns.ts';
import { say } from '#kernel/platform/say.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { viewerHash } from '../../rollups/sketch.ts';
import { eachBatch, edgesOf, type RecountDeps, type RecountScope } from './batches.ts';
import { titlesOf } from './titles.ts';
import { createViewerCounter } from './viewer-counter.ts';

/** Counts impressions and their distinct viewers. */
const createRuleCounter = () => {
  let impression = 0;
  const viewers = createViewerCounter();
  return {
    add(viewer: number | null): void {
      impression += 1;
      if (viewer !== null) viewers.add(viewer);
    },
    metrics: () => ({ impression, reach: viewers.count() }),
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

/**
 * Counts an app's impressions and reach of whole days from the raw batches by two rules, the current one and one where a
 * story counts as seen by the watch time of its story_left. Nothing is written; both are of the same batches, so that
 * the difference is the rule's alone. In memory some kilobytes for each group.
 */
export const recountUnderRule = async (
  kernel: RecountDeps,
  scope: RecountScope,
  rule: NonNullable<RecountBody['rule']>,
): Promise<RecountAnswer> => {
  const { app_id, range, recountable_since } = scope;
  const { from, to } = edgesOf(range);
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
  const batches = await eachBatch(kernel, scope, add);
  const titles = await titlesOf(kernel.db, [...groups.keys()]);
  const rows = await mapInTurns(
    groups,
    ([story_group_id, pair]) => ({ story_group_id, title: titles.get(story_group_id) ?? null, ...compareRules(pair) }),
    { aTurn: 50 },
  );
  const rules = recountRules(rule.impression_seconds);
  return {
    app_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule,
    words: { is: say(rules.is), would_be: say(rules.would_be) },
    batches,
    recountable_since,
    ...compareRules(total),
    groups: rows.sort((a, b) => b.is.impression - a.is.impression || (a.story_group_id < b.story_group_id ? -1 : 1)),
  };
};

import type { WhyAnswer, WhyBatch } from '#contracts/stats/explain.ts';
import type { WhyFigure } from '#contracts/stats/why-figures.ts';
import { whyRule } from '#contracts/stats/why-rule.ts';
import { toEpochMs, toSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { laneOf } from '#kernel/telemetry-log/partition.ts';
import type { ArchivedBatch } from '../../archive/line-format.ts';
import {
  addToDelta,
  deltaRows,
  emptyDelta,
  sketchPrecision,
  withCounts,
  withHashes,
} from '../../count/counters/daily-delta.ts';
import { parsePayload } from '../../count/payload.ts';
import { countEncoded, emptySketch, encodeSketch, withViewers } from '../../rollups/sketch.ts';
import { type CounterColumn, counterColumns } from '../../tables.ts';
import type { DayRange } from '../day-range.ts';
import {
  averageWatchSeconds,
  type CounterSums,
  oneDecimal,
  reachIn,
  readDailyReach,
  readMetrics,
  sumCounters,
} from '../metrics.ts';
import { readSourceBatches, readWithCheckpoints } from '../source-batches.ts';
import { readContentVersions } from './content-versions.ts';
import type { ExplainedSubject } from './subject.ts';

const dayMs = 86_400_000;

/** The counter behind each metric; the others are computed from viewers. */
const counterOf: Readonly<Record<Exclude<WhyFigure, 'reach' | 'dau'>, CounterColumn>> = {
  impression: 'impressions',
  click: 'clicks',
  open: 'opens',
  skipped: 'skips',
  share: 'shares',
  complete: 'completes',
  nexts: 'nexts',
  prevs: 'prevs',
  closed: 'closes',
  average_watch_length: 'watch_ms',
  ivod_views: 'ivod_views',
};
const counterIndex = (counter: CounterColumn): number => counterColumns.indexOf(counter);

/** Which metric to explain, of what and when, and which page of its batches. */
export interface ExplainQuery extends ExplainedSubject {
  figure: WhyFigure;
  range: DayRange;
  limit: number;
  offset: number;
  signal?: AbortSignal;
}

interface StatedMetric {
  value: number;
  days: { date: string; value: number }[];
}

/** The metric as the statistics state it, in all and by day. */
const readStated = async (
  db: Db,
  { figure, scope, subject_id, app_id, range }: ExplainQuery,
): Promise<StatedMetric> => {
  const query = { apps: [app_id], subjects: [subject_id], from: range.days[0]!, to: range.days.at(-1)! };
  if (figure === 'dau' || figure === 'reach') {
    const on = await readDailyReach(db, { ...query, scope: figure === 'dau' ? 'active' : scope });
    const days = range.days.map((date) => ({ date, value: on(date) }));
    if (figure === 'dau') return { value: meanOf(days.map((day) => day.value)), days };
    const own = (await readMetrics(db, { ...query, scope, ranges: [range.days] })).get(subject_id);
    return { value: reachIn([own], 0), days };
  }
  const own = (await readMetrics(db, { ...query, scope, ranges: [] })).get(subject_id);
  const statedValue = (sum: CounterSums) =>
    figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
  return {
    value: statedValue(sumCounters([own], range.days)),
    days: range.days.map((date) => ({ date, value: statedValue(sumCounters([own], [date])) })),
  };
};
const meanOf = (values: number[]): number => oneDecimal(values.reduce((sum, one) => sum + one, 0) / values.length);

/** Recounts the metric from batches by the aggregator's own rules. */
const createVerifier = ({ figure, scope, subject_id, range }: ExplainQuery) => {
  const days = new Set(range.days);
  const viewers = new Map<string, Set<number>>();
  const sums = counterColumns.map(() => 0);
  const wanted = figure === 'dau' ? 'active' : scope;
  const isOfSubject = (row: { scope: string; subject_id: string; day: string }) =>
    row.scope === wanted && row.subject_id === subject_id && days.has(row.day);

  const addViewers = (delta: ReturnType<typeof emptyDelta>): number => {
    let fresh = 0;
    for (const row of withHashes(deltaRows(delta)).filter(isOfSubject)) {
      const key = figure === 'dau' ? row.day : '';
      const known = viewers.get(key) ?? new Set();
      viewers.set(key, known);
      const before = known.size;
      for (const hash of row.hashes) known.add(hash);
      fresh += known.size - before;
    }
    return fresh;
  };
  const estimate = (hashes: Iterable<number> = []): number => {
    const empty = encodeSketch(emptySketch(sketchPrecision(wanted)));
    return countEncoded(withViewers(empty, hashes) ?? empty);
  };

  return {
    /** What a batch adds, and how often a story was left in it; null when it does not affect the metric. */
    add(batch: ArchivedBatch, payload: TelemetryPayload): { adds: number; leaves: number } | null {
      const delta = emptyDelta();
      addToDelta(delta, laneOf(batch.partition), batch.instance_id, payload);
      if (figure === 'reach' || figure === 'dau') {
        const adds = addViewers(delta);
        return adds > 0 ? { adds, leaves: 0 } : null;
      }
      const own = counterColumns.map(() => 0);
      for (const { values } of withCounts(deltaRows(delta)).filter(isOfSubject))
        for (const [place, value] of values.entries()) own[place]! += value;
      for (const [place, value] of own.entries()) sums[place]! += value;
      const adds = own[counterIndex(counterOf[figure])]!;
      const leaves = figure === 'average_watch_length' ? own[counterIndex('leaves')]! : 0;
      return adds + leaves > 0 ? { adds, leaves } : null;
    },
    value(): number {
      if (figure === 'reach') return estimate(viewers.get(''));
      if (figure === 'dau') return meanOf(range.days.map((day) => estimate(viewers.get(day))));
      const sum = Object.fromEntries(counterColumns.map((name, place) => [name, sums[place]!])) as CounterSums;
      return figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
    },
    viewers: (): number => [...viewers.values()].reduce((all, one) => all + one.size, 0),
  };
};

/** The groups that a batch has events of on the days, each with the time (ms) of the first. */
const groupsOf = ({ events }: TelemetryPayload, { scope, subject_id, range }: ExplainQuery): Map<string, number> => {
  const groups = new Map<string, number>();
  for (const { group_id, story_id, at } of events) {
    if (group_id === undefined || at < toEpochMs(range.ts_start) || at >= toEpochMs(range.ts_end + 1)) continue;
    if (scope === 'group' && group_id !== subject_id) continue;
    if (scope === 'story' && story_id !== subject_id) continue;
    groups.set(group_id, Math.min(at, groups.get(group_id) ?? at));
  }
  return groups;
};

/**
 * Explains a metric: its rule, its days and a page of the batches behind it, which add up to it as long as they are all
 * kept. Cost: a read of the metric, and every batch of the app from eight days before the range to seven days after it;
 * those that do not name the group or story are not parsed.
 */
export const explainMetric = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>,
  query: ExplainQuery,
): Promise<WhyAnswer> => {
  const { figure, scope, subject_id, app_id, range, limit, offset, signal } = query;
  const { found, checkpointOf } = await readWithCheckpoints(kernel.analytics, (db) => readStated(db, query));
  const verifier = createVerifier(query);
  const duplicates = { repeated: 0 };
  const mentions = scope === 'group' || scope === 'story' ? new RegExp(subject_id, 'i') : null;
  const page: { row: WhyBatch; groups: Map<string, number> }[] = [];
  let total = 0;
  const [from, to] = [toEpochMs(range.ts_start), toEpochMs(range.ts_start) + range.days.length * dayMs];
  for await (const { batch, kept } of readSourceBatches(
    kernel,
    { app_id, from, to, checkpointOf, signal },
    duplicates,
  )) {
    if (mentions && !mentions.test(batch.payload)) continue;
    const payload = parsePayload(batch);
    const added = payload && verifier.add(batch, payload);
    if (!added) continue;
    total += 1;
    if (total <= offset || page.length >= limit) continue;
    page.push({
      row: { ...rowOf(batch, payload, added, figure), kept, contents: [] },
      groups: groupsOf(payload, query),
    });
  }
  const versionAt = await readContentVersions(kernel.db, [
    ...new Set(page.flatMap(({ groups }) => [...groups.keys()])),
  ]);
  return {
    figure,
    scope,
    subject_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule: say(whyRule(figure, scope)),
    ...found,
    recounted: verifier.value(),
    ...(figure === 'reach' || figure === 'dau' ? { viewers: verifier.viewers() } : {}),
    total,
    repeated: duplicates.repeated,
    batches: page.map(({ row, groups }) => ({
      ...row,
      contents: [...groups].map(([story_group_id, at]) => ({ story_group_id, version: versionAt(story_group_id, at) })),
    })),
  };
};

const rowOf = (
  batch: ArchivedBatch,
  payload: TelemetryPayload,
  { adds, leaves }: { adds: number; leaves: number },
  figure: WhyFigure,
): Omit<WhyBatch, 'kept' | 'contents'> => ({
  batch_id: batch.batch_id,
  instance_id: batch.instance_id,
  ts: toSeconds(batch.received_ms),
  platform: payload.platform,
  sdk_version: payload.sdk_version,
  app_version: payload.app_version,
  consent: payload.consent,
  adds,
  ...(figure === 'average_watch_length' ? { leaves } : {}),
});

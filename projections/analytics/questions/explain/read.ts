import { limits } from '#contracts/api/limits.ts';
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
import { addViewer, countViewers, emptySketch, type Sketch } from '../../rollups/sketch.ts';
import { type CounterColumn, counterColumns } from '../../tables.ts';
import type { DayRange } from '../day-range.ts';
import { readDaySums } from '../group/totals.ts';
import { readGroupViewers } from '../group/viewers.ts';
import {
  addTo,
  averageWatchSeconds,
  type CounterSums,
  oneDecimal,
  reachIn,
  readDailyReach,
  readMetrics,
  sumCounters,
  zeroSums,
} from '../metrics.ts';
import { readSourceBatches, readWithCheckpoints } from '../source-batches.ts';
import { readContentVersions } from './content-versions.ts';
import type { ExplainedSubjects } from './subject.ts';

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
export interface ExplainQuery extends ExplainedSubjects {
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

const subjectsIn = ({ apps, subjects, range }: ExplainQuery) => ({
  apps,
  subjects,
  from: range.days[0]!,
  to: range.days.at(-1)!,
});

/** Distinct viewers over the range, and on each of its days. */
const readReach = async (
  { db }: Pick<Kernel, 'db'>,
  analytics: Db,
  query: ExplainQuery,
): Promise<[number, (day: string) => number]> => {
  const { scope, groups, range } = query;
  if (groups) {
    const viewers = await readGroupViewers({ db, analytics }, groups.choice, groups.chosen, range.days, [range.days]);
    return [viewers.over(range.days), viewers.onDay];
  }
  const subjects = { ...subjectsIn(query), scope };
  const on = await readDailyReach(analytics, subjects);
  const metrics = await readMetrics(analytics, { ...subjects, ranges: [range.days] });
  return [reachIn(metrics.values(), 0), on];
};

/** The counters summed over days. */
const readCounters = async (db: Db, query: ExplainQuery): Promise<(days: readonly string[]) => CounterSums> => {
  const { scope, groups, range } = query;
  if (groups) {
    const on = await readDaySums(db, groups.chosen, range.days);
    return (days) => {
      const sum = zeroSums();
      for (const day of days) addTo(sum, on(day));
      return sum;
    };
  }
  const metrics = [...(await readMetrics(db, { ...subjectsIn(query), scope, ranges: [] })).values()];
  return (days) => sumCounters(metrics, days);
};

/** The metric as the statistics state it, in all and by day. */
const readStated = async (kernel: Pick<Kernel, 'db'>, db: Db, query: ExplainQuery): Promise<StatedMetric> => {
  const { figure, range } = query;
  const daily = (on: (date: string) => number) => range.days.map((date) => ({ date, value: on(date) }));
  if (figure === 'dau') {
    const days = daily(await readDailyReach(db, { ...subjectsIn(query), scope: 'active' }));
    return { value: meanOf(days.map((day) => day.value)), days };
  }
  if (figure === 'reach') {
    const [value, on] = await readReach(kernel, db, query);
    return { value, days: daily(on) };
  }
  const sumOf = await readCounters(db, query);
  const figureOver = (days: readonly string[]) => {
    const sum = sumOf(days);
    return figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
  };
  return { value: figureOver(range.days), days: daily((date) => figureOver([date])) };
};
const meanOf = (values: number[]): number => oneDecimal(values.reduce((sum, one) => sum + one, 0) / values.length);

/** Recounts the metric from batches by the aggregator's own rules. */
const createVerifier = ({ figure, scope, subjects, range }: ExplainQuery) => {
  const counted = new Set(subjects);
  const days = new Set(range.days);
  const viewers = new Map<string, { known: Set<number>; sketch: Sketch }>();
  const sums = counterColumns.map(() => 0);
  const wanted = figure === 'dau' ? 'active' : scope;
  const isOfSubject = (row: { scope: string; subject_id: string; day: string }) =>
    row.scope === wanted && counted.has(row.subject_id) && days.has(row.day);

  const addViewers = (delta: ReturnType<typeof emptyDelta>): number => {
    let fresh = 0;
    for (const row of withHashes(deltaRows(delta)).filter(isOfSubject)) {
      const key = figure === 'dau' ? row.day : '';
      const held = viewers.get(key) ?? { known: new Set(), sketch: emptySketch(sketchPrecision(wanted)) };
      viewers.set(key, held);
      const before = held.known.size;
      for (const hash of row.hashes) held.known.add(hash);
      // Batch by batch: a million viewers at the end would hold up everybody else.
      for (const hash of row.hashes) addViewer(held.sketch, hash);
      fresh += held.known.size - before;
    }
    return fresh;
  };
  const estimate = (key: string): number => {
    const held = viewers.get(key);
    return held ? countViewers(held.sketch) : 0;
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
      if (figure === 'reach') return estimate('');
      if (figure === 'dau') return meanOf(range.days.map((day) => estimate(day)));
      const sum = Object.fromEntries(counterColumns.map((name, place) => [name, sums[place]!])) as CounterSums;
      return figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
    },
    viewers: (): number => [...viewers.values()].reduce((all, { known }) => all + known.size, 0),
  };
};

/** The groups that a batch has events of on the days, each with the time (ms) of the first. */
const groupsOf = (
  { events }: TelemetryPayload,
  isOf: (event: TelemetryPayload['events'][number]) => boolean,
  range: DayRange,
): Map<string, number> => {
  const groups = new Map<string, number>();
  for (const event of events) {
    const { group_id, at } = event;
    if (group_id === undefined || at < toEpochMs(range.ts_start) || at >= toEpochMs(range.ts_end + 1)) continue;
    if (!isOf(event)) continue;
    groups.set(group_id, Math.min(at, groups.get(group_id) ?? at));
  }
  return groups;
};

/**
 * Explains a metric: its rule, its days and a page of the batches behind it, which add up to it as long as they are all
 * kept. Cost: a read of the metric, and every batch of the apps from eight days before the range to seven days after it;
 * those that name none of the groups or not the story are not parsed, where few are asked for.
 */
export const explainMetric = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>,
  query: ExplainQuery,
): Promise<WhyAnswer> => {
  const { figure, scope, subjects, apps, range, limit, offset, signal } = query;
  const { found, checkpointOf } = await readWithCheckpoints(kernel.analytics, (db) => readStated(kernel, db, query));
  const verifier = createVerifier(query);
  const duplicates = { repeated: 0 };
  const named = new Set(subjects);
  const isNarrow = scope === 'group' || scope === 'story';
  const isOf = (event: { group_id?: string | undefined; story_id?: string | undefined }): boolean =>
    !isNarrow || named.has((scope === 'group' ? event.group_id : event.story_id) ?? '');
  const mentions =
    isNarrow && subjects.length > 0 && subjects.length <= limits.idsAtOnce ? new RegExp(subjects.join('|'), 'i') : null;
  const page: { row: WhyBatch; groups: Map<string, number> }[] = [];
  let total = 0;
  const [from, to] = [toEpochMs(range.ts_start), toEpochMs(range.ts_start) + range.days.length * dayMs];
  for await (const { batch, kept } of readSourceBatches(
    kernel,
    { app_id: apps, from, to, checkpointOf, signal },
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
      groups: groupsOf(payload, isOf, range),
    });
  }
  const versionAt = await readContentVersions(kernel.db, [
    ...new Set(page.flatMap(({ groups }) => [...groups.keys()])),
  ]);
  return {
    figure,
    scope,
    subjects: subjects.length,
    subject_id: subjects.length === 1 ? subjects[0]! : null,
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

import type { WhyMetric } from '#contracts/stats/why-figures.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { laneOf } from '#kernel/telemetry-log/partition.ts';
import {
  addToDelta,
  deltaRows,
  emptyDelta,
  sketchPrecision,
  withCounts,
  withHashes,
} from '../../count/counters/daily-delta.ts';
import { addViewer, countViewers, emptySketch, type Sketch } from '../../rollups/sketch.ts';
import { type CounterColumn, counterColumns } from '../../tables.ts';
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
import type { Added, Explained, Explanation, ReadBatch, StatedFigure, Verifier } from './query.ts';

type MetricQuery = Explained<{ figure: WhyMetric }>;

/** The counter behind each metric; the others are computed from viewers. */
const counterOf: Readonly<Record<Exclude<WhyMetric, 'reach' | 'dau'>, CounterColumn>> = {
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
  covers: 'covers',
};
const counterIndex = (counter: CounterColumn): number => counterColumns.indexOf(counter);

const subjectsIn = ({ apps, subjects, range }: MetricQuery) => ({
  apps,
  subjects,
  from: range.days[0]!,
  to: range.days.at(-1)!,
});

/** Distinct viewers over the range, and on each of its days. */
const readReach = async (
  { db, analytics }: Pick<Kernel, 'db' | 'analytics'>,
  query: MetricQuery,
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
const readCounters = async (db: Db, query: MetricQuery): Promise<(days: readonly string[]) => CounterSums> => {
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

/** The metric as the statistics state it. */
const readStated = async (kernel: Pick<Kernel, 'db' | 'analytics'>, query: MetricQuery): Promise<StatedFigure> => {
  const { asked, range } = query;
  const { figure } = asked;
  const daily = (on: (date: string) => number) => range.days.map((date) => ({ date, value: on(date) }));
  if (figure === 'dau') {
    const days = daily(await readDailyReach(kernel.analytics, { ...subjectsIn(query), scope: 'active' }));
    return { value: meanOf(days.map((day) => day.value)), days };
  }
  if (figure === 'reach') {
    const [value, on] = await readReach(kernel, query);
    return { value, days: daily(on) };
  }
  const sumOf = await readCounters(kernel.analytics, query);
  const figureOver = (days: readonly string[]) => {
    const sum = sumOf(days);
    return figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
  };
  return { value: figureOver(range.days), days: daily((date) => figureOver([date])) };
};
const meanOf = (values: number[]): number => oneDecimal(values.reduce((sum, one) => sum + one, 0) / values.length);

/** Recounts the metric from batches by the aggregator's own rules. */
const createVerifier = ({ asked: { figure }, scope, subjects, range }: MetricQuery): Verifier => {
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
  const addOne = ({ batch, payload }: ReadBatch): Added | null => {
    const delta = emptyDelta();
    addToDelta(delta, laneOf(batch.partition), batch.instance_id, payload);
    if (figure === 'reach' || figure === 'dau') {
      const adds = addViewers(delta);
      return adds > 0 ? { adds } : null;
    }
    const own = counterColumns.map(() => 0);
    for (const { values } of withCounts(deltaRows(delta)).filter(isOfSubject))
      for (const [place, value] of values.entries()) own[place]! += value;
    for (const [place, value] of own.entries()) sums[place]! += value;
    const adds = own[counterIndex(counterOf[figure])]!;
    if (figure !== 'average_watch_length') return adds > 0 ? { adds } : null;
    const leaves = own[counterIndex('leaves')]!;
    return adds + leaves > 0 ? { adds, leaves } : null;
  };

  return {
    add: async (batches) => batches.map(addOne),
    async value() {
      if (figure === 'reach') return estimate('');
      if (figure === 'dau') return meanOf(range.days.map((day) => estimate(day)));
      const sum = Object.fromEntries(counterColumns.map((name, place) => [name, sums[place]!])) as CounterSums;
      return figure === 'average_watch_length' ? averageWatchSeconds(sum) : sum[counterOf[figure]];
    },
    ...(figure === 'reach' || figure === 'dau'
      ? { viewers: () => [...viewers.values()].reduce((all, { known }) => all + known.size, 0) }
      : {}),
  };
};

/** How a metric is explained. */
export const explainMetric = (query: MetricQuery): Explanation => {
  const { scope, subjects } = query;
  const named = new Set(subjects);
  const isNarrow = scope === 'group' || scope === 'story';
  return {
    stated: (kernel) => readStated(kernel, query),
    verifier: () => createVerifier(query),
    isAbout: (event) => !isNarrow || named.has((scope === 'group' ? event.group_id : event.story_id) ?? ''),
    mentioned: isNarrow ? subjects : null,
  };
};

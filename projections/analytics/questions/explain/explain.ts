import { type WhyAnswer, type WhyBatch, type WhyFigure, whyRule } from '#contracts/why.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { laneOf, type TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import type { ArchivedBatch } from '../../archive/line.ts';
import { emptyDelta, foldBatch, precisionOf, rowsOf, withCounts, withHashes } from '../../count/fold.ts';
import { parsePayload } from '../../count/payload.ts';
import { countEncoded, emptySketch, encodeSketch, withViewers } from '../../rollups/sketch.ts';
import { type Counter, counters } from '../../tables.ts';
import { type Counts, oneDecimal, reachIn, readDailyReach, readFigures, sumOver, watchSeconds } from '../figures.ts';
import type { Range } from '../range.ts';
import { readVersions } from './contents.ts';
import { atOneMoment, countedBatches } from './evidence.ts';
import type { Subject } from './subject.ts';

const dayMs = 86_400_000;

/** The counters that a figure is made of; the others are made of viewers. */
const counterOf: Readonly<Record<Exclude<WhyFigure, 'reach' | 'dau'>, Counter>> = {
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
const placeOf = (counter: Counter): number => counters.indexOf(counter);

/** What is asked. */
export interface WhyAsk extends Subject {
  figure: WhyFigure;
  range: Range;
  limit: number;
  offset: number;
  signal?: AbortSignal;
}

interface Stated {
  value: number;
  days: { date: string; value: number }[];
}

/** The figure as the statistics state it, in all and by day. */
const readStated = async (db: Db, { figure, scope, subject_id, app_id, range }: WhyAsk): Promise<Stated> => {
  const ask = { apps: [app_id], subjects: [subject_id], from: range.days[0]!, to: range.days.at(-1)! };
  if (figure === 'dau' || figure === 'reach') {
    const on = await readDailyReach(db, { ...ask, scope: figure === 'dau' ? 'active' : scope });
    const days = range.days.map((date) => ({ date, value: on(date) }));
    if (figure === 'dau') return { value: meanOf(days.map((day) => day.value)), days };
    const own = (await readFigures(db, { ...ask, scope, ranges: [range.days] })).get(subject_id);
    return { value: reachIn([own], 0), days };
  }
  const own = (await readFigures(db, { ...ask, scope, ranges: [] })).get(subject_id);
  const say = (sum: Counts) => (figure === 'average_watch_length' ? watchSeconds(sum) : sum[counterOf[figure]]);
  return {
    value: say(sumOver([own], range.days)),
    days: range.days.map((date) => ({ date, value: say(sumOver([own], [date])) })),
  };
};
const meanOf = (values: number[]): number => oneDecimal(values.reduce((sum, one) => sum + one, 0) / values.length);

/** Adds up what batches say about the asked figure, by the aggregator's own fold. */
const createRecount = ({ figure, scope, subject_id, range }: WhyAsk) => {
  const days = new Set(range.days);
  const viewers = new Map<string, Set<number>>();
  const sums = counters.map(() => 0);
  const wanted = figure === 'dau' ? 'active' : scope;
  const isAsked = (row: { scope: string; subject_id: string; day: string }) =>
    row.scope === wanted && row.subject_id === subject_id && days.has(row.day);

  const addViewers = (delta: ReturnType<typeof emptyDelta>): number => {
    let fresh = 0;
    for (const row of withHashes(rowsOf(delta)).filter(isAsked)) {
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
    const empty = encodeSketch(emptySketch(precisionOf(wanted)));
    return countEncoded(withViewers(empty, hashes) ?? empty);
  };

  return {
    /** What a batch adds, and how often a story was left in it; null when it has nothing to do with the figure. */
    add(batch: ArchivedBatch, payload: TelemetryPayload): { adds: number; leaves: number } | null {
      const delta = emptyDelta();
      foldBatch(delta, laneOf(batch.partition), batch.instance_id, payload);
      if (figure === 'reach' || figure === 'dau') {
        const adds = addViewers(delta);
        return adds > 0 ? { adds, leaves: 0 } : null;
      }
      const own = counters.map(() => 0);
      for (const { values } of withCounts(rowsOf(delta)).filter(isAsked))
        for (const [place, value] of values.entries()) own[place]! += value;
      for (const [place, value] of own.entries()) sums[place]! += value;
      const adds = own[placeOf(counterOf[figure])]!;
      const leaves = figure === 'average_watch_length' ? own[placeOf('leaves')]! : 0;
      return adds + leaves > 0 ? { adds, leaves } : null;
    },
    value(): number {
      if (figure === 'reach') return estimate(viewers.get(''));
      if (figure === 'dau') return meanOf(range.days.map((day) => estimate(viewers.get(day))));
      const sum = Object.fromEntries(counters.map((name, place) => [name, sums[place]!])) as Counts;
      return figure === 'average_watch_length' ? watchSeconds(sum) : sum[counterOf[figure]];
    },
    viewers: (): number => [...viewers.values()].reduce((all, one) => all + one.size, 0),
  };
};

/** The groups that a batch is about on the asked days, each with the time (ms) of its first event. */
const groupsOf = ({ events }: TelemetryPayload, { scope, subject_id, range }: WhyAsk): Map<string, number> => {
  const groups = new Map<string, number>();
  for (const { group_id, story_id, at } of events) {
    if (group_id === undefined || at < range.ts_start * 1000 || at >= (range.ts_end + 1) * 1000) continue;
    if (scope === 'group' && group_id !== subject_id) continue;
    if (scope === 'story' && story_id !== subject_id) continue;
    groups.set(group_id, Math.min(at, groups.get(group_id) ?? at));
  }
  return groups;
};

/**
 * A figure, its rule, its days and a page of the batches behind it, which add up to it again as long as they are all kept.
 * Cost: a read of the figures, and every batch of the app from eight days before the range to seven days after it; those
 * that do not name the group or story are not parsed.
 */
export const readWhy = async (kernel: Kernel, ask: WhyAsk): Promise<WhyAnswer> => {
  const { figure, scope, subject_id, app_id, range, limit, offset, signal } = ask;
  const { found, counted } = await atOneMoment(kernel.analytics, (db) => readStated(db, ask));
  const recount = createRecount(ask);
  const passed = { repeated: 0 };
  const mentions = scope === 'group' || scope === 'story' ? new RegExp(subject_id, 'i') : null;
  const page: { row: WhyBatch; groups: Map<string, number> }[] = [];
  let total = 0;
  const [from, to] = [range.ts_start * 1000, range.ts_start * 1000 + range.days.length * dayMs];
  for await (const { batch, kept } of countedBatches(kernel, { app_id, from, to, counted, signal }, passed)) {
    if (mentions && !mentions.test(batch.payload)) continue;
    const payload = parsePayload(batch);
    const added = payload && recount.add(batch, payload);
    if (!added) continue;
    total += 1;
    if (total <= offset || page.length >= limit) continue;
    page.push({ row: { ...rowOf(batch, payload, added, figure), kept, contents: [] }, groups: groupsOf(payload, ask) });
  }
  const versionAt = await readVersions(kernel.db, [...new Set(page.flatMap(({ groups }) => [...groups.keys()]))]);
  return {
    figure,
    scope,
    subject_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule: whyRule(figure, scope),
    ...found,
    recounted: recount.value(),
    ...(figure === 'reach' || figure === 'dau' ? { viewers: recount.viewers() } : {}),
    total,
    repeated: passed.repeated,
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
  ts: Math.floor(batch.received_ms / 1000),
  platform: payload.platform,
  sdk_version: payload.sdk_version,
  app_version: payload.app_version,
  consent: payload.consent,
  adds,
  ...(figure === 'average_watch_length' ? { leaves } : {}),
});

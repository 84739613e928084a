import { type RecountAnswer, type RecountBody, recountWords } from '#contracts/recount.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
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
import type { Range } from '../range.ts';
import { atOneMoment, countedBatches } from './evidence.ts';

const dayMs = 86_400_000;
/** So many viewers wait before they go into a sketch: adding them one by one would cost more than all the rest. */
const mostWaiting = 512;

interface Figures {
  impression: number;
  reach: number;
}

/** Counts impressions and the viewers behind them, in some kilobytes however many they are. */
const createCount = () => {
  let impressions = 0;
  let sketch = encodeSketch(emptySketch(reachPrecision));
  const waiting = new Set<number>();
  const take = () => {
    sketch = withViewers(sketch, waiting) ?? sketch;
    waiting.clear();
  };
  return {
    add(viewer: number | null): void {
      impressions += 1;
      if (viewer === null) return;
      waiting.add(viewer);
      if (waiting.size >= mostWaiting) take();
    },
    figures(): Figures {
      take();
      return { impression: impressions, reach: countEncoded(sketch) };
    },
  };
};

const createPair = () => ({ is: createCount(), would: createCount() });
type Pair = ReturnType<typeof createPair>;

const compared = ({ is, would }: Pair) => {
  const [now, then] = [is.figures(), would.figures()];
  return {
    is: now,
    would_be: then,
    difference: { impression: then.impression - now.impression, reach: then.reach - now.reach },
  };
};

/** What is asked; `progress` is told how far it is, from 0 to 1, after every some hundred batches. */
export interface RecountAsk extends Pick<RecountBody, 'app_id' | 'rule'> {
  range: Range;
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

const every = 200;

/**
 * Counts an app's impressions and reach of whole days from the raw batches twice: as they are, and as they would be if a
 * story counted as seen by the watch time of its story_left. Nothing is written anywhere; both are of the same batches, so
 * that the difference is the rule's alone. Cost: every batch of the app from eight days before the range to seven days
 * after it, in bounded memory (some kilobytes for each group).
 */
export const recount = async (
  kernel: Kernel,
  { app_id, rule, range, signal, progress }: RecountAsk,
): Promise<RecountAnswer> => {
  const [from, to] = [range.ts_start * 1000, range.ts_start * 1000 + range.days.length * dayMs];
  const leastMs = rule.impression_seconds * 1000;
  const whole = createPair();
  const groups = new Map<string, Pair>();
  const pairOf = (groupId: string): Pair => {
    const known = groups.get(groupId) ?? createPair();
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
      whole[side].add(hash);
      pairOf(group_id)[side].add(hash);
    }
  };
  const { counted } = await atOneMoment(kernel.analytics, async () => null);
  let batches = 0;
  for await (const { batch, done } of countedBatches(kernel, { app_id, from, to, counted, signal }, { repeated: 0 })) {
    const payload = parsePayload(batch);
    if (payload) add(payload);
    batches += 1;
    if (batches % every === 0) progress?.(done, batches);
  }
  const titles = await titlesOf(kernel.db, [...groups.keys()]);
  return {
    app_id,
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    rule,
    words: recountWords(rule.impression_seconds),
    batches,
    ...compared(whole),
    groups: [...groups]
      .map(([story_group_id, pair]) => ({
        story_group_id,
        title: titles.get(story_group_id) ?? null,
        ...compared(pair),
      }))
      .sort((a, b) => b.is.impression - a.is.impression || (a.story_group_id < b.story_group_id ? -1 : 1)),
  };
};

import { dateIn, timeIn } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { railLengths } from './rail-lengths.ts';

/** Changes that fall together on the rail: where (0 to 1) and how many. */
export interface RailMark {
  share: number;
  count: number;
}

/** A text below the rail and where it stands (0 to 1). */
export interface RailTick {
  share: number;
  text: string;
  close: boolean;
}

/** A part of the rail from one change to the next, in moments (unix seconds) and in places (0 to 1). */
interface Stretch {
  from: number;
  to: number;
  start: number;
  end: number;
  /** Whether it takes less room than its time has. */
  broken: boolean;
}

/** How moments lie on the rail: the stretches between changes one behind the other, long empty ones shortened. */
export interface RailScale {
  stretches: readonly Stretch[];
  /** The middles of the shortened stretches. */
  breaks: readonly number[];
  shareOf(moment: number): number;
  momentAt(share: number): number;
}

const slots = 96;
/** Two texts below the rail need so much room, and where it is wide half of it. */
const tickRoom = 0.1;
const wideRoom = 0.05;
const daySeconds = 86_400;

const between = (value: number, low: number, high: number) => (high <= low ? 1 : (value - low) / (high - low));
const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The scale of a rail from the first moment to the present, which stands little behind the last change. */
export function railScale(moments: readonly number[], from: number, now: number): RailScale {
  const inside = moments.filter((moment) => moment > from && moment <= now);
  const edges = [...new Set([from, ...inside])].sort((a, b) => a - b);
  const gaps = edges.slice(1).map((edge, at) => edge - edges[at]!);
  const rest = now - edges.at(-1)!;
  edges.push(now);
  gaps.push(rest);
  const lengths = railLengths(gaps.slice(0, -1), rest);
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let place = 0;
  const stretches = lengths.map((length, at): Stretch => {
    const start = place;
    place += length / whole;
    const end = at === lengths.length - 1 ? 1 : place;
    return { from: edges[at]!, to: edges[at + 1]!, start, end, broken: length < gaps[at]! };
  });
  const last: Stretch = { from, to: now, start: 0, end: 1, broken: false };
  return {
    stretches,
    breaks: stretches.filter((one) => one.broken).map((one) => (one.start + one.end) / 2),
    shareOf(moment) {
      const { from: low, to, start, end } = stretches.find((one) => moment <= one.to) ?? stretches.at(-1) ?? last;
      return within(start + between(moment, low, to) * (end - start), 0, 1);
    },
    momentAt(share) {
      const { from: low, to, start, end } = stretches.find((one) => share <= one.end) ?? stretches.at(-1) ?? last;
      return Math.round(within(low + between(share, start, end) * (to - low), from, now));
    },
  };
}

/** The changes gathered into bars, oldest first. */
export function railMarks(moments: readonly number[], scale: RailScale): RailMark[] {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const slot = Math.round(scale.shareOf(moment) * slots);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([slot, count]) => ({ share: slot / slots, count }));
}

/**
 * What stands below the rail: the first moment, those at which it goes on behind a break, others in between where there is
 * room, and the present. They are dates, or times where all of it spans less than two days. Those that are `close` to
 * another need a wide rail.
 */
export function ticksOf(scale: RailScale, zone: string, count = 6): RailTick[] {
  const [from, now] = [scale.momentAt(0), scale.momentAt(1)];
  const short = now - from < 2 * daySeconds;
  const textOf = (moment: number) => (short ? timeIn(zone, moment) : dateIn(zone, moment).slice(0, -5));
  const inBreak = (share: number) => scale.stretches.some((one) => one.broken && share > one.start && share < one.end);
  const after = scale.stretches.filter((one) => one.broken && one.end < 1).map((one) => one.end);
  const even = Array.from({ length: count - 2 }, (_, at) => (at + 1) / (count - 1)).filter((share) => !inBreak(share));
  const ticks: RailTick[] = [
    { share: 0, text: textOf(from), close: false },
    { share: 1, text: t(groupWords.now), close: false },
  ];
  const add = (share: number, room: number) => {
    const text = textOf(scale.momentAt(share));
    const nearest = Math.min(...ticks.map((tick) => Math.abs(tick.share - share)));
    if (nearest >= room && ticks.every((tick) => tick.text !== text))
      ticks.push({ share, text, close: nearest < tickRoom });
  };
  for (const share of after) add(share, wideRoom);
  for (const share of even) add(share, tickRoom);
  return ticks.sort((a, b) => a.share - b.share);
}

/** The change that a step leads to from a moment: the next earlier or later one; null beyond the last, which is now. */
export function stepFrom(moments: readonly number[], at: number, by: -1 | 1): number | null {
  const sorted = [...moments].sort((a, b) => a - b);
  if (by < 0) return sorted.findLast((moment) => moment < at) ?? sorted[0] ?? null;
  return sorted.find((moment) => moment > at) ?? null;
}

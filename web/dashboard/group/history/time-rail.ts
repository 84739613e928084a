import { dateIn, timeIn } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

/** Changes that fall together on the rail: where (0 to 1), how many, and whether they lie after the handle. */
export interface RailMark {
  share: number;
  count: number;
}

const slots = 96;

/** Where a moment lies between two others, 0 to 1. */
export function shareOf(moment: number, from: number, to: number): number {
  return to <= from ? 1 : Math.min(1, Math.max(0, (moment - from) / (to - from)));
}

/** The moment (whole unix seconds) at a share of the way between two others. */
export function momentAt(share: number, from: number, to: number): number {
  return Math.round(from + Math.min(1, Math.max(0, share)) * (to - from));
}

/** The changes gathered into bars, oldest first. */
export function railMarks(moments: readonly number[], from: number, to: number): RailMark[] {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const slot = Math.round(shareOf(moment, from, to) * slots);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([slot, count]) => ({ share: slot / slots, count }));
}

/** What stands below the rail: dates, or times where it spans less than two days; the last one is the present. */
export function ticksOf(from: number, to: number, zone: string, count = 6): { share: number; text: string }[] {
  const short = to - from < 2 * 86_400;
  const ticks: { share: number; text: string }[] = [];
  for (let place = 0; place < count; place += 1) {
    const share = place / (count - 1);
    const moment = momentAt(share, from, to);
    const text =
      place === count - 1 ? t(groupWords.now) : short ? timeIn(zone, moment) : dateIn(zone, moment).slice(0, -5);
    if (ticks.at(-1)?.text !== text) ticks.push({ share, text });
  }
  return ticks;
}

/** The change that a step leads to from a moment: the next earlier or later one; null beyond the last, which is now. */
export function stepFrom(moments: readonly number[], at: number, by: -1 | 1): number | null {
  const sorted = [...moments].sort((a, b) => a - b);
  if (by < 0) return sorted.findLast((moment) => moment < at) ?? sorted[0] ?? null;
  return sorted.find((moment) => moment > at) ?? null;
}

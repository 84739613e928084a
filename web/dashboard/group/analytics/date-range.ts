import { longestRangeDays } from '#contracts/stats/range.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { StatsRange } from '../group-queries.ts';

/** The ranges that have a name. */
export const presets = [
  { id: 'today', label: t(groupWords.today) },
  { id: 'week', label: t(groupWords.lastWeek) },
  { id: 'month', label: t(groupWords.thisMonth) },
  { id: '30days', label: t(groupWords.last30Days) },
] as const;
export type PresetId = (typeof presets)[number]['id'];

const day = 86_400;
/** A UTC day as '2026-11-20'. */
export const dayText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const startOf = (seconds: number) => Math.floor(seconds / day) * day;
/** Whether a text looks like a day; whether there is such a one is another matter. */
export const isWrittenAsDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** A day such as '2026-11-20' as unix seconds; null when it is none, or one that no calendar has. */
export const parseDay = (text: string | null): number | null => {
  if (!text || !isWrittenAsDay(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayText(ms / 1000) !== text ? null : ms / 1000;
};

/** What is wrong with days (unix seconds; null is no day) as a range; null is nothing. */
export type RangeFault = 'form' | 'future' | 'backwards' | 'long' | null;

/** Whether days make a range that ends by `today`, and why not. */
export function rangeFault(first: number | null, last: number | null, today: number): RangeFault {
  if (first === null || last === null) return 'form';
  if (first > today || last > today) return 'future';
  if (first > last) return 'backwards';
  return last - first >= longestRangeDays * day ? 'long' : null;
}

/** The whole UTC days of a preset or of two days in the address, never after today; without either those of `usual`. */
export function rangeOf(
  preset: string | null,
  from: string | null,
  to: string | null,
  now: number,
  usual: PresetId = 'week',
): { from: number; to: number } {
  const today = startOf(now);
  const first = parseDay(from);
  const last = parseDay(to);
  if (preset === null && first !== null && last !== null && !rangeFault(first, Math.min(last, today), today))
    return { from: first, to: Math.min(last, today) };
  const asked = presets.some(({ id }) => id === preset) ? preset : usual;
  if (asked === 'today') return { from: today, to: today };
  if (asked === '30days') return { from: today - 29 * day, to: today };
  if (asked === 'month') return { from: startOf(today - (new Date(today * 1000).getUTCDate() - 1) * day), to: today };
  return { from: today - 6 * day, to: today };
}

/** The range of the same length that ends the day before this one starts. */
export function previousRange(range: { from: number; to: number }): NonNullable<StatsRange> {
  const length = range.to - range.from + day;
  return { from: range.from - length, to: range.from - day };
}

/** The same days of the year before; 29 February is then the 28th. */
export function yearBefore({ from, to }: { from: number; to: number }): NonNullable<StatsRange> {
  const first = new Date(from * 1000);
  const month = first.getUTCMonth();
  const date = Math.min(first.getUTCDate(), new Date(Date.UTC(first.getUTCFullYear() - 1, month + 1, 0)).getUTCDate());
  const start = Date.UTC(first.getUTCFullYear() - 1, month, date) / 1000;
  return { from: start, to: start + to - from };
}

/** The name of the range that the address holds; null for one picked by hand. */
export function presetOf(
  preset: string | null,
  from: string | null,
  to: string | null,
  usual: PresetId = 'week',
): PresetId | null {
  const found = presets.find((one) => one.id === preset);
  if (found) return found.id;
  return parseDay(from) !== null && parseDay(to) !== null ? null : usual;
}

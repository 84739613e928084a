import { momentOf } from '../kit/text/zone.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';

/** The ranges that have a name; without one the audit is whole. */
export const dayPresets = [
  { id: 'all', label: t(activityWords.allTime), days: 0 },
  { id: 'today', label: t(activityWords.today), days: 1 },
  { id: '7days', label: t(activityWords.last7Days), days: 7 },
  { id: '30days', label: t(activityWords.last30Days), days: 30 },
] as const;
export type DayPreset = (typeof dayPresets)[number]['id'];

const daySeconds = 86_400;

/** A day as '2026-11-20' in a zone. */
export function dayIn(zone: string, seconds: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(seconds * 1000);
}

/** When a day ('2026-11-20') begins in a zone, unix seconds. */
export function startOf(zone: string, day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return momentOf(zone, { year, month, day: date, hour: 0, minute: 0 });
}

const shifted = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * daySeconds * 1000).toISOString().slice(0, 10);

const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  shifted(text, 0) === text;

/** The days that an address names, both included: a preset, or two days by hand; null is all time. */
export function parseDays(
  zone: string,
  address: { when: string | null; from: string | null; to: string | null },
  now: number,
): { preset: DayPreset | null; from: string; to: string } | null {
  const today = dayIn(zone, now);
  const preset = dayPresets.find((one) => one.id === address.when && one.days > 0);
  if (preset) return { preset: preset.id, from: shifted(today, 1 - preset.days), to: today };
  if (!isDay(address.from) || !isDay(address.to) || address.from > address.to) return null;
  return { preset: null, from: address.from, to: address.to };
}

/** The moments of whole days in a zone, both included, unix seconds. */
export function momentsOf(zone: string, days: { from: string; to: string }): { ts_start: number; ts_end: number } {
  return { ts_start: startOf(zone, days.from), ts_end: startOf(zone, shifted(days.to, 1)) - 1 };
}

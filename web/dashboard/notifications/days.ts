import { dateIn, timeIn } from '../kit/text/format.ts';
import { dayBefore } from '../kit/text/zone.ts';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';

/** The days by which notifications are listed, in their order. */
export const days = ['today', 'yesterday', 'earlier'] as const;
export type Day = (typeof days)[number];

/** Which of the days a moment lies on in a zone (both moments in unix seconds); what is to come lies on today. */
export function dayOf(zone: string, seconds: number, now: number): Day {
  const day = dateIn(zone, seconds);
  if (seconds >= now || day === dateIn(zone, now)) return 'today';
  return day === dateIn(zone, dayBefore(zone, now)) ? 'yesterday' : 'earlier';
}

/** When something was, as short as it can be said: 'now', '4 min', '2 h', of yesterday '16:02', then '18 Nov', '18 Nov 2025'. */
export function shortTime(zone: string, seconds: number, now: number): string {
  const age = Math.max(0, now - seconds);
  if (age < 60) return t(bellWords.justNow);
  if (age < 3600) return t(bellWords.minutes, { count: Math.floor(age / 60) });
  const day = dayOf(zone, seconds, now);
  if (day === 'today') return t(bellWords.hours, { count: Math.floor(age / 3600) });
  if (day === 'yesterday') return timeIn(zone, seconds);
  const [date, today] = [dateIn(zone, seconds), dateIn(zone, now)];
  return date.slice(-4) === today.slice(-4) ? date.slice(0, -5) : date;
}

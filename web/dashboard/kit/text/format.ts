import { dataSize } from '#contracts/words/data-size.ts';
import { kitWords } from '../../words/kit.en.ts';
import { sayPhrase } from '../../words/say-phrase.ts';
import { t } from '../../words/t.ts';
import { dayBefore } from './zone.ts';

/** The first letter of a text as people see it: an emoji or a letter with its accents is one. */
export function firstLetter(text: string): string {
  if (!Intl.Segmenter) return [...text][0] ?? '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) return segment;
  return '';
}

/** Up to two initials of a name, in capitals. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0] ?? '');
  const last = words.length > 1 ? firstLetter(words.at(-1)!) : '';
  return (first + last).toUpperCase() || '?';
}

// Making one takes as long as drawing half a card.
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The exact figure with grouped digits. */
export function exactNumber(value: number): string {
  return grouped.format(value);
}

/** A figure as people read it: 999, 12.4k, 2.41m, 1.20b. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  // Borders are where rounding would show 1000.0k.
  if (size < 1000) return exactNumber(Number(value.toFixed(size < 10 ? 2 : 1)));
  if (size < 999_950) return `${(value / 1e3).toFixed(1)}k`;
  if (size < 999_995_000) return `${(value / 1e6).toFixed(2)}m`;
  return `${(value / 1e9).toFixed(2)}b`;
}

/** A share from 0 to 1 as '4.6%'. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** The figure of a change: '12.4%', at most '200+%'. */
export function changeText(value: number | null): string {
  if (value === null) return t(kitWords.new);
  const size = Math.abs(value);
  return size > 200 ? '200+%' : `${size.toFixed(1)}%`;
}

/** A duration in milliseconds as '5.1 s' or '2:05'. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A number of bytes as '331 MB'. */
export function fileSize(bytes: number): string {
  return sayPhrase(dataSize(bytes));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One for each zone and look: a list of dates would spend more on making them than on all else. */
function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options]);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
  formatters.set(key, made);
  return made;
}

/** A moment (unix seconds) as '1 Nov 2026' in a zone. */
export function dateIn(zone: string, seconds: number): string {
  return formatter(zone, { day: 'numeric', month: 'short', year: 'numeric' })
    .format(seconds * 1000)
    .replace('Sept', 'Sep');
}

/** Days from one moment to another as people write them: '16–22 Nov 2026', '22 Oct – 20 Nov 2026', one day by itself. */
export function daysIn(zone: string, from: number, to: number): string {
  const [first, last] = [dateIn(zone, from).split(' '), dateIn(zone, to).split(' ')];
  const [month, year] = [first[1] === last[1], first[2] === last[2]];
  if (!year) return `${first.join(' ')} – ${last.join(' ')}`;
  if (!month) return `${first.slice(0, 2).join(' ')} – ${last.join(' ')}`;
  return first[0] === last[0] ? last.join(' ') : `${first[0]}–${last.join(' ')}`;
}

/** A moment (unix seconds) as '14:32' in a zone, with seconds when asked. */
export function timeIn(zone: string, seconds: number, withSeconds = false): string {
  return formatter(zone, { hour: '2-digit', minute: '2-digit', ...(withSeconds ? { second: '2-digit' } : {}) }).format(
    seconds * 1000,
  );
}

/** A moment (unix seconds) as '1 Nov 2026, 08:00' in a zone, with seconds when asked. */
export function dateTimeIn(zone: string, seconds: number, withSeconds = false): string {
  return `${dateIn(zone, seconds)}, ${timeIn(zone, seconds, withSeconds)}`;
}

/** How long ago a moment (unix seconds) is: 'just now', '5 min ago', 'Today, 14:32', 'Yesterday', '17 Nov', '17 Nov 2025'. */
export function relativeTime(seconds: number, zone: string, now = Date.now() / 1000): string {
  const age = now - seconds;
  if (age >= 0 && age < 60) return t(kitWords.justNow);
  if (age >= 0 && age < 3600) return t(kitWords.minutesAgo, { age: Math.floor(age / 60) });
  const day = dateIn(zone, seconds);
  if (day === dateIn(zone, now)) return t(kitWords.todayAtTime, { time: timeIn(zone, seconds) });
  if (day === dateIn(zone, dayBefore(zone, now))) return t(kitWords.yesterday);
  const thisYear = day.slice(-4) === dateIn(zone, now).slice(-4);
  return thisYear ? day.slice(0, -5) : day;
}

/** The same where there is room for a few letters: of today only the time. */
export function briefTime(seconds: number, zone: string, now = Date.now() / 1000): string {
  const age = now - seconds;
  const isPassing = age >= 0 && age < 3600;
  return !isPassing && dateIn(zone, seconds) === dateIn(zone, now)
    ? timeIn(zone, seconds)
    : relativeTime(seconds, zone, now);
}

/** The heading of a day: 'Today, 20 Nov', 'Yesterday, 19 Nov', 'Wednesday, 18 Nov', with the year when it is another one. */
export function dayHeading(zone: string, seconds: number, now: number): string {
  const [day, today] = [dateIn(zone, seconds), dateIn(zone, now)];
  const short = day.slice(-4) === today.slice(-4) ? day.slice(0, -5) : day;
  if (day === today) return t(kitWords.todayHeading, { day: short });
  if (day === dateIn(zone, dayBefore(zone, now))) return t(kitWords.yesterdayHeading, { day: short });
  return `${formatter(zone, { weekday: 'long' }).format(seconds * 1000)}, ${short}`;
}

/** A text cut to so many characters with an ellipsis. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : text;
}

/** '1 story', '2 stories': the count with the fitting word. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${exactNumber(count)} ${count === 1 ? one : many}`;
}

/** A wall clock reading: month from 1, 24 hours. */
export interface ClockTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

// Making one takes far longer than asking it, and a list asks for each of its rows.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** A zone that this browser can tell time in: UTC in place of one that it names but does not know. */
export function knownZone(zone: string): string {
  try {
    clockOf(zone);
    return zone;
  } catch {
    return 'UTC';
  }
}

/** What the clock shows in a zone at a moment (unix seconds). */
export function clockIn(zone: string, seconds: number): ClockTime {
  const parts = clockOf(zone).formatToParts(seconds * 1000);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour'), minute: read('minute') };
}

function asUtc(clock: ClockTime): number {
  return Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute) / 1000;
}

/** The moment (unix seconds) at which the clock in a zone shows this; an hour skipped by summer time moves forward. */
export function momentOf(zone: string, clock: ClockTime): number {
  const wanted = asUtc(clock);
  let guess = wanted;
  // The offset at the guess may differ from the one at the answer; two corrections settle every zone.
  for (let round = 0; round < 2; round += 1) guess += wanted - asUtc(clockIn(zone, guess));
  const missed = wanted - asUtc(clockIn(zone, guess));
  return missed > 0 ? guess + missed : guess;
}

/** A moment around noon of the day before the one that it is in a zone at a moment (both unix seconds). */
export function dayBefore(zone: string, seconds: number): number {
  const { year, month, day } = clockIn(zone, seconds);
  // Days have 23 to 25 hours; a day's length before noon is on the day before whatever the clocks do.
  return momentOf(zone, { year, month, day, hour: 12, minute: 0 }) - 86_400;
}

/** 'UTC+1', 'UTC-3:30' or 'UTC' for a zone at a moment (unix seconds). */
export function offsetName(zone: string, seconds: number): string {
  const minutes = Math.round((asUtc(clockIn(zone, seconds)) - Math.floor(seconds / 60) * 60) / 60);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes > 0 ? '+' : '-'}${Math.floor(size / 60)}${rest}`;
}

/** A zone with what it is off UTC at a moment (unix seconds): 'Europe/Stockholm, UTC+1', 'America/New York, UTC-5', 'UTC'. */
export function zoneName(zone: string, seconds: number): string {
  const offset = offsetName(zone, seconds);
  return zone === offset ? zone : `${zone.replaceAll('_', ' ')}, ${offset}`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function isRealDay({ year, month, day }: ClockTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const longestClock = 100;

/** Reads '1 Nov 2026, 08:00', '2026-11-01 08:00' or either without the time; null when it is no date. */
export function readClock(text: string, time: { hour: number; minute: number }): ClockTime | null {
  if (text.length > longestClock) return null;
  const typed = text.trim();
  const found = /[\s,]+(\d{1,2})[:.](\d{2})$/.exec(typed);
  const date = found ? typed.slice(0, found.index) : typed;
  const hour = found ? Number(found[1]) : time.hour;
  const minute = found ? Number(found[2]) : time.minute;
  const words = /^(\d{1,2})[\s.]+([a-z]{3})[a-z]*[\s.,]+(\d{4})$/i.exec(date);
  const digits = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(date);
  let clock: ClockTime | null = null;
  if (words) {
    const month = months.indexOf((words[2] ?? '').toLowerCase()) + 1;
    clock = { year: Number(words[3]), month, day: Number(words[1]), hour, minute };
  } else if (digits) {
    clock = { year: Number(digits[1]), month: Number(digits[2]), day: Number(digits[3]), hour, minute };
  }
  if (!clock || clock.month < 1 || hour > 23 || minute > 59 || !isRealDay(clock)) return null;
  return clock;
}

/** Reads a moment (unix seconds) as `readClock` does in a zone, also with seconds, and in UTC where that is said behind it. */
export function readMoment(text: string, zone: string, time: { hour: number; minute: number }): number | null {
  if (text.length > longestClock) return null;
  const whole = text.trim();
  const utc = /utc$/i.test(whole);
  const typed = utc ? whole.slice(0, -3).trim() : whole;
  const [, upToMinute = typed, second = '0'] = /^(.*\d[:.]\d{2})[:.](\d{2})$/.exec(typed) ?? [];
  const clock = readClock(upToMinute, time);
  return clock && Number(second) < 60 ? momentOf(utc ? 'UTC' : zone, clock) + Number(second) : null;
}

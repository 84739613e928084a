import type { Digest } from '#contracts/notification/types.ts';
import { toEpochMs, type UnixSeconds } from '#contracts/time.ts';

const sendHour = 8;
const daySeconds = 86_400;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...parts, second: 'numeric', hourCycle: 'h23', timeZone: zone });
  formats.set(zone, format);
  return format;
};

/** What a clock on the wall shows at a moment, in the seconds that UTC's clock would show the same at. */
const wallClock = (zone: string, at: UnixSeconds): number => {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(toEpochMs(at))
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) / 1000;
};

/** The moment at which a zone's clock shows a time; where it shows it twice or never, one within an hour of it. */
const momentOf = (zone: string, wall: number): UnixSeconds => {
  const first = wall - (wallClock(zone, wall) - wall);
  return first - (wallClock(zone, first) - wall);
};

/** The last moment, not after `now`, at which a digest is due: 8 o'clock in the zone, each day or on Mondays. */
export const lastSlot = (digest: Exclude<Digest, 'none'>, zone: string, now: UnixSeconds): UnixSeconds => {
  const wall = wallClock(zone, now);
  let due = Math.floor(wall / daySeconds) * daySeconds + sendHour * 3600;
  if (due > wall) due -= daySeconds;
  if (digest === 'weekly') due -= ((new Date(due * 1000).getUTCDay() + 6) % 7) * daySeconds;
  return momentOf(zone, due);
};

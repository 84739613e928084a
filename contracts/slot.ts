import { toEpochMs, type UnixSeconds } from './time.ts';

/** How often something is due at 8 o'clock: each day, on Mondays, or on the first day of each month. */
export type SlotRhythm = 'daily' | 'weekly' | 'monthly';

const sendHour = 8;

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

/** The day on which something was due last, not after `now`: `YYYY-MM-DD` by the zone's clock. */
export const lastSlotDay = (rhythm: SlotRhythm, zone: string, now: UnixSeconds): string => {
  const day = new Date((wallClock(zone, now) - sendHour * 3600) * 1000);
  if (rhythm === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (rhythm === 'monthly') day.setUTCDate(1);
  return day.toISOString().slice(0, 10);
};

/** The moment at which a zone's clock shows 8 o'clock on a day (`YYYY-MM-DD`). */
export const slotOn = (day: string, zone: string): UnixSeconds =>
  momentOf(zone, Date.parse(day) / 1000 + sendHour * 3600);

/** The last moment, not after `now`, at which something is due: 8 o'clock in the zone, on the days of its rhythm. */
export const lastSlot = (rhythm: SlotRhythm, zone: string, now: UnixSeconds): UnixSeconds =>
  slotOn(lastSlotDay(rhythm, zone, now), zone);

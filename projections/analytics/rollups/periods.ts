import type { EpochMs } from '#contracts/time.ts';

const dayMs = 86_400_000;
/** A period is compacted when it has been over for an hour; late viewers are added to its rollups. */
const settlingMs = 3_600_000;

/** Permanent periods: calendar months, and weeks from Monday. */
export const calendarKinds = ['month', 'week'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/**
 * Rolling periods end with the last whole day; their lengths in days. The pages ask for the last 7 and the last 30
 * days.
 */
export const rollingDays = { days28: 28, days5: 5 } as const;
export type RollingKind = keyof typeof rollingDays;
export const rollingKinds = Object.keys(rollingDays) as RollingKind[];

export type PeriodKind = CalendarKind | RollingKind;

/** A roll-up period: consecutive days with one sketch of their viewers; first and last day as `YYYY-MM-DD`. */
export interface RollupPeriod {
  kind: PeriodKind;
  starts: string;
  ends: string;
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A number of days after a day, or before it. */
export const addDays = (day: string, days: number): string => isoDay(Date.parse(day) + days * dayMs);

export const isRolling = (kind: PeriodKind): kind is RollingKind => kind in rollingDays;

/** The week or month that a day lies in. */
export const periodContaining = (kind: CalendarKind, day: string): RollupPeriod => {
  const at = Date.parse(day);
  const date = new Date(at);
  if (kind === 'week') {
    const monday = at - ((date.getUTCDay() + 6) % 7) * dayMs;
    return { kind, starts: isoDay(monday), ends: isoDay(monday + 6 * dayMs) };
  }
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return { kind, starts: `${day.slice(0, 7)}-01`, ends: isoDay(next - dayMs) };
};

/** The period of a kind that starts on a day. */
export const periodStarting = (kind: PeriodKind, starts: string): RollupPeriod =>
  isRolling(kind) ? { kind, starts, ends: addDays(starts, rollingDays[kind] - 1) } : periodContaining(kind, starts);

/** The days of a period in order. */
export const periodDays = ({ starts, ends }: RollupPeriod): string[] =>
  Array.from({ length: (Date.parse(ends) - Date.parse(starts)) / dayMs + 1 }, (_, index) => addDays(starts, index));

/**
 * The periods that ended long enough before `now` and not before the day `oldest`: the current rolling ones, which most
 * queries need, then weeks and months, the latest first.
 */
export const duePeriods = (nowMs: EpochMs, oldest: string): RollupPeriod[] => {
  const last = isoDay(nowMs - settlingMs - dayMs);
  const due: RollupPeriod[] = [];
  for (const kind of rollingKinds) due.push(periodStarting(kind, addDays(last, 1 - rollingDays[kind])));
  for (const kind of ['week', 'month'] as const)
    for (let day = isoDay(nowMs); day >= oldest; ) {
      const one = periodContaining(kind, day);
      if (one.ends <= last) due.push(one);
      day = addDays(one.starts, -1);
    }
  return due.filter(({ ends }) => ends >= oldest);
};

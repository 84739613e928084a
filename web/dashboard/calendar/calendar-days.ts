import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { clockIn } from '../kit/text/zone.ts';

/** A month: month from 1. */
export interface Month {
  year: number;
  month: number;
}

/** A day as '2026-11-01'. */
export type DayKey = string;

/** A moment at which a group begins or ends by its dates; `counts` is false when its status keeps it from being seen. */
export interface CalendarEntry {
  key: string;
  kind: 'start' | 'end';
  /** Unix seconds. */
  ts: number;
  day: DayKey;
  counts: boolean;
  group: Pick<StoryGroupRow, 'id' | 'title' | 'icon' | 'status' | 'instance_id'>;
}

/** What the calendar needs of a group. */
export type DatedGroup = CalendarEntry['group'] & Pick<StoryGroupRow, 'ts_start' | 'ts_end'>;

const two = (value: number) => String(value).padStart(2, '0');
const keyOf = (ms: number): DayKey => new Date(ms).toISOString().slice(0, 10);

/** The day that a zone has at a moment (unix seconds). */
export function dayKeyIn(zone: string, seconds: number): DayKey {
  const { year, month, day } = clockIn(zone, seconds);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The month that a zone has at a moment (unix seconds). */
export function monthIn(zone: string, seconds: number): Month {
  const { year, month } = clockIn(zone, seconds);
  return { year, month };
}

/** '2026-11' as a month; null when it is none. */
export function readMonth(text: string | null): Month | null {
  const found = /^(\d{4})-(\d{2})$/.exec(text ?? '');
  const month = Number(found?.[2]);
  return found && month >= 1 && month <= 12 ? { year: Number(found[1]), month } : null;
}

/** A month as '2026-11'. */
export const monthKey = ({ year, month }: Month): string => `${String(year).padStart(4, '0')}-${two(month)}`;

/** The month so many months later. */
export function shiftMonth({ year, month }: Month, by: number): Month {
  const index = year * 12 + month - 1 + by;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

const dayMs = 86_400_000;

/** The weeks of a month from Monday to Sunday, with the days of its neighbours that fill them. */
export function weeksOf({ year, month }: Month): DayKey[][] {
  const first = Date.UTC(year, month - 1, 1);
  const last = Date.UTC(year, month, 0);
  const begin = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const weeks: DayKey[][] = [];
  for (let monday = begin; monday <= last; monday += 7 * dayMs)
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((day) => keyOf(monday + day * dayMs)));
  return weeks;
}

const entry = (zone: string, group: DatedGroup, kind: 'start' | 'end', ts: number): CalendarEntry => {
  const { id, title, icon, status, instance_id } = group;
  // A group that ended by its date has played until then; any other status keeps it from being seen at all.
  const counts = status === groupStatus.active || status === groupStatus.ended;
  return {
    key: `${id}-${kind}`,
    kind,
    ts,
    day: dayKeyIn(zone, ts),
    counts,
    group: { id, title, icon, status, instance_id },
  };
};

/** What begins and what ends on each day of a zone, in the order of time; of one moment, what ends comes first. */
export function entriesByDay(groups: readonly DatedGroup[], zone: string): ReadonlyMap<DayKey, CalendarEntry[]> {
  const all = groups.flatMap((group) => [
    entry(zone, group, 'start', group.ts_start),
    ...(group.ts_end === null ? [] : [entry(zone, group, 'end', group.ts_end)]),
  ]);
  all.sort((a, b) => a.ts - b.ts || a.kind.localeCompare(b.kind) || a.group.title.localeCompare(b.group.title));
  const days = new Map<DayKey, CalendarEntry[]>();
  for (const one of all) {
    const held = days.get(one.day);
    if (held) held.push(one);
    else days.set(one.day, [one]);
  }
  return days;
}

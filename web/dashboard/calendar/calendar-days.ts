import type { LiveTimeRow, LiveTimes } from '#contracts/story-group/lists.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { clockIn, momentOf } from '../kit/text/zone.ts';

/** A month: month from 1. */
export interface Month {
  year: number;
  month: number;
}

/** A day as '2026-11-01'. */
export type DayKey = string;

/** What happens or happened to a group: of the past what was so, of the future what its dates plan. */
export type CalendarEvent = 'goes_live' | 'ends' | 'went_live' | NonNullable<LiveTimeRow['ended_by']>;

/** A moment at which a group begins or ends; `idle` when its status keeps a planned one from happening. */
export interface CalendarEntry {
  key: string;
  kind: 'start' | 'end';
  event: CalendarEvent;
  /** Unix seconds. */
  ts: number;
  day: DayKey;
  idle: boolean;
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

/** The moments (unix seconds) at which the weeks of a month begin and end in a zone. */
export function monthRange(month: Month, zone: string): { ts_start: number; ts_end: number } {
  const days = weeksOf(month).flat();
  const beginOf = (day: number) => {
    const date = new Date(day);
    const clock = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    return momentOf(zone, { ...clock, hour: 0, minute: 0 });
  };
  return {
    ts_start: beginOf(Date.parse(days[0]!)),
    ts_end: beginOf(Date.parse(days.at(-1)!) + dayMs) - 1,
  };
}

type Moment = Omit<CalendarEntry, 'key' | 'day'>;

const pastOf = ({ story_group_id, ts_start, ts_end, ended_by, ...shown }: LiveTimeRow): Moment[] => {
  const { title, icon, status, instance_id } = shown;
  const group = { id: story_group_id, title, icon, status, instance_id };
  return [
    ...(ts_start === null ? [] : [{ kind: 'start', event: 'went_live', ts: ts_start, idle: false, group } as const]),
    ...(ts_end === null || ended_by === null
      ? []
      : [{ kind: 'end', event: ended_by, ts: ts_end, idle: false, group } as const]),
  ];
};

const planOf = ({ id, title, icon, status, instance_id, ts_start, ts_end }: DatedGroup, until: number): Moment[] => {
  const group = { id, title, icon, status, instance_id };
  const idle = status !== groupStatus.active;
  return [
    ...(ts_start > until ? [{ kind: 'start', event: 'goes_live', ts: ts_start, idle, group } as const] : []),
    ...(ts_end !== null && ts_end > until ? [{ kind: 'end', event: 'ends', ts: ts_end, idle, group } as const] : []),
  ];
};

/**
 * What begins and what ends on each day of a zone, in the order of time; of one moment, what ends comes first. Up to
 * `until` (unix seconds) it is what was, by the times in which groups were live; after it what their dates plan.
 */
export function entriesByDay(
  { times, until }: LiveTimes,
  groups: readonly DatedGroup[],
  zone: string,
): ReadonlyMap<DayKey, CalendarEntry[]> {
  const all = [...times.flatMap(pastOf), ...groups.flatMap((group) => planOf(group, until))];
  all.sort((a, b) => a.ts - b.ts || a.kind.localeCompare(b.kind) || a.group.title.localeCompare(b.group.title));
  const days = new Map<DayKey, CalendarEntry[]>();
  for (const one of all) {
    const day = dayKeyIn(zone, one.ts);
    const entry = { ...one, day, key: `${one.group.id}-${one.kind}-${one.ts}` };
    const held = days.get(day);
    if (held) held.push(entry);
    else days.set(day, [entry]);
  }
  return days;
}

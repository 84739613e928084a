import type { UnixSeconds } from '../time.ts';

/** Equal numbers of whole UTC days on both sides of a change, each in order; both are empty where nothing can be compared. */
export interface Spans {
  now: string[];
  before: string[];
}

/**
 * The days that a change compares: those of a range that are over by `today` (a UTC day), and as many from the start of the
 * range that it is compared with. Only three figures of whole apps are kept by the hour, and the figures of a page stand
 * for one span, so a day that is not over is left out on both sides.
 */
export function equalSpans(days: readonly string[], previous: readonly string[], today: string): Spans {
  const over = (all: readonly string[]) => all.filter((day) => day < today).length;
  const length = Math.min(over(days), over(previous));
  return { now: days.slice(0, length), before: previous.slice(0, length) };
}

/** Whether a UTC day can have data: the first day that anything was counted on, or a later one; null is none ever. */
export function hasData(day: string, firstDay: string | null): boolean {
  return firstDay !== null && day >= firstDay;
}

/**
 * The first UTC day that can have figures, where days that end with `lastDay` all lie before it; null where some of them
 * can have any. It is the first day with data or, while there is none (`firstDay` null), the one on which the account was
 * created.
 */
export function noneBefore(firstDay: string | null, created: UnixSeconds, lastDay: string): string | null {
  const first = firstDay ?? new Date(created * 1000).toISOString().slice(0, 10);
  return lastDay < first ? first : null;
}

/** Figures of both spans of a change; `before` is null where there is nothing to compare with. */
export interface Compared<Of> {
  days: number;
  first_day: string | null;
  now: Of;
  before: Of | null;
}

/** Compares two spans: no earlier side where no day is over yet, or where a day of the earlier span has no data. */
export function compareSpans<Of>(spans: Spans, firstDay: string | null, read: (side: keyof Spans) => Of): Compared<Of> {
  const known = spans.before.length > 0 && spans.before.every((day) => hasData(day, firstDay));
  return {
    days: spans.now.length,
    first_day: firstDay,
    now: read('now'),
    before: known ? read('before') : null,
  };
}

/** How a figure changed: percent (null: from nothing), and whether it counts as a change (2 % or more); null is a dash. */
export type PeriodChange = { percent: number | null; direction: 'up' | 'down' | 'neutral' } | null;

/** The change of one figure of two equal spans; null where there is no earlier side. */
export function changeOf(now: number, before: number | null): PeriodChange {
  if (before === null) return null;
  if (before === 0) return { percent: now === 0 ? 0 : null, direction: now === 0 ? 'neutral' : 'up' };
  const value = ((now - before) / Math.abs(before)) * 100;
  return { percent: value, direction: Math.abs(value) < 2 ? 'neutral' : value > 0 ? 'up' : 'down' };
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import css from './Calendar.module.css';

/** A calendar day: month from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** Properties of a Calendar; days outside `min` and `max` cannot be chosen. */
export interface CalendarProps {
  value: CalendarDay | null;
  today: CalendarDay;
  min?: CalendarDay | undefined;
  max?: CalendarDay | undefined;
  onChange: (day: CalendarDay) => void;
}

const dayMs = 86_400_000;
const week = [
  t(kitWords.mondayShort),
  t(kitWords.tuesdayShort),
  t(kitWords.wednesdayShort),
  t(kitWords.thursdayShort),
  t(kitWords.fridayShort),
  t(kitWords.saturdayShort),
  t(kitWords.sundayShort),
];
const at = (day: CalendarDay) => Date.UTC(day.year, day.month - 1, day.day);
const dayOf = (ms: number): CalendarDay => {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

function shiftMonth(ms: number, by: number): number {
  const { year, month, day } = dayOf(ms);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + by, Math.min(day, last));
}

/** One month of days; arrows move by day and week, Page Up and Down by month, Home and End in the week. */
export function Calendar({ value, today, min, max, onChange }: CalendarProps) {
  const [cursor, setCursor] = useState(() => at(value ?? today));
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [cursor]);
  const { year, month } = dayOf(cursor);
  const first = Date.UTC(year, month - 1, 1);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = (new Date(cursor).getUTCDay() + 6) % 7;
    const next: Record<string, number> = {
      ArrowLeft: cursor - dayMs,
      ArrowRight: cursor + dayMs,
      ArrowUp: cursor - 7 * dayMs,
      ArrowDown: cursor + 7 * dayMs,
      PageUp: shiftMonth(cursor, -1),
      PageDown: shiftMonth(cursor, 1),
      Home: cursor - weekday * dayMs,
      End: cursor + (6 - weekday) * dayMs,
    };
    const target = next[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moved.current = true;
    setCursor(target);
  };
  const cell = (ms: number) => {
    const day = dayOf(ms);
    const off = (min !== undefined && ms < at(min)) || (max !== undefined && ms > at(max));
    return (
      <td key={ms}>
        <button
          type="button"
          className={css.day}
          data-outside={day.month === month ? undefined : true}
          data-today={ms === at(today) || undefined}
          aria-label={dayName.format(ms)}
          aria-pressed={value !== null && ms === at(value)}
          tabIndex={ms === cursor ? 0 : -1}
          disabled={off}
          onClick={() => {
            setCursor(ms);
            onChange(day);
          }}
        >
          {day.day}
        </button>
      </td>
    );
  };
  return (
    <div className={css.root}>
      <div className={css.head}>
        <IconButton
          size="small"
          noTooltip
          label={t(kitWords.previousMonth)}
          icon={<ChevronLeft />}
          onClick={() => setCursor(shiftMonth(cursor, -1))}
        />
        <span aria-live="polite">{monthName.format(first)}</span>
        <IconButton
          size="small"
          noTooltip
          label={t(kitWords.nextMonth)}
          icon={<ChevronRight />}
          onClick={() => setCursor(shiftMonth(cursor, 1))}
        />
      </div>
      <table ref={grid} onKeyDown={onKeyDown} aria-label={monthName.format(first)}>
        <thead>
          <tr>
            {week.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <tr key={row}>{[0, 1, 2, 3, 4, 5, 6].map((column) => cell(start + (row * 7 + column) * dayMs))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

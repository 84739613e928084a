import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './Calendar.module.css';
import { type CalendarDay, calendarDayOf, msADay, msOf, weekdayOf } from './calendar-days.ts';

/** Properties of MonthDays; moments are starts of days in UTC, unix milliseconds. */
export interface MonthDaysProps {
  /** The first day of the month. */
  first: number;
  /** The day that Tab reaches. */
  cursor: number;
  today: CalendarDay;
  min?: CalendarDay | undefined;
  max?: CalendarDay | undefined;
  /** Days of the months beside it are left out. */
  alone?: boolean;
  /** Where a day lies in the range: filled ends, soft days between. */
  markOf: (ms: number) => 'start' | 'between' | 'end' | 'one' | undefined;
  onDay: (ms: number) => void;
  /** Gets the day under the pointer or with the focus. */
  onPoint?: ((ms: number) => void) | undefined;
}

const week = [
  t(kitWords.mondayShort),
  t(kitWords.tuesdayShort),
  t(kitWords.wednesdayShort),
  t(kitWords.thursdayShort),
  t(kitWords.fridayShort),
  t(kitWords.saturdayShort),
  t(kitWords.sundayShort),
];
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** The month of a moment as 'November 2026'. */
export const monthName = (ms: number): string => monthFormat.format(ms);

/** The days of one month as a table of six weeks. */
export function MonthDays(props: MonthDaysProps) {
  const { first, cursor, today, min, max, alone = false, markOf, onDay, onPoint } = props;
  const { month } = calendarDayOf(first);
  const start = first - weekdayOf(first) * msADay;
  const cell = (ms: number) => {
    const { month: own, day } = calendarDayOf(ms);
    const outside = own !== month;
    if (outside && alone) return <td key={ms} />;
    const off = (min !== undefined && ms < msOf(min)) || (max !== undefined && ms > msOf(max));
    const mark = markOf(ms);
    return (
      <td key={ms} data-mark={mark}>
        <button
          type="button"
          className={css.day}
          data-outside={outside || undefined}
          data-today={ms === msOf(today) || undefined}
          aria-label={dayFormat.format(ms)}
          aria-pressed={mark !== undefined && mark !== 'between'}
          tabIndex={ms === cursor ? 0 : -1}
          disabled={off}
          onClick={() => onDay(ms)}
          onPointerEnter={onPoint && (() => onPoint(ms))}
          onFocus={onPoint && (() => onPoint(ms))}
        >
          {day}
        </button>
      </td>
    );
  };
  return (
    <table aria-label={monthName(first)}>
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
          <tr key={row}>{[0, 1, 2, 3, 4, 5, 6].map((column) => cell(start + (row * 7 + column) * msADay))}</tr>
        ))}
      </tbody>
    </table>
  );
}

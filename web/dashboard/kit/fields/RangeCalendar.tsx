import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import css from './Calendar.module.css';
import { type CalendarDay, calendarDayOf, monthStart, msOf, sameDayIn } from './calendar-days.ts';
import { MonthDays, monthName } from './MonthDays.tsx';
import { useDayCursor } from './use-day-cursor.ts';

/** Properties of a RangeCalendar; days after `max` cannot be chosen. */
export interface RangeCalendarProps {
  /** Null while no days are chosen. */
  range: { from: CalendarDay; to: CalendarDay } | null;
  today: CalendarDay;
  max?: CalendarDay | undefined;
  /** Gets both ends, the earlier first, with the second click. */
  onPick: (from: CalendarDay, to: CalendarDay) => void;
}

type Ends = readonly [number, number];

const ordered = (a: number, b: number): Ends => (a < b ? [a, b] : [b, a]);

const markIn = ([from, to]: Ends, ms: number) => {
  if (ms < from || ms > to) return undefined;
  if (from === to) return 'one';
  if (ms === from) return 'start';
  return ms === to ? 'end' : 'between';
};

/** Two months, one in a narrow window, in which two clicks choose the first and the last day of a range. */
export function RangeCalendar({ range, today, max, onPick }: RangeCalendarProps) {
  const { cursor, setCursor, days, onKeyDown } = useDayCursor(msOf(range?.to ?? today));
  const [shownFirst, setShownFirst] = useState(() => sameDayIn(monthStart(cursor), -1));
  /** The end that was clicked, while the other is to come. */
  const [begun, setBegun] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  // The month of the cursor is always one of the two, the later one where only that has room.
  const month = monthStart(cursor);
  const left = month === shownFirst || month === sameDayIn(shownFirst, 1) ? shownFirst : sameDayIn(month, -1);
  if (left !== shownFirst) setShownFirst(left);
  const chosen: Ends | null =
    begun === null ? range && ([msOf(range.from), msOf(range.to)] as const) : ordered(begun, pointed ?? begun);
  const onDay = (ms: number) => {
    setCursor(ms);
    if (begun === null) {
      setBegun(ms);
      setPointed(ms);
      return;
    }
    const [from, to] = ordered(begun, ms);
    setBegun(null);
    onPick(calendarDayOf(from), calendarDayOf(to));
  };
  const turn = (by: number) => {
    setShownFirst(sameDayIn(left, by));
    setCursor(sameDayIn(cursor, by));
  };
  const shown = [left, sameDayIn(left, 1)];
  return (
    <div className={css.root} data-range>
      {shown.map((first, at) => (
        <div key={at === 0 ? 'left' : 'right'} className={css.month} data-other={first !== month || undefined}>
          <div className={css.head}>
            <IconButton
              size="small"
              noTooltip
              className={css.back}
              label={t(kitWords.previousMonth)}
              icon={<ChevronLeft />}
              onClick={() => turn(-1)}
            />
            <span aria-live="polite">{monthName(first)}</span>
            <IconButton
              size="small"
              noTooltip
              className={css.on}
              label={t(kitWords.nextMonth)}
              icon={<ChevronRight />}
              onClick={() => turn(1)}
            />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys come from the days in it */}
          <div ref={first === month ? days : undefined} onKeyDown={onKeyDown}>
            <MonthDays
              alone
              first={first}
              cursor={cursor}
              today={today}
              max={max}
              markOf={(ms) => (chosen ? markIn(chosen, ms) : undefined)}
              onDay={onDay}
              onPoint={begun === null ? undefined : setPointed}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import css from './Calendar.module.css';
import { type CalendarDay, calendarDayOf, monthStart, msOf, sameDayIn } from './calendar-days.ts';
import { MonthDays, monthName } from './MonthDays.tsx';
import { useDayCursor } from './use-day-cursor.ts';

/** Properties of a Calendar; days outside `min` and `max` cannot be chosen. */
export interface CalendarProps {
  value: CalendarDay | null;
  today: CalendarDay;
  min?: CalendarDay | undefined;
  max?: CalendarDay | undefined;
  onChange: (day: CalendarDay) => void;
}

/** One month of days; arrows move by day and week, Page Up and Down by month, Home and End in the week. */
export function Calendar({ value, today, min, max, onChange }: CalendarProps) {
  const { cursor, setCursor, days, onKeyDown } = useDayCursor(msOf(value ?? today));
  const first = monthStart(cursor);
  return (
    <div className={css.root}>
      <div className={css.head}>
        <IconButton
          size="small"
          noTooltip
          label={t(kitWords.previousMonth)}
          icon={<ChevronLeft />}
          onClick={() => setCursor(sameDayIn(cursor, -1))}
        />
        <span aria-live="polite">{monthName(first)}</span>
        <IconButton
          size="small"
          noTooltip
          label={t(kitWords.nextMonth)}
          icon={<ChevronRight />}
          onClick={() => setCursor(sameDayIn(cursor, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys come from the days in it */}
      <div ref={days} onKeyDown={onKeyDown}>
        <MonthDays
          first={first}
          cursor={cursor}
          today={today}
          min={min}
          max={max}
          markOf={(ms) => (value !== null && ms === msOf(value) ? 'one' : undefined)}
          onDay={(ms) => {
            setCursor(ms);
            onChange(calendarDayOf(ms));
          }}
        />
      </div>
    </div>
  );
}

import { calendarWords } from '../words/calendar.en.ts';
import { t } from '../words/t.ts';
import { monthKey } from './calendar-days.ts';
import { EntryList } from './EntryLink.tsx';
import { longDayName, type MonthViewProps } from './MonthGrid.tsx';
import css from './MonthList.module.css';

/** A month as a list of the days on which something goes live or ends. */
export function MonthList({ month, today, days, app, zone }: MonthViewProps) {
  const shown = [...days].filter(([day]) => day.startsWith(monthKey(month))).sort(([a], [b]) => a.localeCompare(b));
  return (
    <div className={css.root}>
      {shown.map(([day, entries]) => (
        <section key={day} aria-label={longDayName(day)}>
          <h2 className="t-card">
            {longDayName(day)}
            {day === today ? <span className={css.today}>{t(calendarWords.today)}</span> : null}
          </h2>
          <EntryList entries={entries} app={app} zone={zone} />
        </section>
      ))}
    </div>
  );
}

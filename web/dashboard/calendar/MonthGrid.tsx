import { useState } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { Popover } from '../kit/overlays/Popover.tsx';
import { calendarWords } from '../words/calendar.en.ts';
import { t } from '../words/t.ts';
import { type CalendarEntry, type DayKey, type Month, weeksOf } from './calendar-days.ts';
import { EntryLink, EntryList } from './EntryLink.tsx';
import css from './MonthGrid.module.css';
import monthParts from './MonthParts.module.css';

/** What both views of a month show; `days` holds the entries of each day. */
export interface MonthViewProps {
  month: Month;
  today: DayKey;
  days: ReadonlyMap<DayKey, CalendarEntry[]>;
  app: AppRow;
  zone: string;
}

const weekdays = [
  t(calendarWords.monday),
  t(calendarWords.tuesday),
  t(calendarWords.wednesday),
  t(calendarWords.thursday),
  t(calendarWords.friday),
  t(calendarWords.saturday),
  t(calendarWords.sunday),
];
const most = 3;
const nameOf = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day in words, such as 'Tuesday 10 November'. */
export const longDayName = (day: DayKey): string => nameOf.format(Date.parse(`${day}T00:00:00Z`));

function More({ day, entries, app, zone }: { day: DayKey; entries: CalendarEntry[]; app: AppRow; zone: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={css.more}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t(calendarWords.moreOnDay, {
          count: entries.length - most,
          hidden: (parts) => <span className="visually-hidden">{parts}</span>,
          longDayName: longDayName(day),
        })}
      </button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={longDayName(day)} width={320}>
        <div className={css.all}>
          <h3 className="t-card">{longDayName(day)}</h3>
          <EntryList entries={entries} app={app} zone={zone} />
        </div>
      </Popover>
    </>
  );
}

/** A month as a table of weeks: in each day what goes live and what ends, three of them and the rest on demand. */
export function MonthGrid({ month, today, days, app, zone }: MonthViewProps) {
  const inMonth = `-${String(month.month).padStart(2, '0')}-`;
  return (
    <table className={monthParts.grid}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const entries = days.get(day) ?? [];
              return (
                <td key={day} data-outside={day.includes(inMonth) ? undefined : true}>
                  <time
                    className={`${css.day} num`}
                    dateTime={day}
                    aria-current={day === today ? 'date' : undefined}
                    data-today={day === today || undefined}
                  >
                    {Number(day.slice(8))}
                  </time>
                  {entries.slice(0, most).map((entry) => (
                    <EntryLink key={entry.key} entry={entry} app={app} zone={zone} />
                  ))}
                  {entries.length > most ? <More day={day} entries={entries} app={app} zone={zone} /> : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

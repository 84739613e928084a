import { ArrowLeft, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { zoneName } from '../kit/text/zone.ts';
import { calendarWords } from '../words/calendar.en.ts';
import { t } from '../words/t.ts';
import css from './CalendarHead.module.css';
import { shiftMonth } from './calendar-days.ts';
import type { useCalendar } from './use-calendar.ts';

/** Properties of the CalendarHead; `now` in unix seconds. */
export interface CalendarHeadProps {
  app: AppRow;
  calendar: ReturnType<typeof useCalendar>;
  zone: string;
  now: number;
}

const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The head of the calendar: the way back, the month and its neighbours, the instance, and the zone of all times. */
export function CalendarHead({ app, calendar, zone, now }: CalendarHeadProps) {
  const { month, instance, showMonth, showInstance } = calendar;
  const back = `/content?app=${app.id}${instance ? `&instance=${instance.id}` : ''}`;
  return (
    <header className={css.head}>
      <div className={css.title}>
        <Link to={back} className={css.back}>
          <ArrowLeft size={16} aria-hidden />
          {t(calendarWords.content)}
        </Link>
        <h1>{t(calendarWords.calendar)}</h1>
      </div>
      <div className={css.month}>
        <IconButton
          variant="outlined"
          label={t(calendarWords.previousMonth)}
          icon={<ChevronLeft />}
          onClick={() => showMonth(shiftMonth(month, -1))}
        />
        <span className={css.monthName} aria-live="polite">
          {name.format(Date.UTC(month.year, month.month - 1, 1))}
        </span>
        <IconButton
          variant="outlined"
          label={t(calendarWords.nextMonth)}
          icon={<ChevronRight />}
          onClick={() => showMonth(shiftMonth(month, 1))}
        />
        <Button onClick={() => showMonth(null)}>{t(calendarWords.today)}</Button>
      </div>
      <div className={css.side}>
        <span className="t-small">{t(calendarWords.timeZoneNote, { zone: zoneName(zone, now) })}</span>
        <Menu
          label={t(calendarWords.instances)}
          align="end"
          width={240}
          maxHeight={420}
          trigger={
            <Button>
              <span className="visually-hidden">{t(calendarWords.show)} </span>
              <span className="truncate">{instance?.title ?? t(calendarWords.allInstances)}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          <MenuItem selected={instance === null} onSelect={() => showInstance(null)}>
            {t(calendarWords.allInstances)}
          </MenuItem>
          {app.instances.map((one) => (
            <MenuItem key={one.id} selected={one.id === instance?.id} onSelect={() => showInstance(one.id)}>
              {one.title}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </header>
  );
}

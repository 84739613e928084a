import { CalendarDays, ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { dayText } from '../group/analytics/date-range.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Calendar } from '../kit/fields/Calendar.tsx';
import { calendarDayOf, msOf } from '../kit/fields/calendar-days.ts';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { Popover } from '../kit/overlays/Popover.tsx';
import { daysIn } from '../kit/text/format.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import css from './CompareMenu.module.css';
import type { useVersus } from './use-versus.ts';

/** Chooses the days that the range is compared with: those before, the same of last year, or as many from another day. */
export function CompareMenu({ versus }: { versus: ReturnType<typeof useVersus> }) {
  const { kind, days, name, before, lastYear, choose, pick } = versus;
  const place = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <span ref={place} className={css.root}>
      <Menu
        label={t(analyticsWords.compareWith)}
        align="end"
        width={280}
        trigger={
          <Button size="toolbar" iconEnd={<ChevronDown aria-hidden />}>
            <span className={css.word}>{t(analyticsWords.versus)}</span>
            {name}
          </Button>
        }
      >
        <MenuItem
          selected={kind === 'before'}
          note={daysIn('UTC', before.from, before.to)}
          onSelect={() => choose('before')}
        >
          {t(analyticsWords.daysBefore)}
        </MenuItem>
        <MenuItem
          selected={kind === 'year'}
          note={daysIn('UTC', lastYear.from, lastYear.to)}
          onSelect={() => choose('year')}
        >
          {t(analyticsWords.sameDaysLastYear)}
        </MenuItem>
        <MenuItem
          selected={kind === 'other'}
          icon={<CalendarDays aria-hidden />}
          note={kind === 'other' ? daysIn('UTC', days.from, days.to) : t(analyticsWords.otherDaysNote)}
          onSelect={() => setAnchor(place.current)}
        >
          {t(analyticsWords.otherDays)}
        </MenuItem>
      </Menu>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(analyticsWords.firstDayOfOthers)} align="end">
        <div className={css.pop}>
          <Calendar
            value={calendarDayOf(days.from * 1000)}
            today={calendarDayOf(Date.parse(dayText(Date.now() / 1000)))}
            max={calendarDayOf(Date.parse(dayText(Date.now() / 1000)))}
            onChange={(day) => {
              pick(msOf(day) / 1000);
              setAnchor(null);
            }}
          />
          <p className="t-caption">{t(analyticsWords.firstDayOfOthers)}</p>
        </div>
      </Popover>
    </span>
  );
}

import '../group/range.css';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../kit/Button.tsx';
import { Calendar, type CalendarDay } from '../kit/Calendar.tsx';
import { dateIn } from '../kit/format.ts';
import { Popover } from '../kit/Popover.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { offsetName } from '../kit/zone.ts';
import { dayIn, dayPresets, startOf } from './audit-days.ts';
import type { AuditFilterState } from './use-audit-filter.ts';

const calendarDay = (day: string): CalendarDay => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};
const textOf = ({ year, month, day }: CalendarDay) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Chooses the days of an audit by the clock of a zone: a preset or two days, none in the future. */
export function DayFilter({ state, timeZone }: { state: AuditFilterState; timeZone: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<'from' | 'to'>('from');
  const { days, change } = state;
  const now = Date.now() / 1000;
  const today = dayIn(timeZone, now);
  const named = (day: string) => dateIn(timeZone, startOf(timeZone, day) + 43_200);
  const [from, to] = [days?.from ?? today, days?.to ?? today];
  const preset = days === null ? 'all' : days.preset;
  const label =
    dayPresets.find((one) => one.id === preset)?.label ?? (from === to ? named(from) : `${named(from)} – ${named(to)}`);
  const pick = (first: string, last: string) =>
    change({ when: null, from: first < last ? first : last, to: first < last ? last : first });
  return (
    <>
      <Button
        size="toolbar"
        className="activity-filter"
        data-set={days !== null || undefined}
        icon={<CalendarDays aria-hidden />}
        iconEnd={<ChevronDown aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="visually-hidden">Days: </span>
        <span className="truncate num">{label}</span>
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label="Days">
        <div className="range-pop">
          <ul className="range-presets">
            {dayPresets.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={preset === one.id}
                  onClick={() => {
                    change({ when: one.days > 0 ? one.id : null, from: null, to: null });
                    setAnchor(null);
                  }}
                >
                  {one.label}
                  {preset === one.id ? <Check size={14} aria-hidden /> : null}
                </button>
              </li>
            ))}
          </ul>
          <div className="range-days">
            <SegmentedControl<'from' | 'to'>
              label="Which day to pick"
              value={end}
              options={[
                { value: 'from', label: days ? `From ${named(from)}` : 'From' },
                { value: 'to', label: days ? `To ${named(to)}` : 'To' },
              ]}
              onChange={setEnd}
            />
            <Calendar
              key={end}
              value={days ? calendarDay(end === 'from' ? from : to) : null}
              today={calendarDay(today)}
              max={calendarDay(today)}
              onChange={(day) => {
                const picked = textOf(day);
                pick(end === 'from' ? picked : from, end === 'to' ? picked : days ? to : picked);
                setEnd(end === 'from' ? 'to' : 'from');
              }}
            />
            <p className="t-caption">
              Days by the clock of {timeZone.replaceAll('_', ' ')}, {offsetName(timeZone, now)}.
            </p>
          </div>
        </div>
      </Popover>
    </>
  );
}

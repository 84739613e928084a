import './range.css';
import { CalendarDays, Check } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../kit/Badge.tsx';
import { Button } from '../kit/Button.tsx';
import { Calendar, type CalendarDay } from '../kit/Calendar.tsx';
import { dateIn } from '../kit/format.ts';
import { Popover } from '../kit/Popover.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { dayText, type PresetId, presets } from './date-range.ts';
import { useRange } from './use-range.ts';

const calendarDay = (seconds: number): CalendarDay => {
  const [year = 0, month = 0, day = 0] = dayText(seconds).split('-').map(Number);
  return { year, month, day };
};
const textOf = ({ year, month, day }: CalendarDay) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/**
 * Chooses the days of the figures, in UTC: a preset or two days, none in the future. With `beside` the presets stand beside
 * the days where there is room.
 */
export function RangePicker({ beside }: { beside?: boolean }) {
  const { preset, range, choose, pick } = useRange();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<'from' | 'to'>('from');
  const today = calendarDay(Date.now() / 1000);
  const days = `${dateIn('UTC', range.from)} – ${dateIn('UTC', range.to)}`;
  const name = presets.find((one) => one.id === preset)?.label ?? days;
  return (
    <>
      {beside ? (
        <div className="range-beside">
          <SegmentedControl<PresetId | 'days'>
            label="Days"
            value={preset ?? 'days'}
            options={presets.map(({ id, label }) => ({ value: id, label }))}
            onChange={choose}
          />
        </div>
      ) : (
        <Badge kind="neutral">UTC</Badge>
      )}
      <Button
        size="toolbar"
        icon={<CalendarDays aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {beside ? (
          <>
            <span className="range-name">{name}</span>
            <span className="range-exact num">{days}</span>
          </>
        ) : (
          name
        )}
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label="Days of the figures, UTC" align="end">
        <div className="range-pop">
          <ul className="range-presets">
            {presets.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={preset === one.id}
                  onClick={() => {
                    choose(one.id);
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
                { value: 'from', label: `From ${dateIn('UTC', range.from)}` },
                { value: 'to', label: `To ${dateIn('UTC', range.to)}` },
              ]}
              onChange={setEnd}
            />
            <Calendar
              key={end}
              value={calendarDay(end === 'from' ? range.from : range.to)}
              today={today}
              max={today}
              onChange={(day) => {
                pick(
                  end === 'from' ? textOf(day) : dayText(range.from),
                  end === 'to' ? textOf(day) : dayText(range.to),
                );
                setEnd(end === 'from' ? 'to' : 'from');
              }}
            />
            <p className="t-caption">Days are counted in UTC.</p>
          </div>
        </div>
      </Popover>
    </>
  );
}

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarDay } from '../../kit/fields/calendar-days.ts';
import { RangeCalendar } from '../../kit/fields/RangeCalendar.tsx';
import css from './RangePanel.module.css';

/** Properties of a RangePanel. Days are 'YYYY-MM-DD'. */
export interface RangePanelProps<Preset extends string> {
  /** `meant` says which days a name stands for. */
  presets: readonly { id: Preset; label: string; meant?: string }[];
  /** Null while days were picked. */
  preset: Preset | null;
  onPreset: (preset: Preset) => void;
  /** Null while all days are meant. */
  days: { from: string; to: string } | null;
  /** The last day that can be picked. */
  today: string;
  onPick: (from: string, to: string) => void;
  /** By which clock the days are. */
  note: string;
  /** Where days are typed. */
  fields?: ReactNode;
}

const calendarDay = (day: string): CalendarDay => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};
const textOf = ({ year, month, day }: CalendarDay): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** What a popover of days holds: presets, and a calendar in which two clicks pick the first and the last day. */
export function RangePanel<Preset extends string>(props: RangePanelProps<Preset>) {
  const { presets, preset, onPreset, days, today, onPick, note, fields } = props;
  return (
    <div className={css.pop}>
      <ul className={css.presets}>
        {presets.map(({ id, label, meant }) => (
          <li key={id}>
            <button type="button" aria-pressed={preset === id} onClick={() => onPreset(id)}>
              <span className={css.name}>
                {label}
                {meant ? <span className={`${css.meant} num`}>{meant}</span> : null}
              </span>
              {preset === id ? <Check size={14} aria-hidden /> : null}
            </button>
          </li>
        ))}
      </ul>
      <div className={css.days}>
        <RangeCalendar
          range={days && { from: calendarDay(days.from), to: calendarDay(days.to) }}
          today={calendarDay(today)}
          max={calendarDay(today)}
          onPick={(from, to) => onPick(textOf(from), textOf(to))}
        />
        {fields}
        <p className="t-caption">{note}</p>
      </div>
    </div>
  );
}

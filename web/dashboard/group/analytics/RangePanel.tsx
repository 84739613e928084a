import { Check } from 'lucide-react';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Calendar, type CalendarDay } from '../../kit/fields/Calendar.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './RangePanel.module.css';

/** Properties of a RangePanel. Days are 'YYYY-MM-DD'. */
export interface RangePanelProps<Preset extends string> {
  presets: readonly { id: Preset; label: string }[];
  /** Null while days were picked. */
  preset: Preset | null;
  onPreset: (preset: Preset) => void;
  /** Null while all days are meant. */
  days: { from: string; to: string } | null;
  /** The last day that can be picked. */
  today: string;
  /** Writes a day out. */
  named: (day: string) => string;
  onPick: (from: string, to: string) => void;
  /** By which clock the days are. */
  note: string;
}

const calendarDay = (day: string): CalendarDay => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};
const textOf = ({ year, month, day }: CalendarDay): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** What a popover of days holds: presets, and a calendar that picks the first and the last day in turn. */
export function RangePanel<Preset extends string>(props: RangePanelProps<Preset>) {
  const { presets, preset, onPreset, days, today, named, onPick, note } = props;
  const [end, setEnd] = useState<'from' | 'to'>('from');
  return (
    <div className={css.pop}>
      <ul className={css.presets}>
        {presets.map(({ id, label }) => (
          <li key={id}>
            <button type="button" aria-pressed={preset === id} onClick={() => onPreset(id)}>
              {label}
              {preset === id ? <Check size={14} aria-hidden /> : null}
            </button>
          </li>
        ))}
      </ul>
      <div className={css.days}>
        <SegmentedControl<'from' | 'to'>
          label={t(groupWords.pickedEnd)}
          value={end}
          options={[
            { value: 'from', label: days ? t(groupWords.fromDay, { day: named(days.from) }) : t(groupWords.from) },
            { value: 'to', label: days ? t(groupWords.toDay, { day: named(days.to) }) : t(groupWords.to) },
          ]}
          onChange={setEnd}
        />
        <Calendar
          key={end}
          value={days && calendarDay(days[end])}
          today={calendarDay(today)}
          max={calendarDay(today)}
          onChange={(day) => {
            const picked = textOf(day);
            if (end === 'from') onPick(picked, days?.to ?? picked);
            else onPick(days?.from ?? today, picked);
            setEnd(end === 'from' ? 'to' : 'from');
          }}
        />
        <p className="t-caption">{note}</p>
      </div>
    </div>
  );
}

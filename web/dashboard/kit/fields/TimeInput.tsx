import { useEffect, useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './TimeInput.module.css';

/** Properties of a TimeInput; without a value it cannot be used. */
export interface TimeInputProps {
  value: { hour: number; minute: number } | null;
  onChange: (hour: number, minute: number) => void;
}

const pad = (value: number) => String(value).padStart(2, '0');
const show = (value: TimeInputProps['value']) => (value ? `${pad(value.hour)}:${pad(value.minute)}` : '');

/** A time of day in 24 hours; arrow keys move it by a quarter of an hour, nonsense goes back. */
export function TimeInput({ value, onChange }: TimeInputProps) {
  const shown = show(value);
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [shown]);
  const read = () => {
    const found = /^(\d{1,2})[:.]?(\d{2})$/.exec(draft.trim());
    const hour = Number(found?.[1]);
    const minute = Number(found?.[2]);
    if (found && hour < 24 && minute < 60) onChange(hour, minute);
    else setDraft(shown);
  };
  return (
    <label className={css.dateTime}>
      {t(kitWords.time)}
      <input
        inputMode="numeric"
        autoComplete="off"
        value={draft}
        disabled={!value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={read}
        onKeyDown={(event) => {
          const step = { ArrowUp: 15, ArrowDown: -15 }[event.key];
          if (event.key === 'Enter') {
            event.preventDefault();
            read();
          } else if (step && value) {
            event.preventDefault();
            const next = (value.hour * 60 + value.minute + step + 1440) % 1440;
            onChange(Math.floor(next / 60), next % 60);
          }
        }}
      />
    </label>
  );
}

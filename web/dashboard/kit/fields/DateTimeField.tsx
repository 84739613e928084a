import { CalendarDays, X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { Button } from '../buttons/Button.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { dateTimeIn } from '../text/format.ts';
import { clockIn, momentOf, readClock, readMoment } from '../text/zone.ts';
import { Calendar } from './Calendar.tsx';
import css from './DateTimeField.module.css';
import { describedBy, Field } from './Field.tsx';
import inputCss from './Input.module.css';
import { TimeInput } from './TimeInput.tsx';

/** Properties of a DateTimeField; all moments are unix seconds, shown in `timeZone` (IANA); NaN for what cannot be read. */
export interface DateTimeFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  timeZone: string;
  min?: number | undefined;
  max?: number | undefined;
  optional?: boolean;
  error?: string | null | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  /** Seconds can be typed as well, and 'UTC' behind a time of no other zone. */
  exact?: boolean;
  placeholder?: string;
  /** The time that a day chosen first gets. */
  defaultTime?: { hour: number; minute: number };
  ref?: Ref<HTMLInputElement>;
}

/** A date with time: can be typed ('1 Nov 2026, 08:00') or picked from a calendar. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onChange, timeZone, min, max, optional, error, hint, disabled, exact = false } = props;
  const { placeholder = t(kitWords.pickDate), defaultTime = { hour: 0, minute: 0 } } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const unread = Number.isNaN(value);
  const lastRead = useRef<number | null>(null);
  if (!unread) lastRead.current = value;
  // What cannot be read stays as it is typed; the calendar goes on from the moment before it.
  const moment = lastRead.current;
  const shown = moment === null ? '' : dateTimeIn(timeZone, moment, exact && moment % 60 !== 0);
  const [draft, setDraft] = useState(shown);
  useEffect(() => {
    if (!unread) setDraft(shown);
  }, [shown, unread]);
  const clock = moment === null ? null : clockIn(timeZone, moment);
  const time = clock ?? defaultTime;
  const read = () => {
    const typed = draft.trim();
    if (typed === shown) return unread && onChange(moment);
    if (typed === '') return onChange(null);
    const next = readClock(typed, time);
    onChange((exact ? readMoment(typed, timeZone, time) : next && momentOf(timeZone, next)) ?? Number.NaN);
  };
  const message = unread ? t(kitWords.dateUnreadable) : error;
  const bound = (limit: number | undefined) =>
    limit === undefined || Number.isNaN(limit) ? undefined : clockIn(timeZone, limit);
  return (
    <Field id={id} label={label} optional={optional ?? false} error={message} hint={hint}>
      <div ref={box} className={inputCss.root} data-kit="input" data-open={open || undefined}>
        <IconButton
          size="small"
          noTooltip
          label={t(kitWords.openCalendar, { label })}
          icon={<CalendarDays />}
          disabled={disabled}
          style={{ marginLeft: -8, marginRight: -4 }}
          onClick={() => setOpen(true)}
        />
        <input
          id={id}
          ref={props.ref}
          className="num"
          value={draft}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy(id, message, hint)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={read}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read();
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
          }}
        />
        {optional && value !== null && !disabled ? (
          <IconButton
            size="small"
            noTooltip
            label={t(kitWords.clearField, { label })}
            icon={<X />}
            onClick={() => onChange(null)}
          />
        ) : null}
      </div>
      <Popover anchor={open ? box.current : null} onClose={() => setOpen(false)} label={label}>
        <div className={css.pop}>
          <Calendar
            value={clock}
            today={clockIn(timeZone, Date.now() / 1000)}
            min={bound(min)}
            max={bound(max)}
            onChange={(day) => onChange(momentOf(timeZone, { ...day, hour: time.hour, minute: time.minute }))}
          />
          <div className={css.foot}>
            <TimeInput
              value={clock}
              onChange={(hour, minute) => clock && onChange(momentOf(timeZone, { ...clock, hour, minute }))}
            />
            <Button size="small" onClick={() => setOpen(false)}>
              {t(kitWords.done)}
            </Button>
          </div>
        </div>
      </Popover>
    </Field>
  );
}

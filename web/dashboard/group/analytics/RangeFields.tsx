import { type FormEvent, useState } from 'react';
import { longestRangeDays } from '#contracts/stats/range.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { rangeWords } from '../../words/range.en.ts';
import { t } from '../../words/t.ts';
import { dayText, isWrittenAsDay, parseDay, type RangeFault, rangeFault } from './date-range.ts';
import css from './RangePanel.module.css';

const dayLength = 10;

/** What is said of days that make no range, at the one that was written so. */
const faultText = (fault: NonNullable<RangeFault>, written: string): string => {
  if (fault === 'form') return t(isWrittenAsDay(written) ? rangeWords.noDay : rangeWords.form);
  if (fault === 'future') return t(rangeWords.future);
  return fault === 'backwards'
    ? t(figureWords.rangeBackwards)
    : t(figureWords.rangeTooLong, { most: longestRangeDays });
};

/** The first and the last day to be typed; days that make no range are told of here, and change nothing. */
export function RangeFields(props: { days: { from: string; to: string }; onPick: (from: string, to: string) => void }) {
  const [first, setFirst] = useState(props.days.from);
  const [last, setLast] = useState(props.days.to);
  const [fault, setFault] = useState<RangeFault>(null);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const today = parseDay(dayText(Date.now() / 1000))!;
    const why = rangeFault(parseDay(first), parseDay(last), today);
    setFault(why);
    if (why === null) props.onPick(first, last);
  };
  const field = (label: string, value: string, change: (text: string) => void, error: string | null) => (
    <TextField
      label={label}
      size="toolbar"
      value={value}
      onChange={(text) => {
        change(text.trim());
        setFault(null);
      }}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t(rangeWords.format)}
      maxLength={dayLength}
    />
  );
  return (
    <form className={css.fields} onSubmit={apply} noValidate>
      {field(t(rangeWords.first), first, setFirst, parseDay(first) === null && fault ? faultText(fault, first) : null)}
      {field(t(rangeWords.last), last, setLast, parseDay(first) !== null && fault ? faultText(fault, last) : null)}
      <Button type="submit" size="toolbar">
        {t(rangeWords.apply)}
      </Button>
    </form>
  );
}

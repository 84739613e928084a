import { type FormEvent, useState } from 'react';
import { longestRangeDays } from '#contracts/stats/range.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { dayText, type RangeFault, rangeFault, readDay } from './date-range.ts';
import css from './RangePanel.module.css';

const dayLength = 10;

/** What is said of days that make no range. */
const faultText = (fault: NonNullable<RangeFault>): string => {
  if (fault === 'form') return t(groupWords.rangeForm);
  if (fault === 'future') return t(groupWords.rangeFuture);
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
    const today = readDay(dayText(Date.now() / 1000))!;
    const why = rangeFault(readDay(first), readDay(last), today);
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
      placeholder="YYYY-MM-DD"
      maxLength={dayLength}
    />
  );
  return (
    <form className={css.fields} onSubmit={apply} noValidate>
      {field(t(groupWords.rangeFirst), first, setFirst, readDay(first) === null && fault ? faultText(fault) : null)}
      {field(t(groupWords.rangeLast), last, setLast, readDay(first) !== null && fault ? faultText(fault) : null)}
      <Button type="submit" size="toolbar">
        {t(groupWords.rangeApply)}
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { dayText, readDay, whyNoRange } from './date-range.ts';
import css from './RangePanel.module.css';

const dayLength = 10;

/** The first and the last day to be typed; days that make no range are told of here, and change nothing. */
export function RangeFields(props: { days: { from: string; to: string }; onPick: (from: string, to: string) => void }) {
  const [first, setFirst] = useState(props.days.from);
  const [last, setLast] = useState(props.days.to);
  const [fault, setFault] = useState<string | null>(null);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const today = readDay(dayText(Date.now() / 1000))!;
    const why = whyNoRange(readDay(first), readDay(last), today);
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
      {field(t(groupWords.rangeFirst), first, setFirst, readDay(first) === null ? fault : null)}
      {field(t(groupWords.rangeLast), last, setLast, readDay(first) === null ? null : fault)}
      <Button type="submit" size="toolbar">
        {t(groupWords.rangeApply)}
      </Button>
    </form>
  );
}

import { useState } from 'react';
import { Calendar } from '../../kit/fields/Calendar.tsx';
import type { CalendarDay } from '../../kit/fields/calendar-days.ts';
import { DateTimeField } from '../../kit/fields/DateTimeField.tsx';
import { RangeCalendar } from '../../kit/fields/RangeCalendar.tsx';
import { TimeInput } from '../../kit/fields/TimeInput.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

const moment = Date.UTC(2026, 10, 20, 13, 20) / 1000;
const zone = 'Europe/Stockholm';

/** Days, times and moments. */
export function DateSamples() {
  const [start, setStart] = useState<number | null>(moment);
  const [end, setEnd] = useState<number | null>(null);
  const [range, setRange] = useState<{ from: CalendarDay; to: CalendarDay }>({
    from: { year: 2026, month: 10, day: 28 },
    to: { year: 2026, month: 11, day: 6 },
  });
  const [day, setDay] = useState<CalendarDay>({ year: 2026, month: 11, day: 12 });
  const [time, setTime] = useState({ hour: 14, minute: 20 });
  return (
    <Row columns>
      <DateTimeField label={t(devWords.start)} value={start} timeZone={zone} onChange={setStart} />
      <DateTimeField label={t(devWords.end)} value={end} timeZone={zone} onChange={setEnd} optional />
      <DateTimeField
        label={t(devWords.end)}
        value={start}
        timeZone={zone}
        onChange={setStart}
        optional
        error={t(devWords.endWrong)}
      />
      <DateTimeField label={t(devWords.start)} value={start} timeZone={zone} onChange={setStart} disabled />
      <Calendar
        value={day}
        today={{ year: 2026, month: 11, day: 20 }}
        max={{ year: 2026, month: 11, day: 25 }}
        onChange={setDay}
      />
      <RangeCalendar
        range={range}
        today={{ year: 2026, month: 11, day: 20 }}
        max={{ year: 2026, month: 11, day: 25 }}
        onPick={(from, to) => setRange({ from, to })}
      />
      <Row>
        <TimeInput value={time} onChange={(hour, minute) => setTime({ hour, minute })} />
        <TimeInput value={null} onChange={() => undefined} />
      </Row>
    </Row>
  );
}

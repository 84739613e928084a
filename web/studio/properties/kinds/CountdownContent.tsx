import { useId, useState } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { DateTimeField } from '../../../dashboard/kit/fields/DateTimeField.tsx';
import { Field } from '../../../dashboard/kit/fields/Field.tsx';
import { zoneName } from '../../../dashboard/kit/text/zone.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { SwitchRow } from '../fields/SwitchRow.tsx';
import { WordsField } from '../fields/WordsField.tsx';
import { usePanel } from '../panel-context.ts';
import { useFields } from '../use-fields.ts';
import css from './kinds.module.css';

type Countdown = Extract<FlatComponent, { kind: 'countdown' }>;

const units = [
  ['days', studioPropertyWords.unitDays],
  ['hours', studioPropertyWords.unitHours],
  ['minutes', studioPropertyWords.unitMinutes],
  ['seconds', studioPropertyWords.unitSeconds],
] as const;

function UnitChips({ one }: { one: Countdown }) {
  const id = useId();
  const { set } = useFields(one);
  const chosen = one.component.units;
  return (
    <Field id={id} label={t(studioPropertyWords.units)} group>
      <div className={css.chips}>
        {units.map(([unit, label]) => {
          const on = chosen.includes(unit);
          return (
            <button
              key={unit}
              type="button"
              className={css.chip}
              aria-pressed={on}
              // One at least is told.
              disabled={on && chosen.length === 1}
              onClick={() =>
                set({ units: units.flatMap(([name]) => ((name === unit ? !on : chosen.includes(name)) ? [name] : [])) })
              }
            >
              {t(label)}
            </button>
          );
        })}
      </div>
    </Field>
  );
}

/** What a countdown runs to, in the account's time zone, what it is told in, and what follows. */
export function CountdownContent({ one }: { one: Countdown }) {
  const { timeZone } = usePanel();
  const { fault, set } = useFields(one);
  const { ts_end, reminder } = one.component;
  const [unread, setUnread] = useState(false);
  return (
    <>
      <WordsField one={one} field="title" label={t(studioPropertyWords.title)} most={studioLimits.countdownTitle} />
      <DateTimeField
        label={t(studioPropertyWords.countsDownTo)}
        value={unread ? Number.NaN : ts_end}
        timeZone={timeZone}
        error={fault('ts_end')}
        hint={t(studioPropertyWords.sameMoment, { zone: zoneName(timeZone, ts_end) })}
        onChange={(moment) => {
          setUnread(Number.isNaN(moment));
          if (moment !== null && Number.isFinite(moment)) set({ ts_end: moment });
        }}
      />
      <UnitChips one={one} />
      <WordsField
        one={one}
        field="end_text"
        label={t(studioPropertyWords.endText)}
        placeholder={t(studioPropertyWords.endTextExample)}
        most={studioLimits.endText}
      />
      <SwitchRow label={t(studioPropertyWords.reminder)} checked={reminder} onChange={(on) => set({ reminder: on })} />
    </>
  );
}

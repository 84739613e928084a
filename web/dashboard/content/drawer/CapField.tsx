import { useQuery } from '@tanstack/react-query';
import { Eye, MousePointerClick } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatsQuery } from '../../group/group-queries.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { describedBy, Field } from '../../kit/fields/Field.tsx';
import inputCss from '../../kit/fields/Input.module.css';
import { type InForm, useFormField } from '../../kit/forms/form-field.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from './FormParts.module.css';
import { capReached, type GroupFields } from './group-fields.ts';
import type { GroupEditing } from './use-group-form.ts';

type CapName = 'target_cap' | 'click_target_cap';

/** The input of a cap, as typed; '' for none. */
function CapInput({
  id,
  value,
  error,
  hint,
  onChange,
  ref,
}: {
  id: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  return (
    <div className={inputCss.root}>
      <input
        id={id}
        ref={ref}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t(contentWords.noCap)}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** The number of views after which a story stops by itself, as a field of a form. */
export function ViewCapField<Values extends FieldValues, Checked>(props: InForm<Values, Checked, string>) {
  const id = useId();
  const { value, onChange, ref, error } = useFormField(props);
  const hint = t(contentWords.viewCapHint);
  return (
    <Field id={id} label={t(contentWords.targetCap)} optional error={error} hint={hint}>
      <CapInput id={id} hint={hint} value={value} onChange={onChange} ref={ref} error={error} />
    </Field>
  );
}

const day = 86_400;
const dayOf = (ts: number) => Math.floor(ts / day) * day;

/** What a group was viewed and clicked since it was made, as far as figures reach; null while that is not known. */
function useCounted(row: StoryGroupRow | null, needed: boolean): Record<CapName, number> | null {
  const range = { from: dayOf(row?.ts_created ?? 0), to: dayOf(Date.now() / 1000) };
  const { data } = useQuery({
    ...groupStatsQuery(row?.id ?? '', range),
    enabled: row !== null && needed,
    retry: false,
  });
  return data ? { target_cap: data.stats.total_impression, click_target_cap: data.stats.total_click } : null;
}

/** How far a group is from its cap: one that it has passed stops it as soon as it is saved. */
const countedNote = (row: StoryGroupRow | null, counted: Record<CapName, number>, cap: CapName, typed: string) =>
  t(capReached(row, typed, counted[cap]) ? contentWords.capReachedNote : contentWords.capCountedNote, {
    count: counted[cap],
    cap,
  });

/** The number of views or clicks after which a group stops by itself; a cap of the other type is named below. */
export function CapField({ form: { control, base } }: { form: GroupEditing }) {
  const id = useId();
  const caps = {
    target_cap: useFormField<GroupFields, GroupFields, string>({ control, name: 'target_cap' }),
    click_target_cap: useFormField<GroupFields, GroupFields, string>({ control, name: 'click_target_cap' }),
  };
  const [chosen, setChosen] = useState<CapName>(
    caps.target_cap.value === '' && caps.click_target_cap.value !== '' ? 'click_target_cap' : 'target_cap',
  );
  // What is wrong is shown where it stands.
  const other: CapName = chosen === 'target_cap' ? 'click_target_cap' : 'target_cap';
  const name = caps[other].error && !caps[chosen].error ? other : chosen;
  const { value, onChange, ref, error } = caps[name];
  const beside = name === 'target_cap' ? 'click_target_cap' : 'target_cap';
  const counted = useCounted(base.row, value.trim() !== '');
  const hint = [
    counted && countedNote(base.row, counted, name, value),
    caps[beside].value.trim() === ''
      ? null
      : t(contentWords.otherCapNote, { value: caps[beside].value.trim(), cap: beside }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Field id={id} label={t(contentWords.targetCap)} optional error={error} hint={hint}>
      <div className={css.cap}>
        <SegmentedControl
          label={t(contentWords.targetCapType)}
          value={name}
          options={[
            { value: 'target_cap', label: t(contentWords.views), icon: <Eye size={16} aria-hidden /> },
            {
              value: 'click_target_cap',
              label: t(contentWords.clicks),
              icon: <MousePointerClick size={16} aria-hidden />,
            },
          ]}
          onChange={setChosen}
        />
        <CapInput id={id} value={value} error={error} hint={hint} onChange={onChange} ref={ref} />
      </div>
    </Field>
  );
}

import { Eye, MousePointerClick } from 'lucide-react';
import { useId, useState } from 'react';
import { describedBy, Field } from '../kit/Field.tsx';
import inputCss from '../kit/Input.module.css';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import css from './FormParts.module.css';
import type { GroupErrors, GroupFields } from './group-fields.ts';

type CapName = 'target_cap' | 'click_target_cap';
const words = { target_cap: 'views', click_target_cap: 'clicks' } as const;

/** The input of a cap, as typed; '' for none. */
function CapInput({
  id,
  value,
  error,
  hint,
  onChange,
}: {
  id: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <div className={inputCss.root}>
      <input
        id={id}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        placeholder="No cap"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** The number of views after which a story stops by itself. */
export function ViewCapField(props: { value: string; error?: string | undefined; onChange: (value: string) => void }) {
  const id = useId();
  const hint = 'The story stops at this many views.';
  return (
    <Field id={id} label="Target cap" optional error={props.error} hint={hint}>
      <CapInput id={id} hint={hint} {...props} />
    </Field>
  );
}

/** Properties of the CapField. */
export interface CapFieldProps {
  fields: Pick<GroupFields, CapName>;
  errors: Pick<GroupErrors, CapName>;
  onChange: (change: Partial<Pick<GroupFields, CapName>>) => void;
}

/** The number of views or clicks after which a group stops by itself; a cap of the other type is named below. */
export function CapField({ fields, errors, onChange }: CapFieldProps) {
  const id = useId();
  const [chosen, setChosen] = useState<CapName>(
    fields.target_cap === '' && fields.click_target_cap !== '' ? 'click_target_cap' : 'target_cap',
  );
  // What is wrong is shown where it stands.
  const other: CapName = chosen === 'target_cap' ? 'click_target_cap' : 'target_cap';
  const name = errors[other] && !errors[chosen] ? other : chosen;
  const beside = name === 'target_cap' ? 'click_target_cap' : 'target_cap';
  const hint = fields[beside].trim() === '' ? undefined : `It also stops at ${fields[beside].trim()} ${words[beside]}.`;
  return (
    <Field id={id} label="Target cap" optional error={errors[name]} hint={hint}>
      <div className={css.cap}>
        <SegmentedControl
          label="Type of target cap"
          value={name}
          options={[
            { value: 'target_cap', label: 'Views', icon: <Eye size={16} aria-hidden /> },
            { value: 'click_target_cap', label: 'Clicks', icon: <MousePointerClick size={16} aria-hidden /> },
          ]}
          onChange={setChosen}
        />
        <CapInput
          id={id}
          value={fields[name]}
          error={errors[name]}
          hint={hint}
          onChange={(value) => onChange({ [name]: value })}
        />
      </div>
    </Field>
  );
}

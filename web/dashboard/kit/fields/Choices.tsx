import { type Ref, useId } from 'react';
import css from './Choices.module.css';
import { Field } from './Field.tsx';

/** Properties of Choices; `value` is none of them while the question is open. */
export interface ChoicesProps {
  label: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string | null;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  optional?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One choice among few, each a chip; arrow keys move. */
export function Choices({ label, name, options, value, onChange, error, optional, ref }: ChoicesProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} optional={optional ?? false} group>
      <div className={css.root} role="radiogroup" aria-labelledby={`${id}-label`}>
        {options.map(([choice, text], index) => (
          <label key={choice} className={css.choice}>
            <input
              type="radio"
              ref={index === 0 ? ref : undefined}
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {text}
          </label>
        ))}
      </div>
    </Field>
  );
}

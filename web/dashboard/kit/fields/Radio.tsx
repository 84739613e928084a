import type { ReactNode } from 'react';
import css from './Check.module.css';

/** Properties of a Radio; those of one question share `name`. */
export interface RadioProps {
  name: string;
  value: string;
  checked: boolean;
  onChange: (value: string) => void;
  label: ReactNode;
  disabled?: boolean;
}

/** One choice of a question. */
export function Radio({ name, value, checked, onChange, label, disabled }: RadioProps) {
  return (
    <label className={css.root} data-kit="check">
      <span className={css.box} data-kit="check-box">
        <input
          type="radio"
          name={name}
          value={value}
          checked={checked}
          disabled={disabled}
          onChange={() => onChange(value)}
        />
      </span>
      <span>{label}</span>
    </label>
  );
}

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './Check.module.css';

/** Properties of a Checkbox; with `hideLabel` the label is only read aloud. */
export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  label: ReactNode;
  hideLabel?: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A 16 px checkbox with its label at the right. */
export function Checkbox({ checked, onChange, label, hideLabel, indeterminate, disabled, className }: CheckboxProps) {
  return (
    <label className={className ? `${css.root} ${className}` : css.root} data-kit="check">
      <span className={css.box} data-kit="check-box">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          ref={(input) => {
            if (input) input.indeterminate = Boolean(indeterminate);
          }}
          onChange={(event) =>
            onChange(event.target.checked, { shiftKey: (event.nativeEvent as MouseEvent).shiftKey === true })
          }
        />
        {indeterminate ? <Minus aria-hidden /> : <Check aria-hidden />}
      </span>
      <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

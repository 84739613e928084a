import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import css from './Check.module.css';
import fieldCss from './Field.module.css';
import { describedBy, FieldMessage } from './Field.tsx';

/** Properties of a Checkbox; with `hideLabel` the label is only read aloud. */
export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  label: ReactNode;
  hideLabel?: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  className?: string;
  name?: string;
  /** What is wrong with it stands below; null keeps the place for it. */
  error?: string | null;
  ref?: (input: HTMLInputElement | null) => void;
}

/** A 16 px checkbox with its label at the right, and its error below. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, label, hideLabel, indeterminate, disabled, className, name, error, ref } = props;
  const id = useId();
  const box = (
    <label className={className ? `${css.root} ${className}` : css.root} data-kit="check">
      <span className={css.box} data-kit="check-box">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, null)}
          ref={(input) => {
            if (input) input.indeterminate = Boolean(indeterminate);
            ref?.(input);
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
  if (error === undefined) return box;
  return (
    <div className={fieldCss.root}>
      {box}
      <FieldMessage id={id} error={error} />
    </div>
  );
}

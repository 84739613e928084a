import './field.css';
import './menu.css';
import MuiMenu from '@mui/material/Menu';
import MuiMenuItem from '@mui/material/MenuItem';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { describedBy, Field } from './Field.tsx';

/** One choice of a Select. */
export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  note?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

/** Properties of a Select; an empty value shows the placeholder. */
export interface SelectProps<Value extends string> {
  label: string;
  value: Value | '';
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  placeholder?: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  size?: 'toolbar' | 'medium' | 'large';
  disabled?: boolean;
}

/** A choice of one among many, as a list that opens below; arrow keys and letters work. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, placeholder = 'Choose', error, hint, size = 'medium' } = props;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = options.find((option) => option.value === value);
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      optional={props.optional ?? false}
      hideLabel={props.hideLabel ?? false}
    >
      <button
        id={id}
        type="button"
        className="sr-input sr-select"
        data-size={size}
        data-open={anchor ? true : undefined}
        data-empty={chosen ? undefined : true}
        aria-haspopup="listbox"
        aria-expanded={Boolean(anchor)}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={describedBy(id, error, hint)}
        aria-invalid={error ? true : undefined}
        disabled={props.disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {chosen?.icon}
        <span className="sr-select-value truncate">{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden />
      </button>
      <MuiMenu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        transitionDuration={180}
        slotProps={{
          paper: { style: { minWidth: anchor?.offsetWidth, maxHeight: 360 } },
          list: { role: 'listbox', 'aria-labelledby': `${id}-label`, dense: true },
        }}
      >
        {options.map((option) => (
          <MuiMenuItem
            key={option.value}
            role="option"
            selected={option.value === value}
            aria-selected={option.value === value}
            disabled={option.disabled ?? false}
            onClick={() => {
              setAnchor(null);
              onChange(option.value);
            }}
          >
            <span className="sr-menu-item">
              {option.icon}
              <span className="sr-menu-text">
                <span>{option.label}</span>
                {option.note ? <span className="sr-menu-note">{option.note}</span> : null}
              </span>
              {option.value === value ? <Check className="sr-menu-check" aria-hidden /> : null}
            </span>
          </MuiMenuItem>
        ))}
      </MuiMenu>
    </Field>
  );
}

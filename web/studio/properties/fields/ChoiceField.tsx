import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Field } from '../../../dashboard/kit/fields/Field.tsx';
import { Menu } from '../../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../../dashboard/kit/overlays/MenuItem.tsx';
import css from './fields.module.css';

/** Properties of a ChoiceField; a choice with a reason cannot be made, it says why. */
export interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; reason?: string | undefined }[];
  onChange: (value: Value) => void;
}

/** One of several, chosen from a menu. */
export function ChoiceField<Value extends string>({ label, value, options, onChange }: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <Field id={id} label={label} group>
      <Menu
        label={label}
        width={240}
        trigger={
          <button type="button" className={css.choice} aria-labelledby={`${id}-label ${id}-value`}>
            <span id={`${id}-value`} className="truncate">
              {options.find((one) => one.value === value)?.label}
            </span>
            <ChevronDown size={16} aria-hidden />
          </button>
        }
      >
        {options.map((one) => (
          <MenuItem
            key={one.value}
            selected={one.value === value}
            disabledReason={one.reason}
            onSelect={() => onChange(one.value)}
          >
            {one.label}
          </MenuItem>
        ))}
      </Menu>
    </Field>
  );
}

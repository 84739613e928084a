import { Switch } from '../../../dashboard/kit/fields/Switch.tsx';
import css from './fields.module.css';

/** Properties of a SwitchRow. */
export interface SwitchRowProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off, with its name before it. */
export function SwitchRow({ label, checked, onChange }: SwitchRowProps) {
  return (
    <div className={css.switchRow}>
      <span aria-hidden>{label}</span>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  );
}

import { Tooltip } from '../overlays/Tooltip.tsx';
import css from './Switch.module.css';

/** Properties of a Switch; `label` is read aloud, not drawn. */
export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  /** Why it cannot be used, as a tooltip. */
  disabledReason?: string | undefined;
}

/** A 32 by 18 switch. */
export function Switch({ checked, onChange, label, disabled, disabledReason }: SwitchProps) {
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        role="switch"
        className={css.root}
        data-kit="switch"
        aria-checked={checked}
        aria-label={label}
        aria-disabled={disabledReason ? true : undefined}
        disabled={disabled && !disabledReason}
        onClick={(event) => {
          event.stopPropagation();
          if (!disabledReason) onChange(!checked);
        }}
      />
    </Tooltip>
  );
}

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Tooltip } from '../overlays/Tooltip.tsx';
import css from './IconButton.module.css';

/** Properties of an IconButton; `label` is its name and its tooltip. */
export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  label: string;
  icon: ReactNode;
  size?: 'small' | 'medium' | 'bar';
  variant?: 'plain' | 'outlined';
  disabledReason?: string | undefined;
  /** Leaves out the tooltip, for places where the name is plain to see. */
  noTooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button that is only an icon: 36, 28 when small; it always has a name. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 'medium', variant = 'plain', disabledReason, noTooltip, className, ...native } = props;
  return (
    <Tooltip text={disabledReason ?? (noTooltip ? null : label)} describes={Boolean(disabledReason)}>
      <button
        {...native}
        type={native.type ?? 'button'}
        className={className ? `${css.root} ${className}` : css.root}
        data-kit="icon-button"
        data-size={size}
        data-variant={variant}
        aria-label={label}
        aria-disabled={Boolean(disabledReason) || native['aria-disabled']}
        onClick={disabledReason ? (event) => event.preventDefault() : native.onClick}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Tooltip } from '../overlays/Tooltip.tsx';
import css from './Button.module.css';

/** How loud a button is; one `primary` per view. `accent` is violet outlined, `danger-outline` is red outlined. */
export type ButtonVariant = 'primary' | 'secondary' | 'accent' | 'quiet' | 'link' | 'danger' | 'danger-outline';

/** Properties of a Button; native button attributes pass through. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'size'> {
  variant?: ButtonVariant;
  size?: 'small' | 'toolbar' | 'medium' | 'large';
  icon?: ReactNode;
  iconEnd?: ReactNode;
  loading?: boolean;
  block?: boolean;
  /** A route: the button becomes a link. */
  to?: string;
  /** Why it cannot be used: shown as a tooltip, the button stays reachable by keyboard but does nothing. */
  disabledReason?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

function stop(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** A button with a text, 36 high (30 small, 34 toolbar, 44 large); a link when it has `to`. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, iconEnd, loading, block, to, disabledReason, ...rest } = props;
  const { children, onClick, className, type = 'button', ...native } = rest;
  const shared = {
    className: className ? `${css.root} ${className}` : css.root,
    'data-kit': 'button',
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
  const inside = (
    <>
      {loading ? <span className={css.spinner} aria-hidden /> : icon}
      {children}
      {iconEnd}
    </>
  );
  if (to !== undefined && !disabledReason) {
    return (
      <Link to={to} {...shared}>
        {inside}
      </Link>
    );
  }
  return (
    <Tooltip text={disabledReason}>
      <button
        {...native}
        {...shared}
        type={disabledReason ? 'button' : type}
        aria-busy={loading || undefined}
        aria-disabled={Boolean(disabledReason) || loading || native['aria-disabled']}
        onClick={disabledReason || loading ? stop : onClick}
      >
        {inside}
      </button>
    </Tooltip>
  );
}

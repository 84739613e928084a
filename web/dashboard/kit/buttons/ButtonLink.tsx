import type { AnchorHTMLAttributes } from 'react';
import css from './Button.module.css';
import type { ButtonProps } from './Button.tsx';

/** Properties of a ButtonLink; native attributes of a link pass through. */
export interface ButtonLinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'>,
    Pick<ButtonProps, 'variant' | 'size'> {}

/** A link to another site, another tab or a mail that looks like a button; for a route give a Button `to`. */
export function ButtonLink({ variant = 'secondary', size = 'medium', ...native }: ButtonLinkProps) {
  return <a {...native} className={css.root} data-kit="button" data-variant={variant} data-size={size} />;
}

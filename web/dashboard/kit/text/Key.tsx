import type { ComponentProps } from 'react';
import css from './Key.module.css';

/** The cap of a key of the keyboard; native attributes pass through. */
export function Key(props: ComponentProps<'kbd'>) {
  return <kbd {...props} className={css.root} data-kit="key" />;
}

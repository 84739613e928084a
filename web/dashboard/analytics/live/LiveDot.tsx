import css from './LiveDot.module.css';

/** A dot that pulses while figures arrive, and is grey and still while none do. */
export function LiveDot({ on }: { on: boolean }) {
  return <span className={css.root} data-on={on || undefined} aria-hidden />;
}

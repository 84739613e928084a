import css from './ContentParts.module.css';

/** A drawn separator between two short texts of one line. */
export function Dot() {
  return <span className={css.dot} aria-hidden />;
}

import type { ReactNode } from 'react';
import css from './Row.module.css';

/** Samples beside each other; with `columns` each has the width of a field. */
export function Row({ columns, children }: { columns?: boolean; children: ReactNode }) {
  return <div className={columns ? css.columns : css.row}>{children}</div>;
}

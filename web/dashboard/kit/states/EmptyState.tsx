import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

/** Says what a place is for and offers the one button that starts it. */
export function EmptyState(props: { art?: ReactNode; title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.root} data-kit="empty">
      {props.art ? <div className={css.art}>{props.art}</div> : null}
      <h2>{props.title}</h2>
      <p className={css.text} data-kit="empty-text">
        {props.text}
      </p>
      {props.action ? <div className={css.action}>{props.action}</div> : null}
    </div>
  );
}

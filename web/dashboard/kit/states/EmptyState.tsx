import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

/** Says what a place is for and offers the one button that starts it; `level` 1 where that is the whole page. */
export function EmptyState(props: {
  art?: ReactNode;
  title: string;
  text: ReactNode;
  action?: ReactNode;
  level?: 1 | 2;
}) {
  const Title = props.level === 1 ? 'h1' : 'h2';
  return (
    <div className={css.root} data-kit="empty">
      {props.art ? <div className={css.art}>{props.art}</div> : null}
      <Title className="t-section">{props.title}</Title>
      <p className={css.text} data-kit="empty-text">
        {props.text}
      </p>
      {props.action ? <div className={css.action}>{props.action}</div> : null}
    </div>
  );
}

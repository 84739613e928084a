import './surface.css';
import type { ReactNode } from 'react';

/** Says what a place is for and offers the one button that starts it. */
export function EmptyState(props: { art?: ReactNode; title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className="sr-empty">
      {props.art ? <div className="sr-empty-art">{props.art}</div> : null}
      <h2>{props.title}</h2>
      <p className="sr-empty-text">{props.text}</p>
      {props.action ? <div className="sr-empty-action">{props.action}</div> : null}
    </div>
  );
}

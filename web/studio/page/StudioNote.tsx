import type { ReactNode } from 'react';
import css from './StudioNote.module.css';

/** A note over the canvas: what happened, and what can be done about it. */
export function StudioNote({
  icon,
  title,
  text,
  acts,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  acts?: ReactNode;
}) {
  return (
    <div className={css.note} role="status">
      {icon}
      <div className={css.words}>
        <strong>{title}</strong> {text}
      </div>
      {acts}
    </div>
  );
}

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './PictureNote.module.css';

/** What is to be known of a picture before it is shown: amber, it stops nothing. */
export function PictureNote({ children }: { children: ReactNode }) {
  return (
    <p className={css.root} role="status">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden />
      {children}
    </p>
  );
}

import type { ReactNode } from 'react';
import css from './FullNote.module.css';

/** Says at once, on amber, why no more can be added, or what is to be done first. */
export function FullNote({ children }: { children: ReactNode }) {
  return (
    <div className={css.full} role="alert">
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import css from './BackNav.module.css';

/** The line above a title with the ways back. */
export function BackNav({ children }: { children: ReactNode }) {
  return (
    <nav className={`${css.back} t-small`} aria-label="Back">
      {children}
    </nav>
  );
}

import type { ReactNode } from 'react';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import css from './BackNav.module.css';

/** The line above a title with the ways back. */
export function BackNav({ children }: { children: ReactNode }) {
  return (
    <nav className={`${css.back} t-small`} aria-label={t(groupWords.back)}>
      {children}
    </nav>
  );
}

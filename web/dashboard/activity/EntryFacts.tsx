import type { ReactNode } from 'react';
import { FactList } from '../kit/text/FactList.tsx';
import css from './EntryFacts.module.css';

/** Facts below the changes of an entry. */
export function EntryFacts({ children }: { children: ReactNode }) {
  return <FactList className={css.facts}>{children}</FactList>;
}

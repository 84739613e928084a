import type { ReactNode } from 'react';
import { FactList } from '../kit/text/FactList.tsx';
import css from './EntryFacts.module.css';

/** Facts of an entry, below its changes where it has any. */
export function EntryFacts({ alone, children }: { alone?: boolean; children: ReactNode }) {
  return <FactList className={alone ? `${css.facts} ${css.alone}` : css.facts!}>{children}</FactList>;
}

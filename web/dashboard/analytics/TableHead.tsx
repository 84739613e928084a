import type { ReactNode } from 'react';
import { Badge } from '../kit/text/Badge.tsx';
import { exactNumber } from '../kit/text/format.ts';
import css from './TableHead.module.css';

/** The head of a card with a table: its title, how many rows there are, and as children what finds and saves them. */
export function TableHead({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <header className={css.root}>
      <h2 className="t-card">{title}</h2>
      <Badge kind="neutral">{exactNumber(count)}</Badge>
      <div className={css.tools}>{children}</div>
    </header>
  );
}

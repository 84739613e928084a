import type { ReactNode } from 'react';
import css from './Badge.module.css';

/** What a badge tells; `neutral` is for counts, `primary` for a selection. */
export type BadgeKind = 'active' | 'inactive' | 'waiting' | 'test' | 'uploading' | 'danger' | 'neutral' | 'primary';

const dotted: ReadonlySet<BadgeKind> = new Set(['active', 'inactive', 'uploading']);

/** A soft pill, 20 high, with a dot or the given icon, so that colour is never the only sign. */
export function Badge({ kind, icon, children }: { kind: BadgeKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css.root} data-kit="badge" data-kind={kind}>
      {icon ?? (dotted.has(kind) ? <span className={css.dot} aria-hidden /> : null)}
      {children}
    </span>
  );
}

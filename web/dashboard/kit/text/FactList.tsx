import type { ReactNode } from 'react';
import css from './FactList.module.css';

/** Facts about a thing, one below the other. */
export function FactList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={className ? `${css.facts} ${className}` : css.facts}>{children}</dl>;
}

/** A fact: what it is called and what it is. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import type { ReactNode } from 'react';
import css from './FactList.module.css';

/** Facts about a thing, one below the other. */
export function FactList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={className ? `${css.facts} ${className}` : css.facts}>{children}</dl>;
}

/** A fact: its name and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

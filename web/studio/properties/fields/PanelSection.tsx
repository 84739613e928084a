import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import css from './fields.module.css';

/** Properties of a PanelSection; `folding` says how it begins where it can be folded, `icon` stands before its title, `end` behind it. */
export interface PanelSectionProps {
  title: string;
  icon?: LucideIcon;
  end?: ReactNode;
  folding?: 'open' | 'folded';
  children: ReactNode;
}

/** A part of the properties with its title, below a line. */
export function PanelSection({ title, icon: Icon, end, folding, children }: PanelSectionProps) {
  const id = useId();
  const [open, setOpen] = useState(folding !== 'folded');
  const head = (
    <>
      {Icon ? <Icon size={16} aria-hidden /> : null}
      <span className={css.title}>{title}</span>
      {end}
    </>
  );
  return (
    <section className={css.section} aria-labelledby={`${id}-title`}>
      {folding ? (
        <h3>
          <button
            type="button"
            id={`${id}-title`}
            className={css.fold}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {head}
            {open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
          </button>
        </h3>
      ) : (
        <h3 id={`${id}-title`} className={css.head}>
          {head}
        </h3>
      )}
      {open ? children : null}
    </section>
  );
}

import type { HTMLAttributes, ReactNode, Ref } from 'react';
import css from './Card.module.css';

/** Properties of a Card; native attributes pass through. */
export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: 'div' | 'section' | 'article' | 'li';
  padded?: boolean;
  selected?: boolean;
  interactive?: boolean;
  title?: ReactNode;
  titleEnd?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A white surface with a hairline and radius 12; a title makes a head row. */
export function Card(props: CardProps) {
  const {
    as = 'div',
    padded = true,
    selected,
    interactive,
    title,
    titleEnd,
    className,
    children,
    ref,
    ...native
  } = props;
  const Element = as as 'div';
  return (
    <Element
      {...native}
      ref={ref as Ref<HTMLDivElement>}
      className={className ? `${css.root} ${className}` : css.root}
      data-kit="card"
      data-padded={padded || undefined}
      data-selected={selected || undefined}
      data-interactive={interactive || undefined}
    >
      {title ? (
        <div className={css.head}>
          <h2 className="t-card">{title}</h2>
          {titleEnd}
        </div>
      ) : null}
      {children}
    </Element>
  );
}

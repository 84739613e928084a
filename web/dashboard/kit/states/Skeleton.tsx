import type { CSSProperties } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './Skeleton.module.css';

/** Properties of a Skeleton; numbers are px. */
export interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
  round?: boolean;
  style?: CSSProperties;
}

/** A grey shape that stands for what is being loaded; build the final shape from several. */
export function Skeleton({ width = '100%', height = 12, radius, round, style }: SkeletonProps) {
  return (
    <span
      className={css.root}
      data-kit="skeleton"
      aria-hidden
      style={{ width, height, borderRadius: round ? '50%' : (radius ?? 6), flex: 'none', ...style }}
    />
  );
}

/** Tells people who listen that a part of the page is loading. */
export function Loading({ label = t(kitWords.loading) }: { label?: string }) {
  return (
    <span role="status" className="visually-hidden">
      {label}
    </span>
  );
}

import { useId } from 'react';
import css from './Sparkline.module.css';
import { sparklineOf } from './sparkline-path.ts';

/** Properties of a Sparkline; `label` says in words what the line shows. Null is a day that cannot have data. */
export interface SparklineProps {
  values: readonly (number | null)[];
  /** The period before. */
  previous?: readonly (number | null)[];
  /** Whether the last day is not over: the way to it is drawn paler. */
  running?: boolean;
  width?: number;
  height?: number;
  label: string;
}

/** A small line with the period before dashed; a series that varies by less than 28 % uses half the height. */
export function Sparkline({ values, previous = [], running = false, width = 120, height = 48, label }: SparklineProps) {
  const id = useId();
  const { area, line, tail, dashed, last } = sparklineOf({ values, previous, running, width, height });
  return (
    <svg
      className={css.root}
      data-kit="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--primary)" stopOpacity="0.14" />
        <stop offset="1" stopColor="var(--primary)" stopOpacity="0" />
      </linearGradient>
      {area ? <path d={area} fill={`url(#${id})`} /> : null}
      {dashed ? <path d={dashed} fill="none" stroke="var(--previous)" strokeWidth="1.5" strokeDasharray="2 3" /> : null}
      {line ? <path d={line} fill="none" stroke="var(--primary)" strokeWidth="2" strokeLinejoin="round" /> : null}
      {tail ? (
        <path data-running d={tail} fill="none" stroke="var(--primary)" strokeOpacity="0.4" strokeWidth="2" />
      ) : null}
      {last ? <circle cx={last.x} cy={last.y} r="3" fill="var(--primary)" /> : null}
    </svg>
  );
}

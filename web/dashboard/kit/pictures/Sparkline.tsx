import { useId } from 'react';
import css from './Sparkline.module.css';

/** Properties of a Sparkline; `label` says in words what the line shows. */
export interface SparklineProps {
  values: readonly number[];
  /** The period before; null is a day that cannot have data, on which nothing is drawn. */
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
  const all = [...values, ...previous.filter((value) => value !== null)];
  const top = Math.max(...all, 0);
  const low = Math.min(...all, top);
  const calm = top > 0 && (top - low) / top < 0.28;
  const range = top - low || 1;
  const usable = (height - 8) * (calm ? 0.5 : 1);
  const lift = calm ? (height - 8) / 4 : 0;
  const point = (value: number, index: number, count: number): [number, number] => [
    count < 2 ? width / 2 : 3 + (index / (count - 1)) * (width - 6),
    top === low ? height / 2 : height - 4 - lift - ((value - low) / range) * usable,
  ];
  const path = (series: readonly (number | null)[], from = 0, to = series.length) =>
    series
      .flatMap((value, index) =>
        value === null || index < from || index >= to
          ? []
          : [
              point(value, index, series.length)
                .map((n) => n.toFixed(1))
                .join(' '),
            ],
      )
      .join('L');
  const whole = running ? values.length - 1 : values.length;
  const known = previous.filter((value) => value !== null).length;
  const last = values.length ? point(values[values.length - 1] ?? 0, values.length - 1, values.length) : null;
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
      {values.length > 1 ? (
        <path d={`M${path(values)}L${width - 3} ${height}L3 ${height}Z`} fill={`url(#${id})`} />
      ) : null}
      {known > 1 ? (
        <path d={`M${path(previous)}`} fill="none" stroke="var(--previous)" strokeWidth="1.5" strokeDasharray="2 3" />
      ) : null}
      {whole > 1 ? (
        <path
          d={`M${path(values, 0, whole)}`}
          fill="none"
          stroke="var(--primary)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      ) : null}
      {running && values.length > 1 ? (
        <path
          data-running
          d={`M${path(values, whole - 1)}`}
          fill="none"
          stroke="var(--primary)"
          strokeOpacity="0.4"
          strokeWidth="2"
        />
      ) : null}
      {last ? <circle cx={last[0]} cy={last[1]} r="3" fill="var(--primary)" /> : null}
    </svg>
  );
}

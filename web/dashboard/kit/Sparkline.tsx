import './surface.css';
import { useId } from 'react';

/** Properties of a Sparkline; `label` says in words what the line shows. */
export interface SparklineProps {
  values: readonly number[];
  previous?: readonly number[];
  width?: number;
  height?: number;
  label: string;
}

/** A small line with the period before dashed; a series that varies by less than 28 % uses half the height. */
export function Sparkline({ values, previous = [], width = 120, height = 48, label }: SparklineProps) {
  const id = useId();
  const all = [...values, ...previous];
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
  const path = (series: readonly number[]) =>
    series
      .map((value, index) =>
        point(value, index, series.length)
          .map((n) => n.toFixed(1))
          .join(' '),
      )
      .join('L');
  const last = values.length ? point(values[values.length - 1] ?? 0, values.length - 1, values.length) : null;
  return (
    <svg
      className="sr-sparkline"
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
      {previous.length > 1 ? (
        <path d={`M${path(previous)}`} fill="none" stroke="var(--previous)" strokeWidth="1.5" strokeDasharray="2 3" />
      ) : null}
      {values.length > 1 ? (
        <path d={`M${path(values)}`} fill="none" stroke="var(--primary)" strokeWidth="2" strokeLinejoin="round" />
      ) : null}
      {last ? <circle cx={last[0]} cy={last[1]} r="3" fill="var(--primary)" /> : null}
    </svg>
  );
}

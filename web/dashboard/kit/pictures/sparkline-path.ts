interface Point {
  x: number;
  y: number;
}

/** What a sparkline draws; null is a day that cannot have data, on which there is nothing. */
export interface SparklineInput {
  values: readonly (number | null)[];
  previous: readonly (number | null)[];
  /** Whether the last day of `values` is not over. */
  running: boolean;
  width: number;
  height: number;
}

/** Path data of each part of a sparkline, null for one of fewer than two days, and where its last day is. */
export interface SparklinePaths {
  area: string | null;
  line: string | null;
  /** The way to the day that is not over. */
  tail: string | null;
  dashed: string | null;
  last: Point | null;
}

const pathOf = (points: readonly Point[]): string | null =>
  points.length < 2 ? null : `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/** The paths of a sparkline; a series begins on its first day that can have data, at that day's place. */
export function sparklineOf({ values, previous, running, width, height }: SparklineInput): SparklinePaths {
  const all = [...values, ...previous].filter((value) => value !== null);
  const top = Math.max(...all, 0);
  const low = Math.min(...all, top);
  const calm = top > 0 && (top - low) / top < 0.28;
  const range = top - low || 1;
  const usable = (height - 8) * (calm ? 0.5 : 1);
  const lift = calm ? (height - 8) / 4 : 0;
  const pointsOf = (series: readonly (number | null)[]): Point[] =>
    series.flatMap((value, index) =>
      value === null
        ? []
        : {
            x: series.length < 2 ? width / 2 : 3 + (index / (series.length - 1)) * (width - 6),
            y: top === low ? height / 2 : height - 4 - lift - ((value - low) / range) * usable,
          },
    );
  const points = pointsOf(values);
  const path = pathOf(points);
  const whole = running ? points.length - 1 : points.length;
  return {
    area: path && `${path}L${width - 3} ${height}L${points[0]!.x.toFixed(1)} ${height}Z`,
    line: pathOf(points.slice(0, whole)),
    tail: running ? pathOf(points.slice(-2)) : null,
    dashed: pathOf(pointsOf(previous)),
    last: points.at(-1) ?? null,
  };
}

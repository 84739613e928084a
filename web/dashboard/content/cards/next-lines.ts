/** The lines of a grid that ought to be drawn; `first` to `last` are those in sight. */
export interface WantedLines {
  lines: readonly number[];
  first: number;
  last: number;
}

/**
 * The lines to draw after `drawn`, ascending. From nothing, those in sight come at once. Otherwise at most `most` lines come,
 * those in sight first and then the nearest to it, and at most twice as many of those not wanted go, the farthest first.
 * `drawn` itself when there is nothing to do.
 */
export function nextLines(drawn: readonly number[], wanted: WantedLines, most: number): readonly number[] {
  const inSight = wanted.lines.filter((line) => line >= wanted.first && line <= wanted.last);
  if (drawn.length === 0 && inSight.length > 0) return inSight;
  const middle = (wanted.first + wanted.last) / 2;
  const away = (line: number) => Math.abs(line - middle);
  const nearest = (a: number, b: number) => away(a) - away(b) || a - b;
  const coming = wanted.lines.filter((line) => !drawn.includes(line)).sort(nearest);
  const leaving = drawn.filter((line) => !wanted.lines.includes(line)).sort((a, b) => nearest(b, a));
  if (coming.length === 0 && leaving.length === 0) return drawn;
  const gone = new Set(leaving.slice(0, 2 * most));
  return [...drawn.filter((line) => !gone.has(line)), ...coming.slice(0, most)].sort((a, b) => a - b);
}

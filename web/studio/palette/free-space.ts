import { flatten } from '#contracts/studio/flat.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** Between the player's head and the lower edge: here what is tapped can be reached on every phone. */
const [safeTop, safeBottom] = [64, canvas.height - 12];

interface Size {
  width: number;
  height: number;
}

/** So far below the last one a component stands for which there is no free strip. */
const step = 24;

/**
 * Where a new component stands: centered, in the middle of the largest free strip that has room for it; without one a step
 * below the others that lie in the middle of the canvas, so that none hides another.
 */
export function freePlace(design: Studio, { width, height }: Size): { x: number; y: number } {
  const x = Math.round((canvas.width - width) / 2);
  const taken = flatten(design)
    .filter(
      ({ component: { hidden, position, size } }) => !hidden && position.x < x + width && position.x + size.width > x,
    )
    .map(({ component: { position, size } }) => [position.y, position.y + size.height] as const)
    .sort((one, other) => one[0] - other[0]);
  let [from, room] = [safeTop, 0];
  let middle = canvas.height / 2;
  for (const [top, bottom] of [...taken, [safeBottom, safeBottom] as const]) {
    const free = Math.min(top, safeBottom) - from;
    if (free >= height && free > room) [room, middle] = [free, from + free / 2];
    from = Math.max(from, bottom);
  }
  if (room > 0) return { x, y: Math.round(middle - height / 2) };
  const start = Math.round(middle - height / 2);
  const tops = new Set(taken.map(([top]) => top));
  const steps = Array.from({ length: tops.size + 1 }, (_, at) => start + at * step);
  return { x, y: steps.find((y) => !tops.has(y) && y + height <= canvas.height) ?? start };
}

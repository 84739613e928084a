import type { Box } from '#contracts/studio/geometry.ts';
import type { Spot } from '../edits/boxes.ts';
import { type Handle, handles } from '../edits/resize.ts';
import { type Axis, along, guidesAt, nearestTo, type Snapped, snapLines } from './snap-lines.ts';

/** Draws a frame that keeps its ratio, as one around something turned does, by one of its sides; `by` is in canvas units. */
export function snapScaledPull(
  frame: Box,
  handle: Handle,
  by: Spot,
  neighbors: readonly Box[],
  within: number,
): Snapped {
  const [across, down] = handles[handle];
  const ends = { x: across, y: down };
  const grown = (axis: Axis): number => 1 + (ends[axis] * by[axis]) / frame[along[axis]];
  const moving = (['x', 'y'] as const).filter((axis) => ends[axis] !== 0);
  const wanted = Math.max(...moving.map(grown));
  const sideAt = (axis: Axis, scale: number): number =>
    ends[axis] < 0 ? frame[axis] + frame[along[axis]] * (1 - scale) : frame[axis] + frame[along[axis]] * scale;
  const [nearest] = moving
    .flatMap((axis) => {
      const places = snapLines(axis, neighbors).map(({ at }) => at);
      const off = nearestTo([sideAt(axis, wanted)], places, within);
      return off === null ? [] : [{ axis, off }];
    })
    .sort((one, other) => Math.abs(one.off) - Math.abs(other.off));
  if (!nearest) return { by, guides: [] };
  const { axis, off } = nearest;
  const scale = wanted + (ends[axis] * off) / frame[along[axis]];
  // A handle at the middle of a side lets the frame grow to both sides of it.
  const startOf = (one: Axis): number => frame[one] + (frame[along[one]] * (1 - scale) * (1 - ends[one])) / 2;
  const placed = {
    x: startOf('x'),
    y: startOf('y'),
    width: frame.width * scale,
    height: frame.height * scale,
  };
  return {
    by: { x: across * frame.width * (scale - 1), y: down * frame.height * (scale - 1) },
    guides: guidesAt(placed, axis, snapLines(axis, neighbors), [sideAt(axis, scale)]),
  };
}

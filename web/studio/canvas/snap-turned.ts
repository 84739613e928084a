import type { Box } from '#contracts/studio/geometry.ts';
import { boundedPlace, frameOf, type PlacedBox, type Spot, spun } from '../edits/boxes.ts';
import { type Handle, handles, pulledBox } from '../edits/resize.ts';
import { type Axis, along, type Guide, guidesAt, nearestTo, type Snapped, snapLines } from './snap-lines.ts';

/** A side of the frame that comes along by less than this for each unit of the pull is not drawn to anything: it would jump. */
const leastAlong = 0.45;
/** Whole sides put the frame of a turned box up to so much, in canvas units, beside its line. */
const besideLine = 1;

/** A side of the frame around a turned box: how it moves with the box' width and height, and how far it is from its line. */
interface DrawnSide {
  axis: Axis;
  /** -1 is the left or upper one, 1 the other. */
  end: -1 | 1;
  along: readonly [width: number, height: number];
  off: number;
}

type Growth = readonly [width: number, height: number];

const placeOf = (frame: Box, axis: Axis, end: -1 | 1): number => frame[axis] + (end < 0 ? 0 : frame[along[axis]]);

/** How the sides of the frame move when a box grows by one at the sides that a handle moves. */
function movingSides({ rotation }: PlacedBox, handle: Handle): Omit<DrawnSide, 'off'>[] {
  const [across, down] = handles[handle];
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rate = (side: number, part: number, end: number) => (side === 0 ? 0 : (side * part + end * Math.abs(part)) / 2);
  return ([-1, 1] as const).flatMap((end) => [
    { axis: 'x' as const, end, along: [rate(across, cos, end), rate(down, -sin, end)] as const },
    { axis: 'y' as const, end, along: [rate(across, sin, end), rate(down, cos, end)] as const },
  ]);
}

/** By how much more a box grows so that a side lies on its line, and a second one, too, where it can. */
function growthTo([first, second]: readonly DrawnSide[], within: number): Growth {
  if (!first) return [0, 0];
  const [a, b] = first.along;
  if (second) {
    const [c, d] = second.along;
    const both = a * d - b * c;
    const growth: Growth = [(d * first.off - b * second.off) / both, (a * second.off - c * first.off) / both];
    if (Math.hypot(...growth) <= 3 * within) return growth;
  }
  const scale = first.off / (a * a + b * b);
  return [a * scale, b * scale];
}

/** Draws the frame of a turned box, at the sides that a handle moves, to what is near; `by` is in canvas units. */
export function snapTurnedPull(
  box: PlacedBox,
  handle: Handle,
  by: Spot,
  neighbors: readonly Box[],
  within: number,
): Snapped {
  const [across, down] = handles[handle];
  const own = spun(by, -box.rotation);
  const grown: Growth = [across * own.x, down * own.y];
  const frame = frameOf(box);
  const sides = movingSides(box, handle)
    .filter((side) => Math.hypot(...side.along) >= leastAlong)
    .flatMap((side): DrawnSide[] => {
      const at = placeOf(frame, side.axis, side.end) + side.along[0] * grown[0] + side.along[1] * grown[1];
      const lines = snapLines(side.axis, neighbors).map((line) => line.at);
      const off = nearestTo([at], lines, within);
      return off === null ? [] : [{ ...side, off }];
    })
    .sort((one, other) => Math.abs(one.off) - Math.abs(other.off));
  const more = growthTo(sides, within);
  const snapped = spun({ x: across * (grown[0] + more[0]), y: down * (grown[1] + more[1]) }, box.rotation);
  const placed = frameOf(boundedPlace(pulledBox(box, { handle, by: snapped, keepRatio: false })));
  const guides = sides.slice(0, 2).flatMap(({ axis, end }): Guide[] => {
    return guidesAt(placed, axis, snapLines(axis, neighbors), [placeOf(placed, axis, end)], besideLine);
  });
  return { by: snapped, guides };
}

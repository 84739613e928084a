import type { Box } from '#contracts/studio/geometry.ts';
import type { Spot } from '../edits/boxes.ts';
import { type Handle, handles } from '../edits/resize.ts';
import {
  type Axis,
  acrossOf,
  along,
  distanceBetween,
  type Guide,
  guidesAt,
  nearestTo,
  type Snapped,
  snapLines,
} from './snap-lines.ts';

/** So near, in px of the screen, a box is drawn to a line. */
export const snapPixels = 6;

const edgesOf = (box: Box, axis: Axis): number[] => [0, 0.5, 1].map((part) => box[axis] + box[along[axis]] * part);

/** Neighbors that a box could stand in a row with along an axis, in their order. */
const inRow = (box: Box, axis: Axis, neighbors: readonly Box[]): Box[] => {
  const side = acrossOf[axis];
  return neighbors
    .filter((one) => one[side] < box[side] + box[along[side]] && box[side] < one[side] + one[along[side]])
    .sort((one, other) => one[axis] - other[axis]);
};

/** A place of an equal gap: where the box begins, and between which boxes the gaps then are; null stands for the box itself. */
interface EqualGap {
  at: number;
  gaps: readonly (readonly [Box | null, Box | null])[];
}

function equalGaps(box: Box, axis: Axis, neighbors: readonly Box[]): EqualGap[] {
  const side = along[axis];
  const row = inRow(box, axis, neighbors);
  const found: EqualGap[] = [];
  row.forEach((one, place) => {
    const other = row[place + 1];
    if (!other) return;
    const end = one[axis] + one[side];
    const gap = other[axis] - end;
    if (gap < 1) return;
    found.push({
      at: other[axis] + other[side] + gap,
      gaps: [
        [one, other],
        [other, null],
      ],
    });
    found.push({
      at: one[axis] - gap - box[side],
      gaps: [
        [null, one],
        [one, other],
      ],
    });
    if (gap > box[side])
      found.push({
        at: end + (gap - box[side]) / 2,
        gaps: [
          [one, null],
          [null, other],
        ],
      });
  });
  return found;
}

/** Snaps a box that was moved: to lines first, to equal gaps where no line is near. `within` is in canvas units. */
function snapAxis(box: Box, axis: Axis, neighbors: readonly Box[], within: number) {
  const lines = snapLines(axis, neighbors);
  const byLine = nearestTo(
    edgesOf(box, axis),
    lines.map(({ at }) => at),
    within,
  );
  const gaps = equalGaps(box, axis, neighbors);
  const byGap = nearestTo(
    [box[axis]],
    gaps.map(({ at }) => at),
    within,
  );
  const by = byLine ?? byGap;
  if (by === null) return { by: 0, guidesOf: () => [] };
  const guidesOf = (placed: Box): Guide[] => [
    ...(byLine === null ? [] : guidesAt(placed, axis, lines, edgesOf(placed, axis))),
    ...gaps
      .filter(({ at }) => Math.abs(at - placed[axis]) < 0.6)
      .slice(0, 1)
      .flatMap(({ gaps: pairs }) => pairs.map(([one, other]) => distanceBetween(one ?? placed, other ?? placed, axis)))
      .filter((guide) => guide !== null),
  ];
  return { by, guidesOf };
}

const distinct = (guides: readonly Guide[]): Guide[] => [
  ...new Map(guides.map((guide) => [Object.values(guide).join(), guide])).values(),
];

/** Draws a box that is moved to what is near; `by` says how far it was to go, in canvas units. */
export function snapMove(box: Box, by: Spot, neighbors: readonly Box[], within: number): Snapped {
  const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
  const [x, y] = [snapAxis(moved, 'x', neighbors, within), snapAxis(moved, 'y', neighbors, within)];
  const shift = { x: Math.round(by.x + x.by), y: Math.round(by.y + y.by) };
  const placed = { ...box, x: box.x + shift.x, y: box.y + shift.y };
  return { by: shift, guides: distinct([...x.guidesOf(placed), ...y.guidesOf(placed)]) };
}

const pulledFrame = (box: Box, handle: Handle, by: Spot): Box => {
  const [across, down] = handles[handle];
  return {
    x: box.x + (across < 0 ? by.x : 0),
    y: box.y + (down < 0 ? by.y : 0),
    width: box.width + across * by.x,
    height: box.height + down * by.y,
  };
};

/** Draws the sides that a handle moves to what is near. */
export function snapPull(box: Box, handle: Handle, by: Spot, neighbors: readonly Box[], within: number): Snapped {
  const sides = { x: handles[handle][0], y: handles[handle][1] };
  const edgeOf = (frame: Box, axis: Axis) => (sides[axis] < 0 ? frame[axis] : frame[axis] + frame[along[axis]]);
  const lines = { x: snapLines('x', neighbors), y: snapLines('y', neighbors) };
  const shift = { x: Math.round(by.x), y: Math.round(by.y) };
  const drawn: Axis[] = [];
  for (const axis of ['x', 'y'] as const) {
    if (sides[axis] === 0) continue;
    const places = lines[axis].map(({ at }) => at);
    const snapped = nearestTo([edgeOf(box, axis) + by[axis]], places, within);
    if (snapped === null) continue;
    shift[axis] = Math.round(by[axis] + snapped);
    drawn.push(axis);
  }
  const pulled = pulledFrame(box, handle, shift);
  return { by: shift, guides: drawn.flatMap((axis) => guidesAt(pulled, axis, lines[axis], [edgeOf(pulled, axis)])) };
}

import { safeArea } from '#contracts/studio/check/advise-place.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Spot } from '../edits/boxes.ts';

/** A direction: across, or down. */
export type Axis = 'x' | 'y';

/** What is drawn while something is snapped: a line at a place of an axis, from and to on the other; or a distance along an axis. */
export type Guide =
  | { is: 'line'; axis: Axis; at: number; from: number; to: number; middle: boolean }
  | { is: 'distance'; axis: Axis; from: number; to: number; at: number };

/** What snapping makes of a movement: how far it really goes, and what is drawn. */
export interface Snapped {
  by: Spot;
  guides: Guide[];
}

/** A place that edges and middles snap to; `box` is the neighbor that has it, null where it is the canvas or its safe area. */
export interface SnapLine {
  at: number;
  box: Box | null;
  /** The middle of the canvas. */
  middle: boolean;
}

/** The side of a box along an axis, and the other axis. */
export const along = { x: 'width', y: 'height' } as const;
export const acrossOf = { x: 'y', y: 'x' } as const;

/** The places of an axis to snap to: middle, edges and safe area of the canvas, then edges and middles of neighbors. */
export function snapLines(axis: Axis, neighbors: readonly Box[]): SnapLine[] {
  const length = canvas[along[axis]];
  const safe = [safeArea[axis], safeArea[axis] + safeArea[along[axis]]];
  const own = [length / 2, 0, length, ...safe].map((at, place) => ({ at, box: null, middle: place === 0 }));
  const theirs = neighbors.flatMap((box) =>
    [0, 0.5, 1].map((part) => ({ at: box[axis] + box[along[axis]] * part, box, middle: false })),
  );
  return [...own, ...theirs];
}

const endOf = (box: Box, axis: Axis): number => box[axis] + box[along[axis]];

/** Where between the ends of what faces each other a distance is drawn: beside their middles, along which lines go. */
const besideMiddle = 0.8;

/** The distance between two boxes that stand apart along an axis, drawn where they face each other. */
export function distanceBetween(one: Box, other: Box, axis: Axis): Guide | null {
  const [first, second] = one[axis] <= other[axis] ? [one, other] : [other, one];
  const [from, to] = [endOf(first, axis), second[axis]];
  if (to - from < 1) return null;
  const side = acrossOf[axis];
  const start = Math.max(one[side], other[side]);
  const end = Math.min(endOf(one, side), endOf(other, side));
  return { is: 'distance', axis, from, to, at: start + (end - start) * besideMiddle };
}

const lengthOf = ({ from, to }: Guide): number => to - from;

/** How far the nearest of some edges is from the nearest of some places; null where none is near enough. */
export function nearestTo(edges: readonly number[], places: readonly number[], within: number): number | null {
  let best: number | null = null;
  for (const place of places)
    for (const edge of edges) {
      const by = place - edge;
      if (Math.abs(by) <= within && (best === null || Math.abs(by) < Math.abs(best))) best = by;
    }
  return best;
}

/** A middle between two units lies on a line that is a whole one. */
const onLine = 0.6;

/** The guides of a box for the lines that edges of it lie on, or `near` to, along an axis. */
export function guidesAt(
  box: Box,
  axis: Axis,
  lines: readonly SnapLine[],
  edges: readonly number[],
  near = onLine,
): Guide[] {
  const side = acrossOf[axis];
  const guides = new Map<number, Guide & { is: 'line' }>();
  const distances: Guide[] = [];
  for (const line of lines) {
    if (!edges.some((edge) => Math.abs(edge - line.at) < near)) continue;
    const [from, to] = line.box
      ? [Math.min(box[side], line.box[side]), Math.max(endOf(box, side), endOf(line.box, side))]
      : [0, canvas[along[side]]];
    const found = guides.get(line.at);
    guides.set(line.at, {
      is: 'line',
      axis,
      at: line.at,
      from: Math.min(from, found?.from ?? from),
      to: Math.max(to, found?.to ?? to),
      middle: line.middle || (found?.middle ?? false),
    });
    const distance = line.box && distanceBetween(box, line.box, side);
    if (distance) distances.push(distance);
  }
  // Of several neighbors in one line the nearest is measured, on each side.
  const sorted = distances.sort((a, b) => lengthOf(a) - lengthOf(b));
  const isBefore = ({ from }: Guide) => from < box[side];
  const nearest = [sorted.find(isBefore), sorted.find((one) => !isBefore(one))];
  return [...guides.values(), ...nearest.filter((one) => one !== undefined)];
}

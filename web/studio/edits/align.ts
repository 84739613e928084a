import type { Box } from '#contracts/studio/geometry.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { frameAround, frameOf, freeComponents } from './boxes.ts';
import { placeComponents } from './move.ts';

/** The six ways to align: the sides and middles of the frame around the components. */
export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof alignments)[number];

const shiftTo = (frame: Box, around: Box, way: Alignment): [dx: number, dy: number] => {
  switch (way) {
    case 'left':
      return [around.x - frame.x, 0];
    case 'center':
      return [around.x + around.width / 2 - (frame.x + frame.width / 2), 0];
    case 'right':
      return [around.x + around.width - (frame.x + frame.width), 0];
    case 'top':
      return [0, around.y - frame.y];
    case 'middle':
      return [0, around.y + around.height / 2 - (frame.y + frame.height / 2)];
    case 'bottom':
      return [0, around.y + around.height - (frame.y + frame.height)];
  }
};

/** Aligns components with the frame around them all; one alone with the canvas. */
export function alignComponents(design: Studio, { ids, way }: { ids: Iterable<string>; way: Alignment }): Studio {
  const all = freeComponents(design, ids);
  const around = all.length === 1 ? { x: 0, y: 0, ...canvas } : frameAround(all.map(frameOf));
  if (!around) return design;
  const places = all.map((one) => {
    const [dx, dy] = shiftTo(frameOf(one), around, way);
    return [one.id, { ...one, position: { x: one.position.x + dx, y: one.position.y + dy } }] as const;
  });
  return placeComponents(design, new Map(places));
}

/** Gives three components or more equal gaps between each other, across or down; the outer two stay. */
export function distributeComponents(
  design: Studio,
  { ids, axis }: { ids: Iterable<string>; axis: 'x' | 'y' },
): Studio {
  const side = axis === 'x' ? 'width' : 'height';
  const all = freeComponents(design, ids)
    .map((component) => ({ component, frame: frameOf(component) }))
    .sort((one, other) => one.frame[axis] - other.frame[axis]);
  const around = frameAround(all.map(({ frame }) => frame));
  if (!around || all.length < 3) return design;
  const gap = (around[side] - all.reduce((sum, { frame }) => sum + frame[side], 0)) / (all.length - 1);
  let next = around[axis];
  const places = all.map(({ component, frame }) => {
    const by = next - frame[axis];
    next += frame[side] + gap;
    const position = { ...component.position, [axis]: component.position[axis] + by };
    return [component.id, { ...component, position }] as const;
  });
  return placeComponents(design, new Map(places));
}

import type { Studio } from '#contracts/studio/shape.ts';
import { frameAround, frameOf, freeComponents, middleOf, type PlacedBox, spun } from './boxes.ts';
import { placeComponents } from './move.ts';

/** Boxes after a turn about the middle of the frame around them all; one alone turns about its own middle. */
export function turnedBoxes(boxes: readonly PlacedBox[], degrees: number): PlacedBox[] {
  const frame = frameAround(boxes.map(frameOf));
  if (!frame) return [];
  const center =
    boxes.length === 1 ? middleOf(boxes[0]!) : { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  return boxes.map(({ position, size, rotation }) => {
    const middle = middleOf({ position, size });
    const to = spun({ x: middle.x - center.x, y: middle.y - center.y }, degrees);
    return {
      position: { x: center.x + to.x - size.width / 2, y: center.y + to.y - size.height / 2 },
      size,
      rotation: rotation + degrees,
    };
  });
}

/** Turns components clockwise about the middle of them all. */
export function rotateComponents(design: Studio, { ids, degrees }: { ids: Iterable<string>; degrees: number }): Studio {
  const all = freeComponents(design, ids);
  const boxes = turnedBoxes(all, degrees);
  return placeComponents(design, new Map(all.map(({ id }, at) => [id, boxes[at]!])));
}

import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { boundedPlace, freeComponents, type PlacedBox, type Spot } from './boxes.ts';
import { changeComponents } from './components.ts';

const reach = (bounds: readonly [number, number], starts: readonly number[], by: number): number =>
  Math.min(bounds[1] - Math.max(...starts), Math.max(bounds[0] - Math.min(...starts), Math.round(by))) + 0;

/** How far components go together: by whole units, no further than the bounds of each let them. */
export const boundedShift = (moved: readonly Pick<PlacedBox, 'position'>[], by: Spot): Spot => ({
  x: reach(
    studioLimits.x,
    moved.map(({ position }) => position.x),
    by.x,
  ),
  y: reach(
    studioLimits.y,
    moved.map(({ position }) => position.y),
    by.y,
  ),
});

/** Boxes that were shifted. */
export const shiftedBoxes = (boxes: readonly PlacedBox[], { x, y }: Spot): PlacedBox[] =>
  boxes.map((box) => ({ ...box, position: { x: box.position.x + x, y: box.position.y + y } }));

/** Moves components together, as far as they all can go. */
export function moveComponents(design: Studio, { ids, by }: { ids: Iterable<string>; by: Spot }): Studio {
  const moved = freeComponents(design, ids);
  if (moved.length === 0) return design;
  const boxes = shiftedBoxes(moved, boundedShift(moved, by));
  return placeComponents(design, new Map(moved.map(({ id }, at) => [id, boxes[at]!])));
}

/** Moves one component to a place. */
export function moveComponentTo(design: Studio, { id, to }: { id: string; to: Spot }): Studio {
  const [component] = freeComponents(design, [id]);
  if (!component) return design;
  return placeComponents(design, new Map([[id, { ...component, position: to }]]));
}

/** Puts components where they are told to be, within the bounds of designs; a locked one stays. */
export function placeComponents(design: Studio, places: ReadonlyMap<string, PlacedBox>): Studio {
  const changes = freeComponents(design, places.keys()).map(({ id }) => {
    const { position, size, rotation } = boundedPlace(places.get(id)!);
    return [id, { position, size, rotation }] as const;
  });
  return changeComponents(design, new Map(changes));
}

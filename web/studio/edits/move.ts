import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { boundedPlace, freeComponents, type Placed, type Spot } from './boxes.ts';
import { changeComponents } from './components.ts';

const least = (bounds: readonly [number, number], starts: readonly number[], by: number): number =>
  Math.min(bounds[1] - Math.max(...starts), Math.max(bounds[0] - Math.min(...starts), Math.round(by))) + 0;

/** Moves components together by whole units, no further than the bounds of each let them. */
export function moveComponents(design: Studio, { ids, by }: { ids: Iterable<string>; by: Spot }): Studio {
  const moved = freeComponents(design, ids);
  if (moved.length === 0) return design;
  const dx = least(
    studioLimits.x,
    moved.map(({ position }) => position.x),
    by.x,
  );
  const dy = least(
    studioLimits.y,
    moved.map(({ position }) => position.y),
    by.y,
  );
  return changeComponents(
    design,
    new Map(moved.map(({ id, position }) => [id, { position: { x: position.x + dx, y: position.y + dy } }])),
  );
}

/** Moves one component to a place. */
export function moveComponentTo(design: Studio, { id, to }: { id: string; to: Spot }): Studio {
  const [component] = freeComponents(design, [id]);
  if (!component) return design;
  return placeComponents(design, new Map([[id, { ...component, position: to }]]));
}

/** Puts components where they are told to be, within the bounds of designs; a locked one stays. */
export function placeComponents(design: Studio, places: ReadonlyMap<string, Placed>): Studio {
  const changes = freeComponents(design, places.keys()).map(({ id }) => {
    const { position, size, rotation } = boundedPlace(places.get(id)!);
    return [id, { position, size, rotation }] as const;
  });
  return changeComponents(design, new Map(changes));
}

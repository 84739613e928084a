import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { boundedPlace, type Spot } from './boxes.ts';
import { addComponent, layersOf } from './components.ts';
import { type KindComponent, noRoomFor } from './room.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** The id of a new component: 16 letters of chance. */
export const newComponentId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');

/** So far a duplicate lies to the right and below, in canvas units. */
const duplicateShift = { x: 12, y: 12 };

/** Components of a design with new ids and a shift, the lowest first; a copy of a locked one can be moved. */
export function copiesOf(
  design: Studio,
  {
    ids,
    shift = duplicateShift,
    newId = newComponentId,
  }: { ids: Iterable<string>; shift?: Spot; newId?: () => string },
): KindComponent[] {
  const wanted = new Set(ids);
  return layersOf(design)
    .filter(({ component }) => wanted.has(component.id))
    .reverse()
    .map(({ kind, component }) => {
      const { x, y } = component.position;
      const { position } = boundedPlace({ ...component, position: { x: x + shift.x, y: y + shift.y } });
      return { kind, component: { ...structuredClone(component), id: newId(), position, locked: false } };
    });
}

/** Adds components above all others, in their order; one whose id is taken, or for which there is no room, is left out. */
export const pasteComponents = (design: Studio, added: readonly KindComponent[]): Studio =>
  added.reduce((before, { kind, component }) => {
    const isTaken = flatten(before).some((one) => one.component.id === component.id);
    return isTaken || noRoomFor(before, { kind, component }) ? before : addComponent(before, { kind, component });
  }, design);

import type { ConditionRule, StoryConditions } from '#contracts/studio/conditions.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { StoryContent } from '../state/story-content.ts';
import { boundedPlace, type Spot } from './boxes.ts';
import { addComponent, layersOf } from './components.ts';
import { withRules } from './goals.ts';
import { type KindComponent, noRoomFor } from './room.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** The id of a new component: 16 letters of chance. */
export const newComponentId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');

/** So far a duplicate lies to the right and below, in canvas units. */
const duplicateShift = { x: 12, y: 12 };

/** A copy of a component, with the id of the one that it is a copy of. */
export interface ComponentCopy extends KindComponent {
  of: string;
}

/** Components of a design with new ids and a shift, the lowest first; a copy of a locked one can be moved. */
export function copiesOf(
  design: Studio,
  {
    ids,
    shift = duplicateShift,
    newId = newComponentId,
  }: { ids: Iterable<string>; shift?: Spot; newId?: () => string },
): ComponentCopy[] {
  const wanted = new Set(ids);
  return layersOf(design)
    .filter(({ component }) => wanted.has(component.id))
    .reverse()
    .map(({ kind, component }) => {
      const { x, y } = component.position;
      const { position } = boundedPlace({ ...component, position: { x: x + shift.x, y: y + shift.y } });
      const copy = { ...structuredClone(component), id: newId(), position, locked: false };
      return { of: component.id, kind, component: copy };
    });
}

/** Adds components above all others, in their order; one whose id is taken, or for which there is no room, is left out. */
export const pasteComponents = (design: Studio, added: readonly KindComponent[]): Studio =>
  added.reduce((before, { kind, component }) => {
    const isTaken = flatten(before).some((one) => one.component.id === component.id);
    return isTaken || noRoomFor(before, { kind, component }) ? before : addComponent(before, { kind, component });
  }, design);

/** The rules of components for their copies, whose ids `copies` gives by theirs. */
export const rulesOfCopies = (
  conditions: StoryConditions | null,
  copies: ReadonlyMap<string, string>,
): ConditionRule[] =>
  (conditions?.rules ?? []).flatMap((rule) => {
    const component_id = copies.get(rule.component_id);
    return component_id === undefined ? [] : [{ ...rule, component_id }];
  });

/**
 * A story with components more, above all others, and with the rules that ask those for which there was room, as far as a
 * story may have so many.
 */
export function withCopies(
  content: StoryContent,
  { components, rules }: { components: readonly KindComponent[]; rules: readonly ConditionRule[] },
): StoryContent {
  const studio = pasteComponents(content.studio, components);
  if (studio === content.studio) return content;
  const there = new Set(flatten(studio).map(({ component }) => component.id));
  const due = rules.filter(({ component_id }) => there.has(component_id));
  return { ...content, studio, conditions: withRules(content.conditions, due) };
}

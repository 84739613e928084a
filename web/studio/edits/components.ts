import { withComponent } from '#contracts/studio/blank.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { drawingOrder, flatten } from '#contracts/studio/flat.ts';
import { type ComponentKind, componentLists } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';

type AnyComponent = FlatComponent['component'];

/** Fields of a component that change; which there are depends on its kind. */
export type ComponentChanges = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** A design in which each component is what a function makes of it; lists without a change stay as they are. */
export function mapComponents(design: Studio, change: (component: AnyComponent) => AnyComponent): Studio {
  const changed: Record<string, unknown> = {};
  for (const list of componentLists) {
    const before = design[list] as readonly AnyComponent[];
    const after = before.map(change);
    if (after.some((one, at) => one !== before[at])) changed[list] = after;
  }
  return Object.keys(changed).length === 0 ? design : ({ ...design, ...changed } as Studio);
}

/** Changes fields of components, each by its id. */
export const changeComponents = (design: Studio, changes: ReadonlyMap<string, ComponentChanges>): Studio =>
  mapComponents(design, (component) => {
    const given = changes.get(component.id);
    if (!given) return component;
    const isNew = Object.entries(given).some(([name, value]) => !same(component[name as keyof AnyComponent], value));
    return isNew ? ({ ...component, ...given } as AnyComponent) : component;
  });

/** Changes the same fields of one component. */
export const changeComponent = (design: Studio, { id, changes }: { id: string; changes: ComponentChanges }): Studio =>
  changeComponents(design, new Map([[id, changes]]));

/** The height above all others, as far as heights go. */
export const topmost = (design: Studio): number =>
  Math.min(studioLimits.zIndex[1], Math.max(-1, ...flatten(design).map(({ component }) => component.z_index)) + 1);

/** The components of a design as its layers stand: the topmost first. */
export const layersOf = (design: Studio): FlatComponent[] => drawingOrder(flatten(design)).reverse();

/** Gives the components heights so that they are drawn in this order, the topmost first. */
export function orderLayers(design: Studio, topFirst: readonly string[]): Studio {
  const heights = new Map([...topFirst].reverse().map((id, height) => [id, { z_index: height }]));
  return changeComponents(design, heights);
}

/** A design with room above the topmost component: where heights end, they begin at 0 again. */
const withRoomAbove = (design: Studio): Studio =>
  flatten(design).some(({ component }) => component.z_index === studioLimits.zIndex[1])
    ? orderLayers(
        design,
        layersOf(design).map(({ component }) => component.id),
      )
    : design;

/** Adds a component above all others. */
export function addComponent(
  design: Studio,
  { kind, component }: { kind: ComponentKind; component: AnyComponent },
): Studio {
  const below = withRoomAbove(design);
  return withComponent(below, kind, { ...component, z_index: topmost(below) });
}

/** Removes components; a design without any of them stays as it is. */
export function removeComponents(design: Studio, ids: ReadonlySet<string>): Studio {
  const changed: Record<string, unknown> = {};
  for (const list of componentLists) {
    const before = design[list] as readonly AnyComponent[];
    if (before.some(({ id }) => ids.has(id))) changed[list] = before.filter(({ id }) => !ids.has(id));
  }
  return Object.keys(changed).length === 0 ? design : ({ ...design, ...changed } as Studio);
}

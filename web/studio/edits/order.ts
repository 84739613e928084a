import type { Studio } from '#contracts/studio/shape.ts';
import { freeComponents } from './boxes.ts';
import { layersOf, orderLayers } from './components.ts';

/** Where components go among the layers: one up, one down, above all, below all. */
export type OrderStep = 'forward' | 'backward' | 'front' | 'back';

/** One step up for all of `ids` in a list whose first is the topmost; those that lie against its top stay there. */
function raised(topFirst: readonly string[], ids: ReadonlySet<string>): string[] {
  const order = [...topFirst];
  for (let at = 1; at < order.length; at += 1) {
    const [above, own] = [order[at - 1]!, order[at]!];
    if (ids.has(own) && !ids.has(above)) order.splice(at - 1, 2, own, above);
  }
  return order;
}

/** Moves components among the layers; they keep the order that they have among themselves. */
export function orderComponents(design: Studio, { ids, step }: { ids: Iterable<string>; step: OrderStep }): Studio {
  const moved = new Set(freeComponents(design, ids).map(({ id }) => id));
  const order = layersOf(design).map(({ component }) => component.id);
  const own = order.filter((id) => moved.has(id));
  const others = order.filter((id) => !moved.has(id));
  const next = {
    forward: () => raised(order, moved),
    backward: () => raised([...order].reverse(), moved).reverse(),
    front: () => [...own, ...others],
    back: () => [...others, ...own],
  }[step]();
  // Heights are only given anew where the order is another one.
  return next.every((id, at) => id === order[at]) ? design : orderLayers(design, next);
}

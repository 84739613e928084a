import type { InstanceOrderEvent } from './events.ts';

/** The groups of an instance as people see them: pinned ones first. */
export interface InstanceOrder {
  pinned: string[];
  unpinned: string[];
}
const without = (ids: string[], gone: string) => ids.filter((one) => one !== gone);
/** A new or restored group comes first among the unpinned. */
export const withGroup = (order: InstanceOrder, groupId: string): InstanceOrder => ({
  pinned: without(order.pinned, groupId),
  unpinned: [groupId, ...without(order.unpinned, groupId)],
});
/** A deleted group leaves the order, and its pin with it. */
export const withoutGroup = (order: InstanceOrder, groupId: string): InstanceOrder => ({
  pinned: without(order.pinned, groupId),
  unpinned: without(order.unpinned, groupId),
});
const movedWithin = (ids: string[], groupId: string, after: string | null): string[] => {
  const rest = without(ids, groupId);
  const at = after === null ? 0 : rest.indexOf(after) + 1;
  return [...rest.slice(0, at), groupId, ...rest.slice(at)];
};
/** Folds one event into an instance's order; groups it does not hold are ignored. */
export const evolveOrder = (order: InstanceOrder, event: InstanceOrderEvent): InstanceOrder => {
  switch (event.type) {
    case 'StoryGroupMoved': {
      const { id: groupId, after } = event.data;
      if (order.pinned.includes(groupId)) return { ...order, pinned: movedWithin(order.pinned, groupId, after) };
      if (order.unpinned.includes(groupId))
        return {
          ...order,
          unpinned: movedWithin(order.unpinned, groupId, after),
        };
      return order;
    }
    case 'StoryGroupPinned':
      if (!order.unpinned.includes(event.data.id)) return order;
      return {
        pinned: [...order.pinned, event.data.id],
        unpinned: without(order.unpinned, event.data.id),
      };
    case 'StoryGroupUnpinned':
      if (!order.pinned.includes(event.data.id)) return order;
      return {
        pinned: without(order.pinned, event.data.id),
        unpinned: [event.data.id, ...order.unpinned],
      };
    default:
      return order;
  }
};

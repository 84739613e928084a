import type { InstanceOrderEvent } from './events.ts';

/** The groups of an instance as people see them: pinned ones first. */
export interface InstanceOrder {
  pinned: string[];
  unpinned: string[];
}
/** A change of an instance's order: an event of its own stream, or a group that joins or leaves. */
export type OrderChange = InstanceOrderEvent | { joins: string } | { leaves: string };

/** A place in a circular list; the head of a half is a place without a group. */
interface Place {
  id: string | null;
  head: Place;
  before: Place;
  behind: Place;
}
const makeHead = (): Place => {
  const head = { id: null } as Place;
  head.head = head;
  head.before = head;
  head.behind = head;
  return head;
};
const unlink = (place: Place): void => {
  place.before.behind = place.behind;
  place.behind.before = place.before;
};
const link = (place: Place, before: Place): void => {
  place.head = before.head;
  place.before = before;
  place.behind = before.behind;
  before.behind.before = place;
  before.behind = place;
};
const idsOf = (head: Place): string[] => {
  const ids: string[] = [];
  for (let at = head.behind; at.id !== null; at = at.behind) ids.push(at.id);
  return ids;
};

/**
 * Folds changes into an instance's order, each at a constant cost: linked lists with an index of their places. A new or
 * restored group comes first among the unpinned, a deleted one loses its pin, groups that the order does not hold do not move.
 */
export const foldOrder = (order: InstanceOrder, changes: Iterable<OrderChange>): InstanceOrder => {
  const places = new Map<string, Place>();
  const [pinned, unpinned] = [makeHead(), makeHead()];
  const put = (id: string, before: Place): void => {
    const place = places.get(id) ?? ({ id } as Place);
    if (places.has(id)) unlink(place);
    else places.set(id, place);
    link(place, before);
  };
  for (const id of order.pinned) put(id, pinned.before);
  for (const id of order.unpinned) put(id, unpinned.before);
  for (const change of changes) {
    if ('joins' in change) put(change.joins, unpinned);
    else if ('leaves' in change) {
      const place = places.get(change.leaves);
      if (place) unlink(place);
      places.delete(change.leaves);
    } else {
      const { id } = change.data;
      const place = places.get(id);
      if (change.type === 'StoryGroupPinned' && place?.head === unpinned) put(id, pinned.before);
      else if (change.type === 'StoryGroupUnpinned' && place?.head === pinned) put(id, unpinned);
      else if (change.type === 'StoryGroupMoved' && place) {
        const anchor = change.data.after === null ? undefined : places.get(change.data.after);
        put(id, anchor && anchor !== place && anchor.head === place.head ? anchor : place.head);
      }
    }
  }
  return { pinned: idsOf(pinned), unpinned: idsOf(unpinned) };
};

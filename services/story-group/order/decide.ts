import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { InstanceOrderEvent } from '#contracts/instance-order/events.ts';
import { singleMove } from '#contracts/instance-order/moves.ts';
import type { InstanceOrder } from '#contracts/instance-order/state.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { reordered, requireKnown } from '../sequence.ts';
import { longestIncreasing } from './longest-increasing.ts';

/** Commands on the order of an instance's groups. */
export type OrderCommand =
  | { type: 'SortGroups'; instance_id: string; order: readonly string[]; moved?: string | undefined }
  | { type: 'TogglePin'; instance_id: string; id: string };

/** What the rules need to know beyond the order: groups whose video is still being uploaded do not move. */
export interface OrderFacts {
  uploading: ReadonlySet<string>;
}

/** Pinned groups stand before all others. The refusal names the kind that was moved: the one with fewer out of place. */
const requireUnmixed = (order: readonly string[], pinned: ReadonlySet<string>): void => {
  const firstUnpinned = order.findIndex((id) => !pinned.has(id));
  const lastPinned = order.findLastIndex((id) => pinned.has(id));
  if (firstUnpinned === -1 || lastPinned < firstUnpinned) return;
  const late = order.filter((id, index) => pinned.has(id) && index > firstUnpinned).length;
  const early = order.filter((id, index) => !pinned.has(id) && index < lastPinned).length;
  throw new Refusal(late <= early ? 'PinnedAfterUnpinned' : 'UnpinnedBeforePinned');
};

/** One half of the groups, pinned or not, as it is and as it shall be, and how many groups stand before it. */
interface Half {
  from: readonly string[];
  to: readonly string[];
  ahead: number;
}

/** The fewest moves that lead from one order of the same ids to another; the one that was asked for where it is one. */
const movesTo = (instance_id: string, { from, to, ahead }: Half, moved: string | undefined): InstanceOrderEvent[] => {
  const place = new Map(from.map((id, index) => [id, index]));
  const single = singleMove(from, to, moved);
  const staying = single ? null : longestIncreasing(to.map((id) => place.get(id)!));
  return to.flatMap((id, index): InstanceOrderEvent[] => {
    if (single ? id !== single.id : staying?.has(index)) return [];
    const places = { from: ahead + place.get(id)! + 1, to: ahead + index + 1 };
    return [{ type: 'StoryGroupMoved', data: { instance_id, id, after: to[index - 1] ?? null, ...places } }];
  });
};

const sortGroups = (
  { instance_id, order, moved }: Extract<OrderCommand, { type: 'SortGroups' }>,
  state: InstanceOrder,
  { uploading }: OrderFacts,
): InstanceOrderEvent[] => {
  const pinned = new Set(state.pinned);
  requireKnown(order, new Set([...state.pinned, ...state.unpinned]), storyGroupWords.notInInstance);
  if (moved !== undefined && !order.includes(moved)) throw invalidField('moved', storyGroupWords.notInOrder);
  requireUnmixed(order, pinned);
  const half = (ids: readonly string[], ahead: number, inHalf: (id: string) => boolean): Half => ({
    from: ids,
    to: reordered(ids, order.filter(inHalf)),
    ahead,
  });
  const events = [
    ...movesTo(
      instance_id,
      half(state.pinned, 0, (id) => pinned.has(id)),
      moved,
    ),
    ...movesTo(
      instance_id,
      half(state.unpinned, state.pinned.length, (id) => !pinned.has(id)),
      moved,
    ),
  ];
  if (events.some((event) => uploading.has(event.data.id))) throw new Refusal('UploadingGroup');
  return events;
};

/** What a command does to an instance's order: its events, none when nothing changes, or a refusal. */
export const decideOrder = (command: OrderCommand, state: InstanceOrder, facts: OrderFacts): InstanceOrderEvent[] => {
  switch (command.type) {
    case 'SortGroups':
      return sortGroups(command, state, facts);
    case 'TogglePin': {
      const { instance_id, id } = command;
      if (state.pinned.includes(id)) return [{ type: 'StoryGroupUnpinned', data: { instance_id, id } }];
      if (state.unpinned.includes(id)) return [{ type: 'StoryGroupPinned', data: { instance_id, id } }];
      throw new Refusal('NotFound');
    }
  }
};

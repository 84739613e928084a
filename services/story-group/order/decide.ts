import { Refusal } from '#contracts/errors.ts';
import type { InstanceOrder, InstanceOrderEvent } from '#contracts/instance-order.ts';
import { rearranged, requireKnown } from '../sequence.ts';
import { longestRun } from './longest-run.ts';

/** Commands on the order of an instance's groups. */
export type OrderCommand =
  | { type: 'SortGroups'; instance_id: string; order: readonly string[] }
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

/** The fewest moves that lead from one order of the same ids to another. */
const movesTo = (instance_id: string, from: readonly string[], to: readonly string[]): InstanceOrderEvent[] => {
  const place = new Map(from.map((id, index) => [id, index]));
  const staying = longestRun(to.map((id) => place.get(id)!));
  return to.flatMap((id, index): InstanceOrderEvent[] =>
    staying.has(index) ? [] : [{ type: 'StoryGroupMoved', data: { instance_id, id, after: to[index - 1] ?? null } }],
  );
};

const sortGroups = (
  { instance_id, order }: Extract<OrderCommand, { type: 'SortGroups' }>,
  state: InstanceOrder,
  { uploading }: OrderFacts,
): InstanceOrderEvent[] => {
  const pinned = new Set(state.pinned);
  requireKnown(order, new Set([...state.pinned, ...state.unpinned]), 'This story group is not in the instance.');
  requireUnmixed(order, pinned);
  const events = [
    ...movesTo(
      instance_id,
      state.pinned,
      rearranged(
        state.pinned,
        order.filter((id) => pinned.has(id)),
      ),
    ),
    ...movesTo(
      instance_id,
      state.unpinned,
      rearranged(
        state.unpinned,
        order.filter((id) => !pinned.has(id)),
      ),
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

import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

const place = z.int().min(1);
export const instanceOrderEvents = {
  /**
   * `after` is the group before it in the same half (pinned or not); null puts it first there. `from` and `to` are its places
   * among all groups before and after the whole act, counted from 1; older moves have none.
   */
  StoryGroupMoved: z.object({
    instance_id: id,
    id,
    after: id.nullable(),
    from: place.optional(),
    to: place.optional(),
  }),
  StoryGroupPinned: z.object({ instance_id: id, id }),
  StoryGroupUnpinned: z.object({ instance_id: id, id }),
};
export type InstanceOrderEvent = EventsOf<typeof instanceOrderEvents>;

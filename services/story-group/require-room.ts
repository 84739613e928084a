import { Refusal } from '#contracts/api/errors.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { joinsOrder } from '#contracts/story-group/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';

/**
 * Refuses a group that is made, or comes back from deletion, while its instance holds as many as it can. The caller waits in
 * `queueForOrder` first, so that two at once count each other.
 */
export const requireRoom = async (
  trx: CommandTrx,
  instanceId: string,
  events: readonly StoryGroupEvent[],
): Promise<void> => {
  const most = trx.kernel.config.LIMIT_GROUPS;
  if (most === 0 || !events.some(joinsOrder)) return;
  if ((await trx.kernel.facts.groupsIn(trx, instanceId)) >= most) throw new Refusal('GroupLimitReached');
};

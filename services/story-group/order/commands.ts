import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import type { InstanceFacts } from '#kernel/commands/facts.ts';
import { save } from '#kernel/commands/streams.ts';
import { streamVersion } from '#kernel/event-store/read.ts';
import { openGroup, type ParentIds } from '../open-group.ts';
import { decideOrder, type OrderCommand } from './decide.ts';

// Only interactive videos are ever in uploading state, and groups made by hand are not.
const uploading: ReadonlySet<string> = new Set();

/** Decides under the lock of the order, so that the stream's version read after it is the last one. */
const arrange = async (trx: CommandTrx, command: OrderCommand) => {
  await trx.kernel.facts.queueForOrder(trx, command.instance_id);
  const order = await trx.kernel.facts.order(trx, command.instance_id);
  const stream = `instanceOrder-${command.instance_id}`;
  const events = decideOrder(command, order, { uploading });
  await save(trx, { stream, state: null, version: await streamVersion(trx.client, stream) }, events);
  return events;
};

/** Where a posted order applies: an instance, the Default one of an app, or the one that holds its first group. */
export interface SortScope {
  app_id: string | null;
  instance_id: string | null;
}

const sortedInstance = async (
  trx: CommandTrx,
  accountId: string,
  { app_id, instance_id }: SortScope,
  first: string,
): Promise<InstanceFacts | null> => {
  const { facts } = trx.kernel;
  if (instance_id) return facts.instance(trx, accountId, instance_id);
  if (app_id) return facts.defaultInstance(trx, accountId, app_id);
  const group = await facts.group(trx, accountId, first);
  if (!group) throw invalidField('order.0', storyGroupWords.notInInstance);
  return facts.instance(trx, accountId, group.instance_id);
};

/** Puts the groups of an instance in an order; those it leaves out keep their place. */
export const sortGroups = async (
  trx: CommandTrx,
  principal: Principal,
  place: SortScope,
  { order, moved }: { order: readonly string[]; moved?: string | undefined },
): Promise<CommandAnswer> => {
  const me = await currentPrincipal(trx, principal);
  const instance = await sortedInstance(trx, me.account_id, place, order[0]!);
  if (!instance || (place.app_id !== null && place.app_id !== instance.app_id)) throw new Refusal('NotFound');
  requireAct(me, 'storyGroup.arrange', instance.app_id);
  const events = await arrange(trx, { type: 'SortGroups', instance_id: instance.id, order, moved });
  return { status: 200, data: { instance_id: instance.id, moved: events.length } };
};

/** Pins a group, or unpins it when it is pinned. */
export const togglePin = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
  at: ParentIds = {},
): Promise<CommandAnswer> => {
  const { group } = await openGroup(trx, principal, groupId, 'storyGroup.arrange', at);
  const [event] = await arrange(trx, { type: 'TogglePin', instance_id: group.instance_id, id: group.id });
  const pinned = event?.type === 'StoryGroupPinned';
  return {
    status: 200,
    data: { story_group_id: groupId, pinned },
    message: pinned ? storyGroupWords.pinned : storyGroupWords.unpinned,
  };
};

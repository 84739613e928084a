import { requireAct } from '#contracts/api/require-act.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { save } from '#kernel/commands/streams.ts';
import { streamVersion } from '#kernel/event-store/read.ts';
import { decideGroup, type GroupCommand } from '#services/story-group/group/decide.ts';
import { authorOf } from '#services/story-group/open-group.ts';
import { decideOrder, type OrderCommand } from '#services/story-group/order/decide.ts';
import { decideStories, type StoryCommand } from '#services/story-group/story/decide.ts';
import type { DemoCast, PersonKey } from './cast.ts';
import { changeStream, demoPrincipal } from './step.ts';
import type { GroupTimeline } from './timeline.ts';

/** Somebody of the demo changes a group, by the rights and rules that live commands go by. */
export const onGroup = async (
  trx: CommandTrx,
  cast: DemoCast,
  group: GroupTimeline,
  by: PersonKey,
  command: GroupCommand,
): Promise<void> => {
  const me = await demoPrincipal(trx, cast.people[by]);
  requireAct(me, command.type === 'DeleteGroup' ? 'storyGroup.publish' : 'storyGroup.edit', group.app.id);
  await trx.kernel.facts.queueForOrder(trx, group.instance);
  const account = await trx.kernel.facts.account(trx, cast.account, 'share');
  const facts = {
    author: authorOf(me, group.app.id, trx.context.now),
    test_devices: account?.test_devices ?? 0,
    stopped_caps: null,
  };
  await changeStream<StoryGroupState>(trx, `storyGroup-${group.id}`, (state) => decideGroup(command, state, facts));
};

/** The same with the stories of a group. */
export const onStories = async (
  trx: CommandTrx,
  cast: DemoCast,
  group: GroupTimeline,
  by: PersonKey,
  command: StoryCommand,
): Promise<void> => {
  const me = await demoPrincipal(trx, cast.people[by]);
  requireAct(me, 'storyGroup.edit', group.app.id);
  const facts = { author: authorOf(me, group.app.id, trx.context.now), app_stories: null };
  await changeStream<StoryGroupState>(trx, `storyGroup-${group.id}`, (state) => decideStories(command, state, facts));
};

/** The same with the order of an instance's groups. */
export const onOrder = async (
  trx: CommandTrx,
  cast: DemoCast,
  appId: string,
  by: PersonKey,
  command: (order: { pinned: string[]; unpinned: string[] }) => OrderCommand,
) => {
  requireAct(await demoPrincipal(trx, cast.people[by]), 'storyGroup.arrange', appId);
  const { instance_id } = command({ pinned: [], unpinned: [] });
  await trx.kernel.facts.queueForOrder(trx, instance_id);
  const order = await trx.kernel.facts.order(trx, instance_id);
  const stream = `instanceOrder-${instance_id}`;
  const version = await streamVersion(trx.client, stream);
  await save(trx, { stream, state: null, version }, decideOrder(command(order), order, { uploading: new Set() }));
};

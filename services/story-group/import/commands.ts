import { v7 as uuidv7 } from 'uuid';
import type { BulkResult } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { AppState } from '#contracts/app/state.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { nthContext, runBulk } from '#kernel/commands/bulk.ts';
import {
  type CommandContext,
  type CommandKernel,
  type CommandTrx,
  currentPrincipal,
} from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { authorOf } from '../open-group.ts';
import { requireRoom } from '../require-room.ts';
import { decideImport } from './decide.ts';

/** Where copies go. */
export interface ImportTarget {
  app_id: string;
  instance_id: string;
  title: string;
}

const requireTarget = async (trx: CommandTrx, principal: Principal, appId: string, instanceId: string | null) => {
  const { facts } = trx.kernel;
  const me = await currentPrincipal(trx, principal);
  const app = await facts.app(trx, me.account_id, appId, 'none');
  if (!app) throw new Refusal('NotFound');
  requireAct(me, 'storyGroup.edit', appId);
  const instance = instanceId
    ? await facts.instance(trx, me.account_id, instanceId)
    : await facts.defaultInstance(trx, me.account_id, appId);
  if (!instance || instance.app_id !== appId) throw new Refusal('NotFound');
  return { app_id: appId, instance_id: instance.id, title: app.title };
};

const groupsOfInstance = async (trx: CommandTrx, instanceId: string): Promise<string[]> => {
  const { pinned, unpinned } = await trx.kernel.facts.order(trx, instanceId);
  return [...pinned, ...unpinned];
};

/** The groups of an instance, or of all instances of an app, in their order. */
const groupsBelow = async (trx: CommandTrx, principal: Principal, sourceId: string): Promise<string[]> => {
  const { facts } = trx.kernel;
  const instance = await facts.instance(trx, principal.account_id, sourceId);
  const appId = instance?.app_id ?? (await facts.app(trx, principal.account_id, sourceId, 'none'))?.id;
  if (!appId) throw new Refusal('NotFound');
  requireAct(principal, 'storyGroup.view', appId);
  if (instance) return groupsOfInstance(trx, instance.id);
  const { state } = await load<AppState>(trx, `app-${appId}`);
  const found: string[] = [];
  for (const { id } of state.instances) found.push(...(await groupsOfInstance(trx, id)));
  return found;
};

/** Copies one group into the target; answers the copy's id. */
const importGroup = async (
  trx: CommandTrx,
  principal: Principal,
  { app_id, instance_id }: ImportTarget,
  sourceId: string,
): Promise<string> => {
  const { facts } = trx.kernel;
  const me = await currentPrincipal(trx, principal);
  requireAct(me, 'storyGroup.edit', app_id);
  const author = authorOf(me, app_id, trx.context.now);
  await facts.queueForOrder(trx, instance_id);
  // Held against deletion until the copy is in; where the plan limits stories, also against others who add some.
  const app = await facts.app(trx, me.account_id, app_id, author.story_limit === -1 ? 'share' : 'update');
  const instance = await facts.instance(trx, me.account_id, instance_id);
  const from = await facts.group(trx, me.account_id, sourceId);
  if (!app || instance?.app_id !== app_id || !from) throw new Refusal('NotFound');
  requireAct(me, 'storyGroup.view', from.app_id);
  const source = await load<StoryGroupState>(trx, `storyGroup-${sourceId}`);
  const id = uuidv7();
  const story_ids = livingStories(source.state).map(() => uuidv7());
  const place = { id, account_id: me.account_id, app_id, instance_id, story_ids };
  const events = decideImport(place, source.state, { author, app_stories: app.story_count });
  await requireRoom(trx, instance_id, events);
  await save(trx, await load<StoryGroupState>(trx, `storyGroup-${id}`), events);
  return id;
};

/**
 * Copies groups into an instance, each by a command of its own, so that they stand there in the order in which they are
 * named. `source` is an app, an instance, or the groups themselves. Refusals name the group that was to be copied.
 */
export const importGroups = async (
  kernel: CommandKernel,
  context: CommandContext,
  principal: Principal,
  { app_id, instance_id, source }: { app_id: string; instance_id: string | null; source: string | readonly string[] },
): Promise<{ target: ImportTarget; result: BulkResult }> => {
  // Chosen once for a key: where the groups come from may hold their copies by the time of a repetition.
  const { data } = await runCommand(kernel, nthContext(context, 'groups'), async (trx) => ({
    status: 200,
    data: {
      target: await requireTarget(trx, principal, app_id, instance_id),
      ids: typeof source === 'string' ? await groupsBelow(trx, principal, source) : [...new Set(source)],
    },
  }));
  const { target, ids } = data;
  if (ids.length === 0) throw invalidField('import', storyGroupWords.nothingToImport);
  if (ids.length > limits.bulk)
    throw invalidField('import', fill(storyGroupWords.importTooMany, { most: limits.bulk }));
  // A new group comes first in its instance, so the last one goes first.
  const items = ids.map((id, index) => ({
    ids: [id],
    indexes: [index],
    run: async () => {
      const copied = await runCommand(kernel, nthContext(context, index), async (trx) => ({
        status: 201,
        data: await importGroup(trx, principal, target, id),
      }));
      return [copied.data];
    },
  }));
  const { changed, refused } = await runBulk(items.reverse());
  return { target, result: { changed: changed.reverse(), refused: refused.reverse() } };
};

import { Refusal } from '#contracts/api/errors.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { presenceTimes } from '#contracts/studio/presence.ts';
import type { SendPresence } from '#contracts/studio/presence-commands.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { leavePlaces } from '#kernel/sessions/places.ts';
import { requireOwn } from '../group/decide.ts';
import { type AuthorizedGroup, openGroup } from '../open-group.ts';

/** Opens a group that somebody may draw stories of; a deleted one is not there. */
export const openStudio = async (trx: CommandTrx, principal: Principal, groupId: string): Promise<AuthorizedGroup> => {
  const opened = await openGroup(trx, principal, groupId, 'storyGroup.edit');
  if (opened.group.status === groupStatus.archived) throw new Refusal('NotFound');
  requireOwn(opened.author, opened.group);
  return opened;
};

const isOfGroup = async (trx: CommandTrx, groupId: string, storyId: string): Promise<boolean> => {
  const { rowCount } = await trx.client.query({
    name: 'story-of-group',
    text: `select from story where id = $1 and story_group_id = $2 and status <> ${storyStatus.deleted}
           union all select from story_draft where story_id = $1 and story_group_id = $2`,
    values: [storyId, groupId],
  });
  return rowCount !== 0;
};

/** Notes what somebody looks at in a group. Staff in somebody's stead are not shown. */
export const handlePresence = async (
  trx: CommandTrx,
  principal: Principal,
  { story_group_id, story_id, component_id, window_id = '' }: SendPresence,
): Promise<CommandAnswer<null>> => {
  const { me } = await openStudio(trx, principal, story_group_id);
  if (story_id !== null && !(await isOfGroup(trx, story_group_id, story_id))) throw new Refusal('NotFound');
  if (me.login_as) return { status: 200, data: null };
  const { session_id, user_id, account_id } = me;
  const shown = { story_id, component_id, seen_at: new Date(trx.context.now) };
  await trx.query
    .insertInto('story_presence')
    .values({ session_id, story_group_id, window_id, user_id, account_id, ...shown })
    .onConflict((conflict) => conflict.columns(['session_id', 'story_group_id', 'window_id']).doUpdateSet(shown))
    .execute();
  trx.defer({
    name: 'forget-windows',
    // Those that another window changes at this moment are not gone.
    text: `delete from story_presence where ctid = any(array(
             select ctid from story_presence where session_id = $1 and story_group_id = $2 and seen_at <= $3 for update skip locked))`,
    values: [session_id, story_group_id, new Date(trx.context.now - presenceTimes.overMs)],
  });
  trx.afterCommit(() => trx.kernel.notifier.notify('studio', story_group_id));
  return { status: 200, data: null };
};

/** What is left: all windows of a session in a group, or one; with a story, that story alone, for another one of the group. */
export interface LeftStudio {
  groupId: string;
  windowId: string | undefined;
  storyId: string | undefined;
}

// Another window of the person that looks at the story goes on in it, with its place and what was asked for there.
const leaveStoryText = `
  with stays as (select from story_presence p
                  where p.user_id = $3 and p.story_id = $1 and p.seen_at > $4
                    and not (p.session_id = $5 and ($6::text is null or p.window_id = $6))),
       unasked as (delete from story_take_over
                    where story_id = $1 and story_group_id = $2 and asked_by = $3 and not exists (select from stays))
  update story_draft set held_by = null, held_until = null
   where story_id = $1 and story_group_id = $2 and held_by = $3 and not exists (select from stays)`;

/** Ends somebody's presence in a group with what they hold there, or what they hold in one story of it. */
export const handleLeaving = async (
  trx: CommandTrx,
  { session_id, user_id }: Principal,
  { groupId, windowId, storyId }: LeftStudio,
): Promise<CommandAnswer<null>> => {
  if (storyId === undefined) await leavePlaces(trx, { sessionIds: [session_id], groupId, windowId });
  else {
    const since = new Date(trx.context.now - presenceTimes.overMs);
    await trx.client.query({
      name: 'leave-story',
      text: leaveStoryText,
      values: [storyId, groupId, user_id, since, session_id, windowId ?? null],
    });
    trx.afterCommit(() => trx.kernel.notifier.notify('studio', groupId));
  }
  return { status: 200, data: null };
};

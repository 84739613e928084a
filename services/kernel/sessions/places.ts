import { presenceTimes } from '#contracts/studio/presence.ts';
import type { CommandTrx } from '../commands/command-trx.ts';

/** Whose presence ends: that of sessions, in all groups or one, of all windows or one. */
export interface Leaving {
  sessionIds: readonly string[];
  groupId?: string;
  windowId?: string | undefined;
}

// Another window of the person that looks at a story goes on in it, with its place and what was asked for there.
const leaveText = `
  with gone as (delete from story_presence
                 where session_id = any($1::uuid[]) and ($2::uuid is null or story_group_id = $2)
                   and ($3::text is null or window_id = $3)
                returning session_id, window_id, user_id, story_group_id),
       leaver as (select user_id, story_group_id from gone
                  union select user_id, null from session where $2::uuid is null and id = any($1)),
       stays as (select user_id, story_id from story_presence p
                  where user_id in (select user_id from leaver) and story_id is not null and seen_at > $4
                    and not exists (select from gone where (gone.session_id, gone.story_group_id, gone.window_id)
                                                         = (p.session_id, p.story_group_id, p.window_id))),
       held as (select d.story_id from story_draft d
                 where exists (select from leaver l where l.user_id = d.held_by
                                  and d.story_group_id = coalesce(l.story_group_id, d.story_group_id))
                   and (d.held_by, d.story_id) not in (select user_id, story_id from stays)
                 order by d.story_id for no key update),
       freed as (update story_draft d set held_by = null, held_until = null from held where d.story_id = held.story_id),
       unasked as (delete from story_take_over t using leaver l
                    where t.asked_by = l.user_id and t.story_group_id = coalesce(l.story_group_id, t.story_group_id)
                      and (t.asked_by, t.story_id) not in (select user_id, story_id from stays))
  select distinct story_group_id from gone`;

/**
 * Ends the presence of sessions in the studio, and with it the places that the person holds there and what they asked for,
 * whether or not they said that they were there: the next who writes need not wait, and nobody is given a place who left.
 */
export const leavePlaces = async (
  trx: Pick<CommandTrx, 'client' | 'afterCommit' | 'kernel' | 'context'>,
  { sessionIds, groupId, windowId }: Leaving,
): Promise<void> => {
  if (sessionIds.length === 0) return;
  const { rows } = await trx.client.query<{ story_group_id: string }>({
    name: 'leave-places',
    text: leaveText,
    values: [sessionIds, groupId ?? null, windowId ?? null, new Date(trx.context.now - presenceTimes.overMs)],
  });
  trx.afterCommit(() => {
    for (const { story_group_id } of rows) trx.kernel.notifier.notify('studio', story_group_id);
  });
};

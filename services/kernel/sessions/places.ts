import type { CommandTrx } from '../commands/command-trx.ts';

/**
 * Ends the presence of sessions in the studio, in one group or in all, and with it the places that the person holds there,
 * whether or not they said that they were there: the next who writes need not wait.
 */
export const leavePlaces = async (
  trx: Pick<CommandTrx, 'client' | 'afterCommit' | 'kernel'>,
  sessionIds: readonly string[],
  groupId: string | null = null,
): Promise<void> => {
  if (sessionIds.length === 0) return;
  const { rows } = await trx.client.query<{ story_group_id: string }>({
    name: 'leave-places',
    text: `with gone as (delete from story_presence where session_id = any($1::uuid[]) and ($2::uuid is null or story_group_id = $2)
                         returning user_id, story_group_id),
                held as (select story_id from story_draft
                          where (held_by, story_group_id) in (select user_id, story_group_id from gone)
                             or $2::uuid is null and held_by in (select user_id from session where id = any($1))
                          order by story_id for no key update),
                freed as (update story_draft d set held_by = null, held_until = null from held where d.story_id = held.story_id)
           select distinct story_group_id from gone`,
    values: [sessionIds, groupId],
  });
  trx.afterCommit(() => {
    for (const { story_group_id } of rows) trx.kernel.notifier.notify('studio', story_group_id);
  });
};

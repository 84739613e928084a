import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { groupStatus } from '#contracts/story-group/status.ts';
import { groupWithStoriesQuery, storyGroupKeys } from '../story-group-queries.ts';
import { fieldsOf } from './group-fields.ts';
import type { GroupEditing } from './use-group-form.ts';

/**
 * Reads a group when its drawer opens, unless that was done a moment ago: where the list showed an older one, editing
 * begins with the group as it is now, if nothing has been typed by then. What others change later meets the save.
 */
export function useFreshBase(form: GroupEditing): void {
  const client = useQueryClient();
  const latest = useRef(form);
  latest.current = form;
  const groupId = form.base.row?.id;
  useEffect(() => {
    if (groupId === undefined) return;
    let isOpen = true;
    const begin = async () => {
      const fresh = await client.fetchQuery(groupWithStoriesQuery(groupId));
      const { base, dirty, rebase } = latest.current;
      if (!base.row || fresh.version <= base.row.version) return;
      client.invalidateQueries({ queryKey: storyGroupKeys.lists });
      if (!isOpen || dirty || fresh.status === groupStatus.archived) return;
      const before = fieldsOf(fresh, 0);
      rebase({ row: fresh, before }, before);
    };
    // A group that cannot be read is edited as the list shows it, and its save says what is wrong.
    begin().catch(() => {});
    return () => {
      isOpen = false;
    };
  }, [client, groupId]);
}

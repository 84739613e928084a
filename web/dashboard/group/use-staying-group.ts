import { useState } from 'react';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { GroupDetail } from './group-queries.ts';

/**
 * The group as its page shows it. One that is deleted while something of it is edited stays as it was last (`stays`), so
 * that nothing typed is lost, until that is closed.
 */
export function useStayingGroup(group: GroupDetail | undefined, editing: boolean) {
  const deleted = group?.status === groupStatus.archived;
  const [live, setLive] = useState<GroupDetail>();
  if (group && !deleted && group !== live) setLive(group);
  const stays = deleted && editing && live?.id === group.id;
  return { shown: stays ? live : group, deleted, stays };
}

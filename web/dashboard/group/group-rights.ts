import { useSession } from '../shell/session/session-value.ts';
import type { GroupDetail } from './group-queries.ts';

/** What a person may do with one group: creators change their own only, and see figures and history of no other. */
export interface GroupRights {
  edit: boolean;
  publish: boolean;
  /** Whether the figures and the history may be seen. */
  look: boolean;
}

/** What the signed-in person may do with a group. */
export function useGroupRights(group: Pick<GroupDetail, 'app_id' | 'user_id'>): GroupRights {
  const { user, may } = useSession();
  const publish = may('storyGroup.publish', group.app_id);
  const look = publish || group.user_id === user.id;
  return { edit: look && may('storyGroup.edit', group.app_id), publish, look };
}

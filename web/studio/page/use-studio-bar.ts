import { useSession } from '../../dashboard/shell/session/session-value.ts';
import type { PersonHere } from '../presence/People.tsx';
import { otherPeople } from '../presence/studio-stream.ts';
import type { WorkspaceProps } from './desk-props.ts';

/** Where a group is, and who else is in it; titles are empty until they are known. */
export interface StudioBar {
  app: string;
  instance: string;
  /** Its page in the dashboard. */
  address: string;
  people: readonly PersonHere[];
}

/** What the bars of the studio say of the group. */
export function useStudioBar({
  group,
  entries,
  others,
}: Pick<WorkspaceProps, 'group' | 'entries' | 'others'>): StudioBar {
  const { user, apps } = useSession();
  const app = apps.find(({ id }) => id === group.app_id);
  const instance = app?.instances.find(({ id }) => id === group.instance_id);
  return {
    app: app?.title ?? '',
    instance: instance?.title ?? '',
    address: `/stories/${group.id}?${new URLSearchParams({ app: group.app_id, instance: group.instance_id })}`,
    people: otherPeople(others, user.id).map(({ user_id, name, story_id }) => {
      const at = entries.findIndex(({ id }) => id === story_id);
      return { user_id, name, place: at < 0 ? null : at + 1 };
    }),
  };
}

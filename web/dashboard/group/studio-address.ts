import type { GroupDetail } from './group-queries.ts';

/** Where the studio is for a group: at a story of it, at a new one, or at the first. */
export function studioAddress(
  { id, app_id, instance_id }: Pick<GroupDetail, 'id' | 'app_id' | 'instance_id'>,
  at: { story: string } | 'new' | null,
): string {
  const query = at === null ? '' : at === 'new' ? '?create=1' : `?story=${at.story}`;
  return `/studio/${app_id}/${instance_id}/${id}${query}`;
}

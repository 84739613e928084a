import type { Overview } from '#contracts/stats/stats.ts';
import type { MadeGroup } from '../../charts/days.ts';
import { type AppPlace, groupAddress } from './overview-scope.ts';

/** The groups of an overview by the UTC day on which they were created; of several apps each with its own. */
export function madeGroups(
  overview: Pick<Overview, 'story_groups'>,
  places: ReadonlyMap<string, AppPlace>,
): MadeGroup[] {
  return overview.story_groups.map(({ id, title, icon, status, instance_id, ts_created }) => {
    const place = places.get(instance_id);
    return {
      id,
      title,
      icon,
      status,
      date: new Date(ts_created * 1000).toISOString().slice(0, 10),
      place: place?.app,
      address: groupAddress(id, place),
    };
  });
}

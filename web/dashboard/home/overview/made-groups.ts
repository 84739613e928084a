import type { Overview } from '#contracts/stats/stats.ts';
import type { MadeGroup } from '../../charts/days.ts';

/** The groups of an overview by the UTC day on which they were created. */
export function madeGroups(overview: Pick<Overview, 'story_groups'>): MadeGroup[] {
  return overview.story_groups.map(({ id, title, icon, status, ts_created }) => ({
    id,
    title,
    icon,
    status,
    date: new Date(ts_created * 1000).toISOString().slice(0, 10),
  }));
}

import { useQuery } from '@tanstack/react-query';
import { type Days, groupTotalsQuery } from '../../analytics/analytics-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupSearch } from '../use-group-search.ts';

/** A group that can stand beside another one, with the app and the instance that it is in. */
export interface OtherGroup {
  id: string;
  title: string;
  icon: string;
  place: string;
  isWeb: boolean;
}

/** The group that the address puts beside this one, its figures in the same days, and those that can be chosen. */
export function useBeside(group: GroupDetail, days: Days) {
  const { apps, may } = useSession();
  const { search, set } = useGroupSearch();
  const others: OtherGroup[] = apps
    .filter(({ id }) => may('stats.view', id))
    .flatMap((app) =>
      app.instances.flatMap((instance) =>
        (instance.story_groups ?? []).map(({ id, title, icon }) => ({
          id,
          title,
          icon,
          place: `${app.title}, ${instance.title}`,
          isWeb: app.store_type === 'web',
        })),
      ),
    )
    .filter(({ id }) => id !== group.id);
  const asked = search.get('beside');
  const other = others.find(({ id }) => id === asked) ?? null;
  const totals = useQuery({
    ...groupTotalsQuery({ apps: [], instances: [], groups: other ? [other.id] : [] }, days, null),
    enabled: other !== null,
  });
  return {
    others,
    other,
    totals: other && !totals.isPlaceholderData ? totals.data : undefined,
    choose: (id: string | null) => set({ beside: id }),
  };
}
export type Beside = ReturnType<typeof useBeside>;

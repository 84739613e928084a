import { useQuery } from '@tanstack/react-query';
import { limits } from '#contracts/api/limits.ts';
import { analyticsRowsQuery, type Days, groupTotalsQuery } from '../../analytics/analytics-queries.ts';
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
  const read = apps.filter(({ id }) => may('stats.view', id));
  // The list of apps holds the groups of everybody, of whose figures creators see none but their own.
  const inPart = read.filter(({ id }) => !may('overview.view', id));
  const named = inPart.length > limits.idsAtOnce ? [] : inPart;
  const own = useQuery({
    ...analyticsRowsQuery({ apps: named, instances: [], groups: [] }, days, null),
    enabled: inPart.length > 0,
  });
  const ownIds = new Set(own.data?.map(({ id }) => id));
  const others: OtherGroup[] = read
    .flatMap((app) =>
      app.instances.flatMap((instance) =>
        (instance.story_groups ?? [])
          .filter(({ id }) => !inPart.includes(app) || ownIds.has(id))
          .map(({ id, title, icon }) => ({
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
  const isNone = totals.data?.groups === 0;
  const [first, then] = [inPart.length > 0 ? own : null, other ? totals : null];
  const unread = asked !== null && (other !== null || !own.data);
  return {
    others,
    other: isNone ? null : other,
    totals: other && !totals.isPlaceholderData && !isNone ? totals.data : undefined,
    pending: unread && Boolean(then ? then.isPending || then.isPlaceholderData : first?.isPending),
    failed: unread && Boolean(then ? then.isError && !then.data : first?.isError),
    again: () => void (then ?? first)?.refetch(),
    choose: (id: string | null) => set({ beside: id }, { push: true }),
  };
}
export type Beside = ReturnType<typeof useBeside>;

import { useLocation } from 'react-router';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import type { GroupDetail } from './group-queries.ts';
import type { GroupTab } from './use-group-search.ts';

/** Whence the page of a group was opened: where its tabs lie, the one that opens first, and the way back. */
export interface GroupPlace {
  usual: GroupTab;
  addressOf: (tab: GroupTab) => string;
  back: { address: string; label: string };
}

/** What belongs to the page of one group, and not to the figures of all. */
const own = ['tab', 'chart', 'edit', 'create', 'changed', 'beside', 'hours', 'versions'];

const withTab = (path: string, query: URLSearchParams, tab: GroupTab | null): string => {
  const next = new URLSearchParams(query);
  if (tab) next.set('tab', tab);
  return `${path}?${next}`;
};

/** The place of the page that is open: below Analytics, which keeps its apps and days in the address, or below Content. */
export function useGroupPlace(group: Pick<GroupDetail, 'id' | 'app_id' | 'instance_id'>): GroupPlace {
  const { pathname, search } = useLocation();
  const place = { app: group.app_id, instance: group.instance_id };
  if (pathname.startsWith('/analytics/')) {
    const query = new URLSearchParams(search);
    for (const name of own) query.delete(name);
    return {
      usual: 'analytics',
      addressOf: (tab) => withTab(`/analytics/${group.id}`, query, tab === 'analytics' ? null : tab),
      back: { address: withTab('/analytics', query, null), label: t(groupWords.analytics) },
    };
  }
  const query = new URLSearchParams(place);
  return {
    usual: 'stories',
    addressOf: (tab) => withTab(`/stories/${group.id}`, query, tab === 'stories' ? null : tab),
    back: { address: withTab('/content', query, null), label: t(groupWords.content) },
  };
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { NotificationPage, NotificationRow, PopupRow } from '#contracts/notification/rows.ts';
import { call, type Envelope, http } from '../api/http.ts';

const base = '/storyrail-notification';
const pageSize = 30;

/** What both queries look again by: each five minutes while the window is seen, and when somebody comes back to it. */
const looking = {
  staleTime: 0,
  refetchInterval: 300_000,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/** What all queries of notifications begin with. */
export const notificationsKey = ['notifications'] as const;
/** What both lists begin with. */
export const notificationListsKey = [...notificationsKey, 'list'] as const;

interface Asked {
  unread?: boolean;
  limit: number;
  offset: number;
}

const readPage = async (asked: Asked, signal: AbortSignal): Promise<NotificationPage> => {
  const answer = call<NotificationRow[]>('GET', `${base}/dashboard-notification`, { query: { ...asked }, signal });
  const { data, total = data.length, unread } = (await answer) as Envelope<NotificationRow[]> & { unread: number };
  return { data, total, unread };
};

/** How many notifications are unread. */
export const unreadQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread'],
  queryFn: async ({ signal }) => (await readPage({ limit: 1, offset: 0 }, signal)).unread,
  ...looking,
});

/** Notifications page by page, newest first: all, or those that are unread. */
export const notificationList = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...notificationListsKey, onlyUnread],
    queryFn: async ({ client, pageParam, signal }) => {
      const page = await readPage({ ...(onlyUnread && { unread: true }), limit: pageSize, offset: pageParam }, signal);
      client.setQueryData(unreadQuery.queryKey, page.unread);
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.data.length, 0);
      return last.data.length > 0 && loaded < last.total ? loaded : undefined;
    },
    ...looking,
  });

/** The pop-ups that the person has not closed yet. */
export const popupQuery = queryOptions({
  queryKey: ['popups'],
  queryFn: ({ signal }) => http.get<PopupRow[]>(`${base}/dashboard-popup`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

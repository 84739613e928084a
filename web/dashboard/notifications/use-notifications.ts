import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { notificationList } from './notification-queries.ts';

/** The notifications that were read so far: all, or those that are unread. */
export function useNotifications(onlyUnread: boolean) {
  const list = useInfiniteQuery(notificationList(onlyUnread));
  const rows = useMemo(() => {
    // What came meanwhile pushes others to the next page, where they appear again.
    const byId = new Map<string, NotificationRow>();
    for (const page of list.data?.pages ?? []) for (const row of page.data) byId.set(row.id, row);
    return [...byId.values()];
  }, [list.data]);
  return { list, rows };
}
/** What `useNotifications` answers. */
export type Notifications = ReturnType<typeof useNotifications>;

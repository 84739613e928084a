import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { NotificationPage, NotificationRow } from '#contracts/notification/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { notificationListsKey, unreadQuery } from './notification-queries.ts';

/** What somebody marks as read: one, or all up to a moment. */
export type Marked = { id: string } | { until: UnixSeconds };

const isMarked = (marked: Marked, { id, ts_created }: NotificationRow): boolean =>
  'id' in marked ? id === marked.id : ts_created <= marked.until;

const changeRows = (client: QueryClient, change: (row: NotificationRow) => NotificationRow): void => {
  client.setQueriesData<InfiniteData<NotificationPage, number>>({ queryKey: notificationListsKey }, (held) =>
    held ? { ...held, pages: held.pages.map((page) => ({ ...page, data: page.data.map(change) })) } : held,
  );
};

const countUp = (client: QueryClient, by: number): void =>
  void client.setQueryData(unreadQuery.queryKey, (count) => (count === undefined ? count : Math.max(0, count + by)));

/**
 * Shows as read what is marked, in the lists and in the count; answers the function that shows it as unread again. Rows
 * stay where they are, also among the unread ones, until those are read anew.
 */
export const showMarked = (client: QueryClient, marked: Marked): (() => void) => {
  const changed = new Set<string>();
  changeRows(client, (row) => {
    if (row.is_read || !isMarked(marked, row)) return row;
    changed.add(row.id);
    return { ...row, is_read: true };
  });
  const before = client.getQueryData(unreadQuery.queryKey) ?? 0;
  const fewer = 'id' in marked ? Math.min(before, changed.size) : before;
  countUp(client, -fewer);
  return () => {
    changeRows(client, (row) => (changed.has(row.id) ? { ...row, is_read: false } : row));
    countUp(client, fewer);
  };
};

/** Shows how many are unread as the server has said it. */
export const showUnread = (client: QueryClient, unread: number): void =>
  void client.setQueryData(unreadQuery.queryKey, unread);

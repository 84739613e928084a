import type { UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readable, readableValues, unread, type Who } from './readable.ts';

/** Marks some of somebody's notifications as read; ids of others' and unknown ones change nothing. */
export const markRead = async (
  { db }: Pick<Kernel, 'db'>,
  who: Who,
  now: UnixSeconds,
  ids: readonly string[],
): Promise<void> => {
  await db.pool.query({
    name: 'notifications-mark',
    text: `insert into notification_read (user_id, id, ts)
           select n.user_id, n.id, $9 from notification n where ${readable} and n.id = any($8::uuid[])
           on conflict do nothing`,
    values: [...readableValues(who, now), ids, now],
  });
};

/** What is younger is marked row by row: an event may be applied a while after later ones. */
const settledSeconds = 3600;

/** Marks all of somebody's notifications up to a moment as read. */
export const markAllRead = async (
  { db }: Pick<Kernel, 'db'>,
  who: Who,
  now: UnixSeconds,
  until: UnixSeconds,
): Promise<void> => {
  await db.pool.query({
    name: 'notifications-read-until',
    text: `insert into notification_read_until (user_id, ts) values ($1, $2)
           on conflict (user_id) do update set ts = greatest(notification_read_until.ts, excluded.ts)`,
    values: [who.user_id, Math.min(until, now - settledSeconds)],
  });
  await db.pool.query({
    name: 'notifications-mark-all',
    text: `insert into notification_read (user_id, id, ts)
           select n.user_id, n.id, $9 from notification n where ${readable} and ${unread} and n.ts <= $8
           on conflict do nothing`,
    values: [...readableValues(who, now), until, now],
  });
};

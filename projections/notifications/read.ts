import { may, visibleApps } from '#contracts/api/roles.ts';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { notificationTypes } from '#contracts/notification/types.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { describeNotifications, type StoredNotification } from './describe.ts';
import { readable, readableValues, unread, type Who } from './readable.ts';

const rowsSql = `select n.id, n.user_id, n.ts, n.type, n.actor_type, n.actor_id, n.subject_id, n.app_id, n.facts,
                        not (${unread}) as is_read, g.icon, g.status, coalesce(a.premium, false) as premium
                   from notification n left join story_group g on g.id = n.subject_id and g.account_id = n.account_id
                   left join account a on a.id = n.account_id`;

/** Those of the apps in releases of the SDK that are still there. */
const readLiving = async ({ db }: Pick<Kernel, 'db'>, rows: readonly StoredNotification[]): Promise<Set<string>> => {
  const named = rows.flatMap(({ facts }) => facts.sdk?.apps.map(({ app_id }) => app_id) ?? []);
  if (named.length === 0) return new Set();
  const { rows: living } = await db.pool.query<{ id: string }>(
    'select id from app where id = any($1::uuid[]) and not deleted',
    [named],
  );
  return new Set(living.map(({ id }) => id));
};

/** Of the apps that a row names, those that are there and that the person may know of. */
const withOwnApps = (row: StoredNotification, who: Who, living: ReadonlySet<string>): StoredNotification => {
  const { sdk, permissions: joined } = row.facts;
  const seen = visibleApps(who.permissions);
  const facts = { ...row.facts };
  if (sdk) {
    const act = notificationTypes.sdk_update.audience;
    facts.sdk = {
      ...sdk,
      apps: sdk.apps.filter(({ app_id }) => living.has(app_id) && may(who.permissions, act, app_id)),
    };
  }
  if (joined && seen)
    facts.permissions = Object.fromEntries(
      Object.entries(joined).map(([role, apps]) => [role, apps.filter((app) => seen.includes(app))]),
    );
  return { ...row, facts };
};

const describe = async (kernel: Pick<Kernel, 'config' | 'db'>, who: Who, rows: readonly StoredNotification[]) => {
  const living = await readLiving(kernel, rows);
  return describeNotifications(
    kernel,
    who.account_id,
    rows.map((row) => withOwnApps(row, who, living)),
  );
};

/** How many of somebody's notifications are unread. */
export const countUnread = async ({ db }: Pick<Kernel, 'db'>, who: Who, now: UnixSeconds): Promise<number> => {
  const { rows } = await db.pool.query<{ unread: number }>({
    name: 'notifications-unread',
    text: `select count(*)::int as unread from notification n where ${readable} and ${unread}`,
    values: readableValues(who, now),
  });
  return rows[0]!.unread;
};

/**
 * A page of what somebody was told, newest first: how many rows there are, and how many of all are unread. Cost: the
 * person's rows of 90 days by index, and one row of the catalog for each of the page.
 */
export const listNotifications = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  who: Who,
  now: UnixSeconds,
  { limit, offset, onlyUnread }: Page & { onlyUnread: boolean },
): Promise<{ data: NotificationRow[]; total: number; unread: number }> => {
  const values = readableValues(who, now);
  const [found, counted] = await Promise.all([
    kernel.db.pool.query<StoredNotification>({
      name: 'notifications-page',
      text: `${rowsSql} where ${readable} and (not $8 or ${unread}) order by n.ts desc, n.id desc limit $9 offset $10`,
      values: [...values, onlyUnread, limit, offset],
    }),
    kernel.db.pool.query<{ all: number; unread: number }>({
      name: 'notifications-count',
      text: `select count(*)::int as all, (count(*) filter (where ${unread}))::int as unread
               from notification n where ${readable}`,
      values,
    }),
  ]);
  const { all, unread: unreadCount } = counted.rows[0]!;
  const data = await describe(kernel, who, found.rows);
  return { data, total: onlyUnread ? unreadCount : all, unread: unreadCount };
};

/** Unread notifications of somebody that were made after `since` and not after `until` (unix seconds), newest first. */
export const listUnreadBetween = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  who: Who,
  { since, until, limit }: { since: UnixSeconds; until: UnixSeconds; limit: number },
): Promise<{ data: NotificationRow[]; total: number }> => {
  const between = `${readable} and ${unread} and n.ts > $8 and n.ts <= $9`;
  const values = [...readableValues(who, until), since, until];
  const { rows } = await kernel.db.pool.query<StoredNotification>({
    name: 'notifications-between',
    text: `${rowsSql} where ${between} order by n.ts desc, n.id desc limit $10`,
    values: [...values, limit],
  });
  const { rows: counted } = await kernel.db.pool.query<{ total: number }>({
    name: 'notifications-between-count',
    text: `select count(*)::int as total from notification n where ${between}`,
    values,
  });
  return { data: await describe(kernel, who, rows), total: counted[0]!.total };
};

/** The newest unread notification of somebody as a sentence; null without one. */
export const newestUnread = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  who: Who,
  now: UnixSeconds,
): Promise<string | null> => {
  const { rows } = await kernel.db.pool.query<StoredNotification>({
    name: 'notifications-newest',
    text: `${rowsSql} where ${readable} and ${unread} order by n.ts desc, n.id desc limit 1`,
    values: readableValues(who, now),
  });
  return (await describe(kernel, who, rows))[0]?.data.title ?? null;
};

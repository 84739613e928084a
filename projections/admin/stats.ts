import type { AdminStats } from '#contracts/admin/admin.ts';
import { invalidField } from '#contracts/api/errors.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { fill } from '#contracts/words/phrase.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readPayments } from './payments.ts';
import { livingGroups, paymentStatusSql } from './totals.ts';

const daySeconds = 86_400;
const maxDays = 366;

/** The UTC days of a range, as `date`s: from the day of the first second to that of the last. */
interface Days {
  from: string;
  to: string;
}
const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The days that a query asks for, by default today and the 29 before; refuses more than a year. */
export const daysOf = (
  query: { ts_start?: UnixSeconds | undefined; ts_end?: UnixSeconds | undefined },
  now: UnixSeconds,
): Days => {
  const end = query.ts_end ?? Math.max(now, query.ts_start ?? 0);
  const start = query.ts_start ?? end - 29 * daySeconds;
  if (start > end) throw invalidField('ts_end', staffWords.rangeBackwards);
  if (end - start > (maxDays - 1) * daySeconds)
    throw invalidField('ts_start', fill(staffWords.rangeTooLong, { most: maxDays }));
  return { from: day(Math.max(0, start)), to: day(end) };
};

const usersSql = `
  select count(*)::int as total,
         count(*) filter (where phase in ('member', 'invited') and verified)::int as active,
         count(*) filter (where phase in ('member', 'invited') and not verified)::int as pending,
         count(*) filter (where phase not in ('member', 'invited'))::int as deleted,
         count(*) filter (where staff and phase = 'member')::int as staff
    from member`;
const accountsSql = `
  select ${paymentStatusSql('a', '$1')}::text as payment_status, coalesce(country, '') as country, count(*)::int as count
    from account a where not a.ended group by 1, 2`;
const contentSql = `
  select (select coalesce(jsonb_object_agg(store_type, count), '{}')
            from (select store_type, count(*)::int as count from app where not deleted group by 1) as kinds) as apps,
         (select count(*)::int from instance i join app on app.id = i.app_id
           where not i.deleted and not app.deleted) as instances,
         (select count(*)::int from ${livingGroups}) as story_groups,
         (select count(*)::int from ${livingGroups} and g.status = ${groupStatus.active}) as active_groups,
         (select coalesce(sum(g.story_count), 0)::int from ${livingGroups}) as stories,
         (select count(*)::int from story s join ${livingGroups.replace('story_group g', 'story_group g on g.id = s.story_group_id')}
             and s.status = ${storyStatus.active}) as active_stories`;

const created = (table: string, column: string) => `
  (select to_char(to_timestamp(${column}) at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as count from ${table}
    where ${column} >= extract(epoch from $1::date) and ${column} < extract(epoch from $2::date) + ${daySeconds} group by 1)`;
const dailySql = `
  select d.date, coalesce(users.count, 0) as users, coalesce(accounts.count, 0) as accounts,
         coalesce(apps.count, 0) as apps, coalesce(story_groups.count, 0) as story_groups,
         coalesce(stories.count, 0) as stories
    from (select to_char(day, 'YYYY-MM-DD') as date
            from generate_series($1::date, $2::date, interval '1 day') as day) as d
    left join ${created('member', 'ts_registration')} as users using (date)
    left join ${created('account', 'ts_created')} as accounts using (date)
    left join ${created('app', 'ts_created')} as apps using (date)
    left join ${created('story_group', 'ts_created')} as story_groups using (date)
    left join ${created('story', 'ts_created')} as stories using (date)
   order by d.date`;
const figuresSql = `
  select to_char(day, 'YYYY-MM-DD') as date, sum(impressions)::float8 as impressions, sum(clicks)::float8 as clicks
    from daily_count where scope = 'app' and day between $1::date and $2::date group by day`;

type Counted = { payment_status: string; country: string; count: number };
const sumBy = (rows: readonly Counted[], key: 'payment_status' | 'country'): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[key]] = (sums[row[key]] ?? 0) + row.count;
  return sums;
};
const total = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

interface Content {
  apps: Record<string, number>;
  instances: number;
  story_groups: number;
  active_groups: number;
  stories: number;
  active_stories: number;
}
type Daily = Omit<AdminStats['daily'][number], 'impressions' | 'clicks'>;

/** How much there is of everything, and what was new and seen on each day. `now` is unix seconds. */
export const readStats = async (
  kernel: Pick<Kernel, 'db' | 'analytics'>,
  { from, to }: Days,
  now: UnixSeconds,
): Promise<AdminStats> => {
  const { db, analytics } = kernel;
  const [payments, users, accounts, content, daily, figures] = await Promise.all([
    readPayments(kernel, now),
    db.pool.query<AdminStats['users']>(usersSql),
    db.pool.query<Counted>(accountsSql, [now]),
    db.pool.query<Content>(contentSql),
    db.pool.query<Daily>(dailySql, [from, to]),
    analytics.pool.query<{ date: string; impressions: number; clicks: number }>(figuresSql, [from, to]),
  ]);
  const by_payment_status = sumBy(accounts.rows, 'payment_status');
  const { apps, instances, story_groups, active_groups, stories, active_stories } = content.rows[0]!;
  const seen = new Map(figures.rows.map(({ date, ...row }) => [date, row]));
  return {
    users: users.rows[0]!,
    accounts: {
      total: total(by_payment_status),
      premium: by_payment_status[paymentStatus.premium] ?? 0,
      by_payment_status,
      by_country: sumBy(accounts.rows, 'country'),
    },
    payments,
    apps: { total: total(apps), by_store_type: apps },
    instances: { total: instances },
    story_groups: { total: story_groups, active: active_groups },
    stories: { total: stories, active: active_stories },
    daily: daily.rows.map((row) => ({ ...row, ...(seen.get(row.date) ?? { impressions: 0, clicks: 0 }) })),
  };
};

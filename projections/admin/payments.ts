import type { AdminStats, FailedPayment } from '#contracts/admin/admin.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { paymentStatusSql } from './totals.ts';

/** So many accounts whose payment failed stand in the summary; the list of accounts has all of them. */
const mostShown = 20;

const subscriptions = `
  from subscription s join account a on a.id = s.account_id, lateral (select ${paymentStatusSql('a', '$1')} as status) as now
 where not a.ended and not a.premium`;
// Also of a plan that staff made, or one that is over: its payment status is that of the plan.
const failed = `(now.status = ${paymentStatus.failed} or coalesce((s.state -> 'open' ->> 'attempts')::int, 0) > 0)`;

const sumsSql = `
  select count(*) filter (where s.monthly > 0)::int as accounts,
         coalesce(sum(s.monthly), 0)::bigint as monthly,
         count(*) filter (where ${failed})::int as failed_accounts,
         coalesce(sum(s.monthly) filter (where ${failed}), 0)::bigint as failed_monthly
  ${subscriptions}`;
const failedSql = `
  select a.id as account_id, a.name, (s.state -> 'open' ->> 'amount')::bigint as amount,
         (s.state -> 'open' ->> 'ts_closed')::bigint as ts_since, (s.state -> 'open' ->> 'ts_next')::bigint as ts_next
  ${subscriptions} and ${failed} order by ts_since, a.id limit ${mostShown}`;

/** What subscriptions bring in a month, and whose payments failed, for the longest time first. `now` is unix seconds. */
export const readPayments = async ({ db }: Pick<Kernel, 'db'>, now: UnixSeconds): Promise<AdminStats['payments']> => {
  const [sums, first] = await Promise.all([
    db.pool.query<{ accounts: number; monthly: number; failed_accounts: number; failed_monthly: number }>(sumsSql, [
      now,
    ]),
    db.pool.query<FailedPayment>(failedSql, [now]),
  ]);
  const { accounts, monthly, failed_accounts, failed_monthly } = sums.rows[0]!;
  return { monthly, accounts, failed: { accounts: failed_accounts, monthly: failed_monthly, first: first.rows } };
};

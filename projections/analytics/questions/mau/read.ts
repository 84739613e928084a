import { LRUCache } from 'lru-cache';
import { entitlement, type PlanFacts } from '#contracts/api/plans.ts';
import { type Mau, periodStart } from '#contracts/stats/mau.ts';
import { type EpochMs, toEpochMs, toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** A count is cached at least so long: well within the five seconds that metrics may be behind. */
const minTtlMs = 2000;
/**
 * A slow count is cached for so many times its duration, so that a flood of viewers does not keep the database busy.
 */
const ttlFactor = 20;

const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`;

/** Distinct viewers of an account in a period, and how many of them are not billed. */
interface ViewerCount {
  viewers: number;
  marked: number;
}

/**
 * How many viewers of a running period came in crowded batches alone, in it and ever before. Cost: one index entry for
 * each viewer whose month was crowded alone, for whom each month is looked up; nothing where nobody was crowded.
 */
const countMarked = async (
  db: Db,
  accountId: string,
  [first, last]: [string, string],
  days: number,
): Promise<number> => {
  const { rows } = await db.pool.query<{ marked: number }>({
    name: 'mau-marked',
    // The limit keeps the inner look-up one descent of the key: as a join it took 20 million rows for 5,000 viewers.
    text: `select count(*)::int as marked
             from (select distinct viewer from account_viewer
                    where account_id = $1 and month in ($2, $3) and billed_from is null
                      and (month > $2 or days & $4 <> 0)) as crowded
            where not exists (
              select from unnest(array(select distinct month from account_month where account_id = $1 and month <= $3)) as at
               cross join lateral (
                 select from account_viewer b
                  where b.account_id = $1 and b.month = at and b.viewer = crowded.viewer and b.billed_from is not null
                  limit 1) as billed)`,
    values: [accountId, first, last, days],
  });
  return rows[0]!.marked;
};

/**
 * Distinct viewers of an account with any event from a UTC day on (ms), exact. Cost: a calendar month is a sum of at
 * most eight rows; a period that began in the middle of the month before counts that month's rows and leaves out who
 * was there in both, by an anti-join (of 500,000 and 500,000: about 0.5 s).
 */
export const countAccountViewers = async (
  db: Db,
  accountId: string,
  fromMs: EpochMs,
  nowMs: EpochMs,
): Promise<ViewerCount> => {
  const from = new Date(fromMs);
  // Bit 0 is the 1st: the days from the first one on.
  const days = -1 << (from.getUTCDate() - 1);
  const [first, last] = [monthOf(from), monthOf(new Date(nowMs))];
  // First the part and then the whole, so that a viewer who comes in between cannot make the part the larger one.
  const marked = await countMarked(db, accountId, [first, last], days);
  const { rows } = await db.pool.query<{ viewers: number }>(
    first === last && days === -1
      ? {
          name: 'mau-month',
          text: `select coalesce(sum(viewers), 0)::int as viewers from account_month where account_id = $1 and month = $2`,
          values: [accountId, first],
        }
      : {
          name: 'mau-period',
          text: `select (count(*) + (select count(*) from account_viewer where account_id = $1 and month = $4 and month > $2))::int
                        as viewers
                   from account_viewer a
                  where a.account_id = $1 and a.month = $2 and a.days & $3 <> 0
                    and not exists (select from account_viewer b
                                     where b.account_id = $1 and b.month = $4 and b.month > $2 and b.viewer = a.viewer)`,
          values: [accountId, first, days, last],
        },
  );
  return { viewers: rows[0]!.viewers, marked };
};

/** Distinct viewers of accounts in the calendar month that begins at `fromMs`, marked ones with them, by account; those without any are left out. Cost: at most eight rows an account. */
export const readMonths = async (
  db: Db,
  accountIds: readonly string[],
  fromMs: EpochMs,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.pool.query<{ account_id: string; viewers: number }>({
    name: 'mau-months',
    text: `select account_id, sum(viewers)::int as viewers from account_month
            where account_id = any($1) and month = $2 group by account_id`,
    values: [accountIds, monthOf(new Date(fromMs))],
  });
  return new Map(rows.map(({ account_id, viewers }) => [account_id, viewers]));
};

/** Reads the MAU of accounts; concurrent and close calls for an account share one count. */
export const createMauReader = (kernel: Pick<Kernel, 'analytics' | 'now'>) => {
  const counts = new LRUCache<string, Promise<ViewerCount>>({ max: 1000 });
  const startCount = (key: string, accountId: string, fromMs: EpochMs, now: EpochMs): Promise<ViewerCount> => {
    const started = performance.now();
    const count = countAccountViewers(kernel.analytics, accountId, fromMs, now);
    counts.set(key, count);
    // It expires from its end on, so that callers share a count however long it takes.
    count.then(
      () => {
        const ttl = Math.max(minTtlMs, (performance.now() - started) * ttlFactor);
        if (counts.peek(key) === count) counts.set(key, count, { ttl });
      },
      () => counts.delete(key),
    );
    return count;
  };
  return async (principal: PlanFacts & Pick<Principal, 'account_id' | 'ts_subscribed'>): Promise<Mau> => {
    const now = kernel.now();
    const seconds = toSeconds(now);
    const start = periodStart(seconds, principal.ts_subscribed);
    const key = `${principal.account_id} ${start}`;
    const count = counts.get(key) ?? startCount(key, principal.account_id, toEpochMs(start), now);
    const { mau_limit } = entitlement(principal, seconds);
    const { viewers, marked } = await count;
    return { mau: viewers - marked, marked, mau_limit, current_period_start: start };
  };
};

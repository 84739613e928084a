import { LRUCache } from 'lru-cache';
import { type ReturnsAnswer, returnDays } from '#contracts/stats/returns.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DayRange } from '../day-range.ts';
import { countMonthReturns, type MonthReturns } from './count-month.ts';
import { type CohortMonth, cohortMonths, lastCohortDay } from './months.ts';

const daySeconds = 86_400;
/** Batches bring events that are so old at most. */
const lateDays = 8;
/** A count that took less is not worth keeping. */
const cheapMs = 50;
/** Only late events change days that are over, and after `lateDays` nothing does. */
const keptMs = { open: 10 * 60_000, final: 86_400_000 };
const mostMonths = 5000;

interface Counted extends MonthReturns {
  at: UnixSeconds;
}

/**
 * Reads who came back to an account's stories. A month that took long to count is kept in the process, for ten minutes
 * while late events can change it and for a day afterwards; concurrent calls share its count.
 */
export const createReturnsReader = (kernel: Pick<Kernel, 'analytics' | 'now'>) => {
  const kept = new LRUCache<string, Promise<Counted>>({ max: mostMonths });

  const countMonth = (accountId: string, month: CohortMonth, today: number): Promise<Counted> => {
    const key = `${accountId} ${month.month} ${month.masks.join(' ')}`;
    const known = kept.get(key);
    if (known) return known;
    const began = performance.now();
    const at = toSeconds(kernel.now());
    const count = countMonthReturns(kernel.analytics, accountId, month).then((found) => ({ ...found, at }));
    kept.set(key, count);
    count.then(
      () => {
        if (performance.now() - began < cheapMs) kept.delete(key);
        else kept.set(key, count, { ttl: month.lastDay + lateDays < today ? keptMs.final : keptMs.open });
      },
      () => kept.delete(key),
    );
    return count;
  };

  return async (accountId: string, { ts_start, ts_end }: DayRange): Promise<ReturnsAnswer> => {
    const [first, last] = [ts_start / daySeconds, Math.floor(ts_end / daySeconds)];
    const today = Math.floor(toSeconds(kernel.now()) / daySeconds);
    const cohort = returnDays.map(() => 0);
    const returned = returnDays.map(() => 0);
    let counted = toSeconds(kernel.now());
    // One after the other: an account with many viewers must not take all of the database.
    for (const month of cohortMonths(first, last, today)) {
      const found = await countMonth(accountId, month, today);
      counted = Math.min(counted, found.at);
      for (const index of returnDays.keys()) {
        cohort[index]! += found.cohort[index]!;
        returned[index]! += found.returned[index]!;
      }
    }
    return {
      ts_start,
      ts_end,
      ts_counted: counted,
      after: returnDays.map((days, index) => {
        const end = lastCohortDay(last, days, today);
        return {
          days,
          cohort: cohort[index]!,
          returned: returned[index]!,
          share: cohort[index] === 0 ? null : returned[index]! / cohort[index]!,
          ts_first: end < first ? null : ts_start,
          ts_last: end < first ? null : end * daySeconds,
        };
      }),
    };
  };
};

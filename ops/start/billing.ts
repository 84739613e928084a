import { proofLayout } from '#contracts/billing-proof/layout.ts';
import { secondsPerDay, wholeDays } from '#contracts/subscription/periods.ts';
import { toEpochMs } from '#contracts/time.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countAccountViewers, readMonths } from '#projections/analytics/questions/mau/read.ts';
import { sealProof } from '#projections/analytics/questions/mau-proof/seal.ts';
import { isSettled } from '#projections/analytics/questions/mau-proof/settled.ts';
import { type CountViewers, startBilling } from '#services/billing/runner.ts';
import type { MonthViewers } from '#services/billing/viewer-limit/tell.ts';

const { mostDays } = proofLayout;

/** Counts the viewers of a period once they are settled, and seals what was counted; of a year its last days, as many as a month has. */
export const countSealedViewers =
  (kernel: Kernel): CountViewers =>
  async (accountId, period) => {
    // Its viewers are still being made.
    if (kernel.demo.filling && accountId === demoAccount) return null;
    if (!(await isSettled(kernel, period.to))) return null;
    const from = wholeDays(period) > mostDays ? period.to - mostDays * secondsPerDay : period.from;
    const { statement, signature, key_id } = await sealProof(kernel, accountId, from, period.to);
    const { mau, marked } = statement.summary;
    return { mau, marked, digest: statement.digest, signature, key_id };
  };

/** Reads the viewers of months as they are counted so far. */
export const countedMonths = ({ analytics }: Pick<Kernel, 'analytics'>): MonthViewers => ({
  seen: (accountIds, from) => readMonths(analytics, accountIds, toEpochMs(from)),
  async billed(accountId, { from, to }) {
    const { viewers, marked } = await countAccountViewers(analytics, accountId, toEpochMs(from), toEpochMs(to - 1));
    return viewers - marked;
  },
});

/** Closes periods of subscriptions, tries payments again, and tells owners of what becomes of their plan. */
export const startBillingCycle = startBilling(countSealedViewers, countedMonths);

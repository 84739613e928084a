import { proofLayout } from '#contracts/billing-proof/layout.ts';
import { secondsPerDay, wholeDays } from '#contracts/subscription/periods.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { sealProof } from '#projections/analytics/questions/mau-proof/seal.ts';
import { isSettled } from '#projections/analytics/questions/mau-proof/settled.ts';
import { type CountViewers, startBilling } from '#services/billing/runner.ts';

const { mostDays } = proofLayout;

/** Counts the viewers of a period once they are settled, and seals what was counted; of a year its last days, as many as a month has. */
export const countSealedViewers =
  (kernel: Kernel): CountViewers =>
  async (accountId, period) => {
    // Its viewers are still being made.
    if (kernel.demo.filling && accountId === demoAccount) return null;
    if (!(await isSettled(kernel, period.to))) return null;
    const from = wholeDays(period) > mostDays ? period.to - mostDays * secondsPerDay : period.from;
    const { statement } = await sealProof(kernel, accountId, from, period.to);
    const { mau, marked } = statement.summary;
    return { mau, marked, digest: statement.digest };
  };

/** Closes periods of subscriptions, and tries payments again. */
export const startBillingCycle = startBilling(countSealedViewers);

import type { CustomPlan, HeldPlanId } from '../api/plans.ts';
import type { UnixSeconds } from '../time.ts';
import { type BillingPeriod, dayStart, periodAfter } from './periods.ts';
import { termsOf } from './terms.ts';

/** A period that is over, of which the viewers are to be counted. */
export interface UncountedPeriod {
  plan: HeldPlanId;
  period: BillingPeriod;
}
/** Days of a plan that ended before its period: their viewers are counted, and charged at what held then. */
export interface CutOff extends UncountedPeriod {
  /** The terms of a plan that staff had made. */
  custom: CustomPlan | null;
}

interface Cut {
  plan: HeldPlanId | null;
  period: BillingPeriod | null;
  ts_start: UnixSeconds | null;
  scheduled: { plan: HeldPlanId | null; ts: UnixSeconds } | null;
  custom: CustomPlan | null;
}

/**
 * What a subscription that ends at a midnight leaves to be counted: the days of the period that runs, and of those after it
 * where it is over and was not closed in time.
 */
export const cutOffAt = ({ plan, period, ts_start, scheduled, custom }: Cut, at: UnixSeconds): UncountedPeriod[] => {
  const found: UncountedPeriod[] = [];
  for (let next = period; next && ts_start !== null && next.from < at; ) {
    const held = scheduled && scheduled.ts <= next.from ? scheduled.plan : plan;
    if (held === null) break;
    found.push({ plan: held, period: { from: next.from, to: Math.min(next.to, at) } });
    next = periodAfter(dayStart(ts_start), next, termsOf(held, custom).interval);
  }
  return found;
};

/** What is still to be counted once another plan begins: the day with which it begins is that plan's. */
export const cutOffBefore = (cut: readonly CutOff[], ts_start: UnixSeconds): CutOff[] =>
  cut.flatMap(({ period: { from, to }, ...rest }) => {
    const end = Math.min(to, dayStart(ts_start));
    return from < end ? [{ ...rest, period: { from, to: end } }] : [];
  });

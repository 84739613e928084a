import { entitlement, type PlanFacts } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { monthAround } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { isFarAbove, type ViewerLimitKind } from '#contracts/subscription/viewer-limit.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** What is known of the viewers of a calendar month: those who would be billed in it and in the month before. */
export interface CountedMonth {
  ts_from: UnixSeconds;
  mau: number;
  mau_before: number;
}

/** The calendar month before the one that begins at a midnight. */
export const monthBefore = (from: UnixSeconds) => monthAround(0, from - 1);

const kindOf = (
  { viewers_told = [] }: Pick<SubscriptionState, 'viewers_told'>,
  { ts_from, mau, mau_before }: CountedMonth,
  limit: number,
): ViewerLimitKind | null => {
  if (mau < limit) return null;
  // A month of which nobody was told was one of a plan that is paid, or that included more.
  const again = viewers_told.some((told) => told.ts_from === monthBefore(ts_from).from);
  return again && isFarAbove(mau_before, limit) && isFarAbove(mau, limit) ? 'exceeded' : 'reached';
};

/** Tells once a month and kind that an account without a subscription has the viewers of its plan, or a fifth more for another month. */
export const decideViewerLimit = (
  state: SubscriptionState,
  counted: CountedMonth,
  { account, now }: { account: PlanFacts; now: UnixSeconds },
): SubscriptionEvent[] => {
  if (account.premium || state.plan !== null) return [];
  const { mau_limit } = entitlement(account, now);
  const kind = kindOf(state, counted, mau_limit);
  const told = state.viewers_told?.find(({ ts_from }) => ts_from === counted.ts_from)?.kind;
  if (kind === null || told === kind || told === 'exceeded') return [];
  const { ts_from, mau } = counted;
  return [{ type: 'ViewerLimitReached', data: { account_id: state.account_id, kind, ts_from, mau, mau_limit } }];
};

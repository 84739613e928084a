import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { dayStart } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { decideCancel } from '../decide.ts';
import { askEvent } from './settle.ts';

/** Whether a deal's year runs that its code has paid, of which Stripe knows nothing. */
const isPaidByCode = ({ plan, outside }: Pick<SubscriptionState, 'plan' | 'outside'>): boolean =>
  plan === 'deal' && outside.subscription === null;

/**
 * What becomes, at the end of its period, of a plan that Stripe does not run: what was bought with test cards is over, a
 * deal's year is asked of the card, or is over without one.
 */
export const leaveLocal = (
  { open, period, plan, scheduled, outside }: SubscriptionState,
  { now, has_card }: { now: UnixSeconds; has_card: boolean },
): SubscriptionEvent[] => {
  const events: SubscriptionEvent[] = [];
  if (open) events.push({ type: 'InvoiceWrittenOff', data: { invoice_id: open.id } });
  if (!period || period.to > now || outside.asks.length > 0) return events;
  const isCanceled = scheduled?.plan === null;
  if (isPaidByCode({ plan, outside }) && has_card && !isCanceled) {
    const start = { kind: 'start', plan: 'deal', ts_day: dayStart(now), free_month: false } as const;
    return [...events, askEvent({ ...start, promo: null, promotion: null }, now)];
  }
  const reason = plan !== 'deal' ? 'provider' : isCanceled ? 'canceled' : 'deal_over';
  return [...events, { type: 'SubscriptionEnded', data: { reason, ts_end: period.to } }];
};

/** Ends a deal's year with itself, or goes on with it after all; null where Stripe runs the plan, and is to be asked. */
export const decideDealYear = (state: SubscriptionState, act: 'end' | 'keep'): SubscriptionEvent[] | null => {
  if (!isPaidByCode(state)) return null;
  if (act === 'end') return decideCancel(state);
  return state.scheduled ? [{ type: 'ScheduledChangeWithdrawn', data: {} }] : [];
};

import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** Ends what was bought with test cards at the end of its period, now that Stripe takes the money: then a card is asked for. */
export const leaveTestCards = ({ open, period, plan }: SubscriptionState, now: UnixSeconds): SubscriptionEvent[] => {
  const events: SubscriptionEvent[] = [];
  if (open) events.push({ type: 'InvoiceWrittenOff', data: { invoice_id: open.id } });
  const reason = plan === 'deal' ? 'deal_over' : 'provider';
  if (period && period.to <= now) events.push({ type: 'SubscriptionEnded', data: { reason, ts_end: period.to } });
  return events;
};

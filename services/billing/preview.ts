import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { lineText } from '#contracts/subscription/line-text.ts';
import { comingInvoice } from '#contracts/subscription/lines.ts';
import type { SubscribePreview } from '#contracts/subscription/rows.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { say } from '#kernel/platform/say.ts';
import type { BillingFacts } from './decide.ts';

/** What a decision would cost, and when it takes effect. */
export const previewOf = (
  before: SubscriptionState,
  events: readonly SubscriptionEvent[],
  facts: BillingFacts,
): SubscribePreview => {
  const state = events.reduce(evolveSubscription, before);
  const closed = events.flatMap((event) => (event.type === 'InvoiceClosed' ? [event.data.invoice] : []));
  const due = events.reduce((sum, event) => sum + (event.type === 'InvoicePaid' ? event.data.amount : 0), 0);
  // Its first invoice is what makes the account billed, so that the next one is not its first.
  const charging = { billing: 'local', has_card: facts.card !== null } as const;
  const next = comingInvoice(state, { ...facts, referred: false }, charging);
  return {
    amount_due: due,
    proration: closed.flatMap(({ lines }) =>
      lines.map((line) => ({ description: say(lineText(line)), amount: line.amount })),
    ),
    next_amount: next?.amount ?? 0,
    next_date: next?.date ?? null,
    currency: 'usd',
    // What waits after this is what is asked for, also where it waited before.
    ts_change: state.scheduled?.ts ?? facts.now,
    kept_until: state.kept_until,
  };
};

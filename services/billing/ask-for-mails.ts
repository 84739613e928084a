import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { streamId } from '#contracts/stream-name.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { asksToConfirm } from '#contracts/subscription/outside.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';

type Failed = (SubscriptionEvent & { type: 'PaymentFailed' })['data'];

/** Whether the owners are mailed of a payment that failed; `closed` are the invoices of which a mail says so itself. */
const isFailureMailed = (failed: Failed, closed: ReadonlySet<string>, { outside }: SubscriptionState): boolean => {
  const { invoice_id, ts_next, by_person } = failed;
  if (by_person) return false;
  if (!asksToConfirm(failed)) return !closed.has(invoice_id);
  // Once for an invoice; the last time says that the plan is over.
  const told = outside.invoices.some(({ id, confirm_told }) => id === invoice_id && confirm_told);
  return !told || ts_next === null;
};

/**
 * Asks for the mails to an account's owners: of a closed invoice, of a payment that failed or that they are to confirm to
 * their bank, of free time that ends, and of viewers that reach what is free. The first failure of an invoice is part of the
 * mail about it, unless it asks for something. `before` is the subscription before these events.
 */
export const askForMails = async (
  trx: CommandTrx,
  recorded: readonly Recorded<StoryrailEvent>[],
  before: SubscriptionState,
): Promise<void> => {
  const closed = new Set<string>();
  for (const event of recorded) {
    if (event.type === 'InvoiceClosed') closed.add(event.data.invoice.id);
    else if (event.type === 'PaymentFailed') {
      if (!isFailureMailed(event.data, closed, before)) continue;
    } else if (event.type !== 'FreeTimeEnding' && event.type !== 'ViewerLimitReached') continue;
    const { event_id, stream } = event.meta;
    await enqueueEffect(trx, event_id, 'billing_mail', { account_id: streamId(stream) });
  }
};

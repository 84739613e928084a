import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { streamId } from '#contracts/stream-name.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';

/**
 * Asks for the mails to an account's owners: of a closed invoice, of a payment that failed, of free time that ends, and of
 * viewers that reach what is free. The first failure of an invoice is part of the mail about it.
 */
export const askForMails = async (trx: CommandTrx, recorded: readonly Recorded<StoryrailEvent>[]): Promise<void> => {
  const closed = new Set<string>();
  for (const event of recorded) {
    if (event.type === 'InvoiceClosed') closed.add(event.data.invoice.id);
    else if (event.type === 'PaymentFailed') {
      if (closed.has(event.data.invoice_id)) continue;
    } else if (event.type !== 'FreeTimeEnding' && event.type !== 'ViewerLimitReached') continue;
    const { event_id, stream } = event.meta;
    await enqueueEffect(trx, event_id, 'billing_mail', { account_id: streamId(stream) });
  }
};

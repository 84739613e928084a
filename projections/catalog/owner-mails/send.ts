import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { toSeconds } from '#contracts/time.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import {
  type BillingReader,
  renderFailedPayment,
  renderFreeEnd,
  renderInvoiceMail,
  renderViewerLimit,
} from '#kernel/mail/billing.ts';
import type { MailContent } from '#kernel/mail/templates.ts';
import { findInvoice, readSubscribed } from '../billing.ts';

type Mailed = Extract<
  SubscriptionEvent,
  { type: 'InvoiceClosed' | 'PaymentFailed' | 'FreeTimeEnding' | 'ViewerLimitReached' }
>;
type Write = (reader: BillingReader) => MailContent;

/** What the mail of an event says; of an invoice how it stands now. */
const writing = async (kernel: Kernel, accountId: string, event: Mailed): Promise<Write> => {
  if (event.type === 'FreeTimeEnding') return (reader) => renderFreeEnd(reader, event.data);
  if (event.type === 'ViewerLimitReached') return (reader) => renderViewerLimit(reader, event.data);
  const id = event.type === 'InvoiceClosed' ? event.data.invoice.id : event.data.invoice_id;
  const [found, state] = await Promise.all([findInvoice(kernel, accountId, id), readSubscribed(kernel, accountId)]);
  const { invoice } = found!;
  if (event.type === 'InvoiceClosed') {
    const open = state.open?.id === id ? state.open : null;
    const [ts_next, confirm] = [open?.ts_next ?? null, open?.confirm === true];
    const proof = `${kernel.config.PUBLIC_URL}/settings/payment/proof`;
    return (reader) => renderInvoiceMail(reader, { invoice, ts_next, confirm, proof });
  }
  const { amount, code, ts_next } = event.data;
  const then = ts_next !== null ? { ts_next } : invoice.status === 'uncollectible' ? 'ended' : 'waits';
  return (reader) => renderFailedPayment(reader, { number: invoice.number, amount, code, then });
};

interface Owner {
  id: string;
  email_ref: string | null;
  firstname_ref: string | null;
}

/** Mails the owners of an account what an event says of its money. */
export const sendBillingMail = async (kernel: Kernel, eventId: string, accountId: string): Promise<void> => {
  const { db, mails, config } = kernel;
  const row = await db.query
    .selectFrom('event')
    .select(['type', 'data'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!row) return;
  const { rows: owners } = await db.pool.query<Owner>({
    name: 'billed-owners',
    text: `select id, email_ref, firstname_ref from member
            where account_id = $1 and phase = 'member' and verified and not disabled and permissions ? 'account_owner'
            order by id`,
    values: [accountId],
  });
  const write = await writing(kernel, accountId, row as unknown as Mailed);
  const person = await readPersonal(
    db,
    owners.flatMap(({ email_ref, firstname_ref }) => [email_ref, firstname_ref]).filter((ref) => ref !== null),
  );
  const page = `${config.PUBLIC_URL}/settings/payment`;
  for (const { id, email_ref, firstname_ref } of owners) {
    const to = person(email_ref);
    if (!to || to === 'erased') continue;
    const content = write({ firstname: person(firstname_ref), page });
    await mails.send({
      id: `${eventId}-billing_mail-${id}`,
      to,
      ...content,
      links: [page],
      ts: toSeconds(kernel.now()),
    });
  }
};

import type { InvoiceLine } from '#contracts/subscription/invoice.ts';
import { lineText } from '#contracts/subscription/line-text.ts';
import type { OutsideAsk, OutsideAsked } from '#contracts/subscription/outside-ask.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { say } from '#kernel/platform/say.ts';
import { StripeFailure } from './answers.ts';
import type { Stripe } from './open.ts';
import { writeOnce } from './write-once.ts';

type OwnLine = InvoiceLine & { kind: 'overage' | 'free_month' | 'premium' };
/** Something that is asked of a customer, at `now`. */
export interface CustomerAsk {
  customer: string;
  asked: OutsideAsked;
  now: UnixSeconds;
}

const metadataOf = (line: OwnLine, { ask }: OutsideAsked): Record<string, string> => {
  if (line.kind !== 'overage') return { kind: 'take_off', reason: line.kind === 'premium' ? line.kind : line.reason };
  const { kind, plan, period, thousands, unit_amount } = line;
  return {
    ...{ kind, plan, from: String(period.from), to: String(period.to) },
    ...{ thousands: String(thousands), unit_amount: String(unit_amount) },
    ...(ask.kind === 'overage' && ask.closes ? { closes: 'true' } : {}),
  };
};

/** Adds a line to a draft, or to what waits to be billed; once for what is asked. */
export const addOwnLine = async (
  stripe: Stripe,
  { customer, asked, now }: CustomerAsk,
  { key, invoice }: { key: string; invoice?: string },
  line: OwnLine,
): Promise<void> => {
  const { ask_id, ts_asked } = asked;
  const period =
    line.kind === 'overage' ? { start: line.period.from, end: line.period.to } : { start: ts_asked, end: ts_asked };
  const charge = {
    customer,
    ...(invoice === undefined ? {} : { invoice }),
    amount: line.amount,
    description: say(lineText(line)),
    period,
    metadata: { ...metadataOf(line, asked), ask_id },
  };
  await writeOnce(
    { key, ts_asked, now },
    (once) => stripe.addCharge(once, charge),
    async () => (await stripe.findCharge(customer, ask_id)) !== null,
  );
};

const reasonOf = (error: unknown) => (error instanceof StripeFailure ? error.reason : null);

const isClosed = (error: unknown): boolean => {
  const reason = reasonOf(error);
  return reason?.kind === 'refused' && reason.code === 'invoice_not_editable';
};

/** Charges an invoice of one's own at once, and gives it up where that fails. */
const chargeAtOnce = async (stripe: Stripe, key: string, invoice: string): Promise<void> => {
  let { status } = await stripe.readInvoice(invoice);
  if (status === 'draft') status = (await stripe.finalizeInvoice(`${key}:finalize`, invoice)).status;
  if (status !== 'open') return;
  try {
    await stripe.payInvoice(`${key}:pay`, invoice);
  } catch (error) {
    const kind = reasonOf(error)?.kind;
    if (kind !== 'declined' && kind !== 'refused') throw error;
    if ((await stripe.readInvoice(invoice)).status === 'open') await stripe.voidInvoice(`${key}:void`, invoice);
  }
};

/** Bills a line that waits, once. */
const billAlone = async (
  stripe: Stripe,
  { customer, asked, now }: CustomerAsk,
  { at_once }: Pick<OutsideAsk & { kind: 'overage' }, 'at_once'>,
): Promise<void> => {
  const { ask_id, ts_asked } = asked;
  const invoiceOf = async () => (await stripe.findCharge(customer, ask_id))?.invoice ?? null;
  if ((await invoiceOf()) === null)
    await writeOnce(
      { key: `${ask_id}:bill`, ts_asked, now },
      (once) => stripe.billCharges(once, customer),
      async () => (await invoiceOf()) !== null,
    );
  const invoice = at_once ? await invoiceOf() : null;
  if (invoice !== null) await chargeAtOnce(stripe, ask_id, invoice);
};

/**
 * Puts what viewers above the limit cost on the renewal that closes their period, or bills it alone once that is closed; of
 * an account in which nobody is left alone and at once.
 */
export const addOverage = async (
  stripe: Stripe,
  whom: CustomerAsk,
  line: OutsideAsk & { kind: 'overage' },
): Promise<void> => {
  const { customer, asked } = whom;
  const { ask_id } = asked;
  const there = await stripe.findCharge(customer, ask_id);
  const { invoices } = await stripe.listInvoices(customer);
  const draft = invoices.find(
    ({ status, reason, period_end }) =>
      status === 'draft' && reason === 'subscription_cycle' && period_end <= line.period.to + 86_400,
  );
  if (!there && draft && !line.at_once)
    try {
      await addOwnLine(stripe, whom, { key: `${ask_id}:${draft.id}`, invoice: draft.id }, line);
      return;
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  if (!there) await addOwnLine(stripe, whom, { key: `${ask_id}:own` }, line);
  if (!there || there.invoice === null || line.at_once) await billAlone(stripe, whom, line);
};

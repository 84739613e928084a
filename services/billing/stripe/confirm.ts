import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import type { CommandAnswer } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { BillingRequest } from '../provider.ts';
import { StripeFailure, type StripeInvoice } from './answers.ts';
import { ifThere } from './if-there.ts';
import { type Stripe, stripeOf } from './open.ts';
import { orUnavailable, readSubscriptionState, settleAtStripe, withAccountAtStripe } from './settle.ts';

/** What Stripe calls an invoice of an account, and whether it waits to be paid; refuses one that is not theirs. */
const invoiceNamed = ({ outside }: SubscriptionState, invoiceId: string): { outside_id: string; open: boolean } => {
  const { confirming, invoices } = outside;
  if (confirming?.invoice_id === invoiceId) return { outside_id: confirming.invoice, open: true };
  const found = invoices.find(({ id }) => id === invoiceId);
  if (!found) throw new Refusal('NotFound', subscriptionWords.notConfirmed);
  return found;
};

/** Where the bank asks for the payment of an invoice; null where Stripe does not say, or needs another card for it. */
const askBank = async (
  stripe: Stripe,
  { id, customer }: StripeInvoice,
  return_url: string,
): Promise<{ url: string | null; paid: boolean }> => {
  const payment = await stripe.readPayment(id);
  if (payment?.status !== 'open') return { url: null, paid: false };
  // Asked for once more, from another window or after a reload.
  if (payment.asked?.return_url === return_url) return { url: payment.asked.url, paid: false };
  const card = customer === null ? null : ((await stripe.readCustomer(customer))?.default_card ?? null);
  try {
    const { asked, status } = await stripe.confirmPayment(`confirm:${uuidv7()}`, payment.id, { card, return_url });
    return { url: asked?.url ?? null, paid: status === 'paid' };
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason.kind === 'unavailable') throw error;
    return { url: null, paid: false };
  }
};

/** Follows what has become of an invoice; answers whether it is paid. */
const isPaidNow = async (kernel: Kernel, { principal, context }: BillingRequest, invoice: string): Promise<boolean> => {
  const { account_id } = principal;
  await orUnavailable(settleAtStripe(kernel, account_id, { context, batch_id: null }));
  const stripe = await stripeOf(kernel);
  return (await orUnavailable(ifThere(stripe.readInvoice(invoice))))?.status === 'paid';
};

/**
 * Begins the confirmation of an open invoice's payment: answers where the bank asks, which leads back to our page; Stripe's
 * page of the invoice where there is no such address; null once it is paid.
 */
export const confirmAtStripe = async (
  kernel: Kernel,
  request: BillingRequest,
  invoiceId: string,
): Promise<CommandAnswer> => {
  const { account_id } = request.principal;
  const stripe = await stripeOf(kernel);
  const { outside_id: outside, open } = invoiceNamed(await readSubscriptionState(kernel, account_id), invoiceId);
  if (!open) throw new Refusal('NotFound', subscriptionWords.notConfirmed);
  const return_url = `${kernel.config.PUBLIC_URL}/settings/payment?confirmed=${invoiceId}`;
  const begun = await withAccountAtStripe(kernel, account_id, async () => {
    const invoice = await orUnavailable(stripe.readInvoice(outside));
    if (invoice.status !== 'open') return { url: null, paid: invoice.status === 'paid' };
    const { url, paid } = await orUnavailable(askBank(stripe, invoice, return_url));
    return { url: url ?? (paid ? null : invoice.page), paid };
  });
  if (begun.url !== null) return { status: 200, data: { url: begun.url } };
  if (!(await isPaidNow(kernel, request, outside))) throw new Refusal('NotFound', subscriptionWords.notConfirmed);
  return { status: 200, data: { url: null }, message: subscriptionWords.paid };
};

/** What has come of a confirmation that somebody comes back from. */
export const confirmedAtStripe = async (
  kernel: Kernel,
  request: BillingRequest,
  invoiceId: string,
): Promise<CommandAnswer> => {
  const { outside_id } = invoiceNamed(await readSubscriptionState(kernel, request.principal.account_id), invoiceId);
  const isPaid = await isPaidNow(kernel, request, outside_id);
  const { paid, notConfirmed } = subscriptionWords;
  return { status: 200, data: { paid: isPaid }, message: isPaid ? paid : notConfirmed };
};

import { Refusal } from '#contracts/api/errors.ts';
import type { HeldPlanId } from '#contracts/api/plans.ts';
import type { OutsideState } from '#contracts/subscription/outside.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { type StripeCard, StripeFailure, type StripeInvoice, type StripeSubscription } from './answers.ts';
import { ifThere } from './if-there.ts';
import { planOfProduct, type Stripe } from './open.ts';

/** A subscription with the plan that it is of; null where that is none of ours. */
export interface SeenSubscription extends Omit<StripeSubscription, 'next'> {
  plan: HeldPlanId | null;
  next: { plan: HeldPlanId; ts: UnixSeconds } | null;
}
/** How a customer stands at Stripe at one moment. */
export interface StripeSnapshot {
  /** The customer is gone, and all that it had. */
  gone: boolean;
  /** The one that runs, else the one that is known, which has ended; null without one. */
  subscription: SeenSubscription | null;
  /** The newest twenty and those that are known as open, the oldest first; drafts too, but not what waits for the person. */
  invoices: readonly StripeInvoice[];
  /** The invoice by whose payment a subscription, or a change of it, begins, and until when; null where nothing waits so. */
  waiting: { invoice: StripeInvoice; ts_until: UnixSeconds } | null;
  cards: readonly StripeCard[];
  default_card: string | null;
  /** Ids of others of ours that run beside it, the newest first: none, unless somebody has made one at Stripe. */
  others: readonly string[];
  /** Cents towards invoices to come. */
  credit: number;
}

/** Whether a subscription goes on: it has begun, and has not ended. */
export const isRunningAtStripe = ({ status }: Pick<StripeSubscription, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid';

/** A customer that was made here, or null where it was deleted; one that is not there at all is of another account of Stripe's. */
const readKnown = async (stripe: Stripe, customerId: string) => {
  try {
    return await stripe.readCustomer(customerId);
  } catch (error) {
    if (error instanceof StripeFailure && error.reason.kind === 'not_found') throw new Refusal('PaymentRefused');
    throw error;
  }
};

const seen = async (stripe: Stripe, subscription: StripeSubscription): Promise<SeenSubscription> => {
  const { next, product } = subscription;
  const plan = next && (await stripe.planAt(next.price));
  return { ...subscription, plan: planOfProduct(product), next: next && plan ? { plan, ts: next.ts } : null };
};

/** An open invoice that was tried since it was looked at last, with why it failed. */
const withConfirmation = async (
  stripe: Stripe,
  invoice: StripeInvoice,
  known: OutsideState['invoices'],
): Promise<StripeInvoice> => {
  const before = known.find(({ outside_id }) => outside_id === invoice.id)?.attempts ?? 0;
  if (invoice.status !== 'open' || invoice.attempts <= before) return invoice;
  return (await stripe.readPayment(invoice.id))?.unconfirmed ? { ...invoice, unconfirmed: true } : invoice;
};

const waitingFor = (
  invoice: StripeInvoice | undefined,
  subscriptions: readonly StripeSubscription[],
): StripeSnapshot['waiting'] => {
  const until = subscriptions.find(({ latest_invoice }) => latest_invoice === invoice?.id)?.ts_confirm ?? null;
  return invoice && until !== null ? { invoice, ts_until: until } : null;
};

/** Reads how a customer stands, and what became of what is known of it. Throws StripeFailure; refuses where the key is of another account of Stripe's. */
export const readSnapshot = async (
  stripe: Stripe,
  customerId: string,
  known: Pick<OutsideState, 'subscription' | 'invoices'>,
): Promise<StripeSnapshot> => {
  const [customer, running, listed, cards] = await Promise.all([
    readKnown(stripe, customerId),
    ifThere(stripe.listSubscriptions(customerId)),
    ifThere(stripe.listInvoices(customerId)),
    ifThere(stripe.listCards(customerId)),
  ]);
  const live = (running ?? []).filter(isRunningAtStripe);
  const ours = live.filter(({ product }) => planOfProduct(product) !== null);
  const chosen =
    live.find(({ id }) => id === known.subscription) ??
    ours.at(-1) ??
    live.at(-1) ??
    (known.subscription ? await ifThere(stripe.readSubscription(known.subscription)) : null);
  const newest = listed?.invoices ?? [];
  const open = known.invoices.filter((one) => one.open && newest.every(({ id }) => id !== one.outside_id));
  const older = await Promise.all(open.map(({ outside_id }) => ifThere(stripe.readInvoice(outside_id))));
  const read = [...newest.toReversed(), ...older.flatMap((one) => one ?? [])].sort((a, b) => a.ts - b.ts);
  const waits = (running ?? []).filter(({ ts_confirm }) => ts_confirm !== null);
  const isWaiting = ({ id, status }: StripeInvoice) =>
    status === 'open' && waits.some(({ latest_invoice }) => latest_invoice === id);
  const due = read.filter((one) => !isWaiting(one));
  const invoices = await Promise.all(due.map((one) => withConfirmation(stripe, one, known.invoices)));
  return {
    gone: customer === null,
    waiting: waitingFor(read.findLast(isWaiting), waits),
    subscription: chosen && (await seen(stripe, chosen)),
    invoices,
    cards: cards ?? [],
    default_card: customer?.default_card ?? null,
    others: ours.flatMap(({ id }) => (id === chosen?.id ? [] : [id])),
    credit: Math.max(0, -(customer?.balance ?? 0)),
  };
};

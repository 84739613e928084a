import type { InvoiceLine } from '#contracts/subscription/invoice.ts';
import { lineText } from '#contracts/subscription/line-text.ts';
import type { OutsideAsk, OutsideAsked } from '#contracts/subscription/outside-ask.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { say } from '#kernel/platform/say.ts';
import { StripeFailure } from './answers.ts';
import type { Stripe } from './open.ts';

/** Stripe forgets a key after a day; what is asked once more after this long, in seconds, could be done twice. */
const keyHolds = 20 * 3600;
/** How long somebody who wants to pay is taken at their word, in seconds. */
const wishHolds = 600;

/** Who is asked for. */
export interface AskedCustomer {
  customer: string;
  /** The subscription that runs; null without one. */
  subscription: string | null;
  /** Tells Stripe who the customer is, as that stands now, and whose a card is. */
  describe(key: string, card: string | null): Promise<void>;
}

const addLine = async (
  stripe: Stripe,
  { customer }: AskedCustomer,
  { key, ask_id, invoice }: { key: string; ask_id: string; invoice?: string },
  line: InvoiceLine & { kind: 'overage' | 'free_month' | 'premium' },
  now: UnixSeconds,
): Promise<void> => {
  const { kind, amount } = line;
  const own: Record<string, string> =
    kind === 'overage'
      ? {
          kind,
          plan: line.plan,
          from: String(line.period.from),
          to: String(line.period.to),
          thousands: String(line.thousands),
          unit_amount: String(line.unit_amount),
        }
      : { kind: 'take_off', reason: kind === 'premium' ? kind : line.reason };
  const period = kind === 'overage' ? { start: line.period.from, end: line.period.to } : { start: now, end: now };
  await stripe.addCharge(key, {
    customer,
    ...(invoice === undefined ? {} : { invoice }),
    amount,
    description: say(lineText(line)),
    period,
    metadata: { ...own, ask_id },
  });
};

const isClosed = (error: unknown): boolean =>
  error instanceof StripeFailure && error.reason.kind === 'refused' && error.reason.code === 'invoice_not_editable';

/** Puts what viewers above the limit cost on the renewal that closes their period, or bills it alone once that is closed. */
const addOverage = async (
  stripe: Stripe,
  whom: AskedCustomer,
  { ask_id, ts_asked }: OutsideAsked,
  line: OutsideAsk & { kind: 'overage' },
): Promise<void> => {
  const { customer } = whom;
  const there = await stripe.findCharge(customer, ask_id);
  if (there) {
    if (there.invoice === null) await stripe.billCharges(`${ask_id}:bill`, customer);
    return;
  }
  const { invoices } = await stripe.listInvoices(customer);
  const draft = invoices.find(
    ({ status, reason, period_end }) =>
      status === 'draft' && reason === 'subscription_cycle' && period_end <= line.period.to + 86_400,
  );
  if (draft) {
    try {
      await addLine(stripe, whom, { key: `${ask_id}:${draft.id}`, ask_id, invoice: draft.id }, line, ts_asked);
      return;
    } catch (error) {
      if (!isClosed(error)) throw error;
    }
  }
  await addLine(stripe, whom, { key: `${ask_id}:own`, ask_id }, line, ts_asked);
  await stripe.billCharges(`${ask_id}:bill`, customer);
};

/** Charges an invoice; one that was paid meanwhile is paid. */
const pay = async (stripe: Stripe, key: string, invoice: string): Promise<void> => {
  try {
    await stripe.payInvoice(key, invoice);
  } catch (error) {
    const isRefused = error instanceof StripeFailure && error.reason.kind === 'refused';
    if (!isRefused || (await stripe.readInvoice(invoice)).status !== 'paid') throw error;
  }
};

const act = async (stripe: Stripe, whom: AskedCustomer, asked: OutsideAsked): Promise<void> => {
  const { ask_id: key, ask, ts_asked } = asked;
  const { customer, subscription } = whom;
  const own = (): string => {
    if (subscription === null) throw new StripeFailure({ kind: 'not_found' });
    return subscription;
  };
  switch (ask.kind) {
    case 'start': {
      const { plan, promotion, free_month, ts_day } = ask;
      const begin = { customer, price: await stripe.priceOf(plan), midnight: ts_day, now: ts_asked };
      if (!free_month) {
        await stripe.startSubscription(key, { ...begin, ...(promotion === null ? {} : { promotion }) });
        return;
      }
      const { amount } = termsOf(plan, null);
      await stripe.credit(`${key}:free`, customer, { amount, description: say(billingWords.referredMonth) });
      const { id } = await stripe.startSubscription(key, begin);
      // The first invoice is free already.
      if (promotion !== null) await stripe.applyPromotion(`${key}:promotion`, id, promotion);
      return;
    }
    case 'change':
      return void (await stripe.changeNow(key, own(), {
        price: await stripe.priceOf(ask.plan),
        from: ask.ts_day,
        ...(ask.promotion ? { promotion: ask.promotion } : {}),
      }));
    case 'promote':
      return stripe.applyPromotion(key, own(), ask.promotion);
    case 'change_later':
      return void (await stripe.changeAt(key, own(), { price: await stripe.priceOf(ask.plan), ts: ask.ts }));
    case 'end_later':
      return void (await stripe.cancelAt(key, own(), ask.ts));
    case 'keep':
      return void (await stripe.keep(key, own()));
    case 'pay':
      return pay(stripe, key, ask.invoice);
    case 'end_now':
      return stripe.cancelNow(key, ask.subscription);
    case 'overage':
      return addOverage(stripe, whom, asked, ask);
    case 'take_off': {
      const { reason, invoice, amount } = ask;
      if (await stripe.findCharge(customer, key)) return;
      const line: InvoiceLine & { kind: 'free_month' | 'premium' } =
        reason === 'premium' ? { kind: 'premium', amount: -amount } : { kind: 'free_month', reason, amount: -amount };
      return addLine(stripe, whom, { key, ask_id: key, invoice }, line, ts_asked);
    }
    case 'describe':
      return whom.describe(key, ask.card);
    case 'credit':
      return stripe.credit(key, customer, { amount: ask.amount, description: say(billingWords.credit) });
  }
};

/** For how long something is asked again, in seconds; what can be done twice without harm always. */
const askedFor = ({ kind }: OutsideAsk): number => {
  if (kind === 'start' || kind === 'change' || kind === 'pay') return wishHolds;
  return kind === 'credit' || kind === 'promote' ? keyHolds : Number.POSITIVE_INFINITY;
};

/**
 * Does what Stripe was asked for, once, however often this is run. Answers null, or why Stripe refused: `expired` where it
 * could not be reached for so long that it is not asked again. Throws StripeFailure `unavailable` where it can be tried again.
 */
export const perform = async (
  stripe: Stripe,
  whom: AskedCustomer,
  asked: OutsideAsked,
  now: UnixSeconds,
): Promise<string | null> => {
  if (now - asked.ts_asked > askedFor(asked.ask)) return 'expired';
  try {
    await act(stripe, whom, asked);
    return null;
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason.kind === 'unavailable') throw error;
    const { reason } = error;
    if (reason.kind === 'declined') return `declined: ${reason.code}`;
    return 'code' in reason && reason.code !== null ? reason.code : reason.kind;
  }
};

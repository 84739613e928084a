import type { InvoiceLine } from '#contracts/subscription/invoice.ts';
import type { OutsideAsk, OutsideAsked } from '#contracts/subscription/outside-ask.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { say } from '#kernel/platform/say.ts';
import { isUnconfirmedCode, StripeFailure } from './answers.ts';
import { addOverage, addOwnLine } from './charge-viewers.ts';
import { ifThere } from './if-there.ts';
import type { Stripe } from './open.ts';
import { isRunningAtStripe } from './snapshot.ts';
import { type KeyedWrite, writeOnce } from './write-once.ts';

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

/** How long after it was asked for the card is first charged for another year of a deal, in seconds: later than it is given up. */
const dealStarts = wishHolds + 300;

/** What can be written twice without harm is written once more. */
const harmless = async (): Promise<boolean> => false;

/** Charges an invoice; one that was paid meanwhile is paid. */
const pay = async (stripe: Stripe, asked: KeyedWrite, invoice: string): Promise<void> => {
  const isPaid = async () => (await stripe.readInvoice(invoice)).status === 'paid';
  try {
    await writeOnce(asked, (once) => stripe.payInvoice(once, invoice), isPaid);
  } catch (error) {
    const isRefused = error instanceof StripeFailure && error.reason.kind === 'refused';
    if (!isRefused || !(await isPaid())) throw error;
  }
};

/** Gives a customer a credit, or takes it back below zero, once for a mark. */
const giveCredit = async (
  stripe: Stripe,
  asked: KeyedWrite,
  customer: string,
  { amount, description }: { amount: number; description: string },
): Promise<void> => {
  const { key: mark } = asked;
  await writeOnce(
    asked,
    (once) => stripe.credit(once, customer, { amount, description, mark }),
    () => stripe.hasCredit(customer, mark),
  );
};

type Start = OutsideAsk & { kind: 'start' };

const freeMonth = (plan: Start['plan'], asked: KeyedWrite, sign: 1 | -1) => ({
  asked: { ...asked, key: `${asked.key}:${sign > 0 ? 'free' : 'back'}` },
  credit: { amount: sign * termsOf(plan, null).amount, description: say(billingWords.referredMonth) },
});

/** The subscription that was made for an ask; null without one. */
const startedFor = async (stripe: Stripe, customer: string, askId: string) =>
  ((await ifThere(stripe.listSubscriptions(customer))) ?? []).find(({ ask_id }) => ask_id === askId) ?? null;

const hasStarted = async (stripe: Stripe, customer: string, askId: string): Promise<boolean> => {
  const started = await startedFor(stripe, customer, askId);
  return started !== null && isRunningAtStripe(started);
};

/**
 * Does what charges a card. Where the bank wants the person to confirm that, it is asked for by `waiting`, which lets it wait
 * at Stripe until they do, and answers whether it was done after all; it is refused for now. Where that is refused, too, it
 * says why.
 */
const orWaiting = async (work: Promise<void>, waiting: () => Promise<boolean>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const reason = error instanceof StripeFailure ? error.reason : null;
    if (reason?.kind !== 'declined' || !isUnconfirmedCode(reason.code)) throw error;
    if (!(await waiting())) throw error;
  }
};

/** The same write in a second way, under a key of its own. */
const again = (asked: KeyedWrite): KeyedWrite => ({ ...asked, key: `${asked.key}:waits` });

/** Takes the free month back that was given for a start which did not come about. */
const takeBack = async (stripe: Stripe, customer: string, asked: KeyedWrite, { plan }: Start): Promise<void> => {
  const given = freeMonth(plan, asked, 1);
  if (!(await stripe.hasCredit(customer, given.asked.key))) return;
  const back = freeMonth(plan, asked, -1);
  await giveCredit(stripe, back.asked, customer, back.credit);
};

const start = async (stripe: Stripe, customer: string, asked: KeyedWrite, ask: Start): Promise<void> => {
  const { plan, promotion, free_month, ts_day } = ask;
  const { key: ask_id, ts_asked } = asked;
  // A renewal, not a purchase: what the card does not pay at once is tried again.
  const trial = plan === 'deal' ? { trial_end: ts_asked + dealStarts } : {};
  const begin = { customer, price: await stripe.priceOf(plan), midnight: ts_day, now: ts_asked, ask_id, ...trial };
  if (free_month) {
    const { asked: given, credit } = freeMonth(plan, asked, 1);
    await giveCredit(stripe, given, customer, credit);
  }
  const wanted = { ...begin, ...(promotion === null ? {} : { promotion }) };
  const started = writeOnce(
    asked,
    (once) => stripe.startSubscription(once, wanted),
    () => hasStarted(stripe, customer, ask_id),
  );
  await orWaiting(started, async () => {
    // The credit of a free month is taken back with what is refused.
    if (free_month) return false;
    await writeOnce(
      again(asked),
      (once) => stripe.startSubscription(once, { ...wanted, waits: true }),
      async () => (await startedFor(stripe, customer, ask_id)) !== null,
    );
    return hasStarted(stripe, customer, ask_id);
  });
};

const act = async (
  stripe: Stripe,
  { customer, subscription, describe }: AskedCustomer,
  outside: OutsideAsked,
  now: UnixSeconds,
): Promise<void> => {
  const { ask_id: key, ask, ts_asked } = outside;
  const asked = { key, ts_asked, now };
  const whom = { customer, asked: outside, now };
  const own = (): string => {
    if (subscription === null) throw new StripeFailure({ kind: 'not_found' });
    return subscription;
  };
  switch (ask.kind) {
    case 'start':
      // One that waited for the person has begun meanwhile: a second one would be charged, too.
      if (subscription !== null) throw new StripeFailure({ kind: 'refused', code: 'subscription_runs', param: null });
      return start(stripe, customer, asked, ask);
    case 'change': {
      const { ts_day: from, promotion } = ask;
      const to = { price: await stripe.priceOf(ask.plan), from, ...(promotion ? { promotion } : {}) };
      // A price that it has is not charged again.
      const changed = writeOnce(asked, (once) => stripe.changeNow(once, own(), to), harmless);
      return orWaiting(changed, async () => {
        await writeOnce(again(asked), (once) => stripe.changeOncePaid(once, own(), to), harmless);
        return (await stripe.readSubscription(own())).price === to.price;
      });
    }
    case 'promote':
      return writeOnce(
        asked,
        (once) => stripe.applyPromotion(once, own(), ask.promotion),
        () => stripe.hasPromotion(own(), ask.promotion),
      );
    case 'change_later': {
      const to = { price: await stripe.priceOf(ask.plan), ts: ask.ts };
      return writeOnce(asked, (once) => stripe.changeAt(once, own(), to), harmless);
    }
    case 'end_later':
      return writeOnce(asked, (once) => stripe.cancelAt(once, own(), ask.ts), harmless);
    case 'keep':
      return writeOnce(asked, (once) => stripe.keep(once, own()), harmless);
    case 'pay':
      return pay(stripe, asked, ask.invoice);
    case 'give_up': {
      const isOver = async () => (await stripe.readInvoice(ask.invoice)).status !== 'open';
      if (!(await isOver())) await writeOnce(asked, (once) => stripe.voidInvoice(once, ask.invoice), isOver);
      return;
    }
    case 'end_now':
      return writeOnce(asked, (once) => ifThere(stripe.cancelNow(once, ask.subscription)), harmless);
    case 'overage':
      return addOverage(stripe, whom, ask);
    case 'take_off': {
      const { reason, invoice, amount } = ask;
      if (await stripe.findCharge(customer, key)) return;
      const line: InvoiceLine & { kind: 'free_month' | 'premium' } =
        reason === 'premium' ? { kind: 'premium', amount: -amount } : { kind: 'free_month', reason, amount: -amount };
      return addOwnLine(stripe, whom, { key, invoice }, line);
    }
    case 'describe':
      return writeOnce(asked, (once) => describe(once, ask.card), harmless);
    case 'credit':
      return giveCredit(stripe, asked, customer, { amount: ask.amount, description: say(billingWords.credit) });
  }
};

/** For how long something is asked again, in seconds; what can be done twice without harm always. */
const askedFor = ({ kind }: OutsideAsk): number => {
  if (kind === 'start' || kind === 'change' || kind === 'pay') return wishHolds;
  return kind === 'credit' || kind === 'promote' ? keyHolds : Number.POSITIVE_INFINITY;
};

/** What has become of something that is not asked for again: null where it was done, though nobody was told. */
const afterExpiry = async (
  stripe: Stripe,
  { customer }: AskedCustomer,
  { ask_id: key, ask, ts_asked }: OutsideAsked,
  now: UnixSeconds,
): Promise<'expired' | null> => {
  if (ask.kind === 'credit') return (await stripe.hasCredit(customer, key)) ? null : 'expired';
  if (ask.kind !== 'start') return 'expired';
  if (await hasStarted(stripe, customer, key)) return null;
  if (ask.free_month) await takeBack(stripe, customer, { key, ts_asked, now }, ask);
  return 'expired';
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
  const { ask_id: key, ask, ts_asked } = asked;
  if (now - ts_asked > askedFor(ask)) return afterExpiry(stripe, whom, asked, now);
  try {
    await act(stripe, whom, asked, now);
    return null;
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason.kind === 'unavailable') throw error;
    const { reason } = error;
    if (ask.kind === 'start' && ask.free_month) await takeBack(stripe, whom.customer, { key, ts_asked, now }, ask);
    if (reason.kind === 'declined') return `declined: ${reason.code}`;
    return 'code' in reason && reason.code !== null ? reason.code : reason.kind;
  }
};

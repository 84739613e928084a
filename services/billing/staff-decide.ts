import { Refusal } from '#contracts/api/errors.ts';
import type { CustomPlan } from '#contracts/api/plans.ts';
import { cutOffAt } from '#contracts/subscription/cut-off.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { customLines } from '#contracts/subscription/lines.ts';
import { dayStart, secondsPerDay } from '#contracts/subscription/periods.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { type BillingFacts, chargeOutcome, closeInvoice, paid } from './decide.ts';

/** Asks once more for an invoice that is open; what the card does not pay waits for another way to be paid. */
const askOnce = (
  { id, amount, attempts }: { id: string; amount: number; attempts: number },
  facts: BillingFacts,
  chargesBefore: number,
): SubscriptionEvent => {
  const code = amount > 0 ? chargeOutcome(facts.card, chargesBefore) : null;
  if (!code) return paid({ id, amount }, facts);
  return { type: 'PaymentFailed', data: { invoice_id: id, amount, code, attempt: attempts + 1, ts_next: null } };
};

/**
 * Gives an account a plan of its own from now on, or ends it, and with it what is still asked for it. Its first invoice gives
 * back what is left of the period before, and is charged to the card where there is one that works; else it waits for another
 * way to be paid. The viewers of the days that the plan before had of its period, or that an ended plan had up to the end of
 * this day, are counted after that, and charged on an invoice of their own.
 */
export const decideCustomPlan = (
  state: SubscriptionState,
  terms: CustomPlan | null,
  facts: BillingFacts,
): SubscriptionEvent[] => {
  const { open } = state;
  if (terms === null) {
    if (!state.custom) return [];
    const writtenOff: SubscriptionEvent[] = open ? [{ type: 'InvoiceWrittenOff', data: { invoice_id: open.id } }] : [];
    const cut_off = cutOffAt(state, dayStart(facts.now) + secondsPerDay);
    return [...writtenOff, { type: 'SubscriptionEnded', data: { reason: 'staff', ts_end: facts.now, cut_off } }];
  }
  if (state.custom && JSON.stringify(state.custom) === JSON.stringify(terms)) return [];
  const { account_id } = state;
  const set: SubscriptionEvent = {
    type: 'CustomPlanSet',
    data: {
      ...{ account_id, terms: { ...terms, features: [...terms.features] }, ts_start: facts.now },
      cut_off: cutOffAt(state, dayStart(facts.now)),
    },
  };
  // One invoice is asked for at a time.
  const before = open ? [askOnce(open, facts, 0)] : [];
  const after = [...before, set].reduce(evolveSubscription, state);
  const lines = customLines(state, { ...after, period: after.period! }, termsOf('custom', terms), facts.now, facts);
  const closed = closeInvoice(after, lines, facts);
  const { id, amount_due: amount } = closed.data.invoice;
  const charged = before.some((event) => event.type === 'InvoicePaid' && event.data.amount > 0) ? 1 : 0;
  return [...before, set, closed, askOnce({ id, amount, attempts: 0 }, facts, charged)];
};

/** Gives months that cost nothing, or an amount in cents towards invoices. */
export const decideCredit = (given: { months?: number; amount?: number; reason: string }): SubscriptionEvent[] => [
  { type: 'CreditGranted', data: { months: given.months ?? 0, amount: given.amount ?? 0, reason: given.reason } },
];

/** Marks an invoice as paid another way than by card; refuses one that does not wait for that, or is the payment provider's. */
export const decideInvoicePaid = (
  { waiting, outside }: Pick<SubscriptionState, 'waiting' | 'outside'>,
  invoice_id: string,
  now: UnixSeconds,
): SubscriptionEvent[] => {
  const invoice = waiting.find(({ id }) => id === invoice_id);
  if (outside.invoices.some(({ id }) => id === invoice_id)) throw new Refusal('Conflict', staffWords.invoiceAtStripe);
  if (!invoice) throw new Refusal('Conflict', staffWords.invoiceNotWaiting);
  return [{ type: 'InvoicePaid', data: { invoice_id, amount: invoice.amount, method_id: null, ts_paid: now } }];
};

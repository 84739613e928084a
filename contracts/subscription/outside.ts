import type { z } from 'zod';
import type { HeldPlanId } from '../api/plans.ts';
import type { UnixSeconds } from '../time.ts';
import type { CutOff, UncountedPeriod } from './cut-off.ts';
import type { SubscriptionEvent } from './events.ts';
import type { CountedViewers } from './invoice.ts';
import type { OutsideAsked, toConfirm } from './outside-ask.ts';
import { unconfirmedCode } from './payment-page.ts';
import { type BillingPeriod, dayStart } from './periods.ts';

/** An invoice of the payment provider's. */
interface OutsideInvoice {
  id: string;
  outside_id: string;
  /** What it asked for when it was closed, in cents. */
  amount: number;
  ts_closed: UnixSeconds;
  attempts: number;
  /** When it is tried again; null while nothing is tried. */
  ts_next: UnixSeconds | null;
  open: boolean;
  /** The person is to confirm it to their bank; absent else. */
  confirm?: true;
  /** It was written off; absent where it was paid all the same. */
  given_up?: boolean;
  /** The owners were asked to confirm its payment to their bank; absent before. */
  confirm_told?: true;
}
/** What a subscription knows of the payment provider that runs it. */
export interface OutsideState {
  /** The provider's id of the subscription that runs. */
  subscription: string | null;
  /** What was asked and is not answered, the oldest first. */
  asks: readonly OutsideAsked[];
  /** The last answers: why it was refused, or null where it was done. */
  answers: readonly { ask_id: string; batch_id: string; refused: string | null }[];
  /** What was refused, and is done all the same once the person confirms it to their bank; absent without one. */
  confirming?: z.infer<typeof toConfirm> & Pick<OutsideAsked, 'ask_id' | 'ask'>;
  /** The newest invoices, and older ones that are open. */
  invoices: readonly OutsideInvoice[];
  uncounted: readonly UncountedPeriod[];
  /** The period that was counted last. */
  counted: { period: BillingPeriod; viewers: CountedViewers } | null;
}
export const initialOutside: OutsideState = {
  subscription: null,
  asks: [],
  answers: [],
  invoices: [],
  uncounted: [],
  counted: null,
};

const keptAnswers = 10;
const keptInvoices = 40;

/** Whether a payment failed that the owners are to be asked to confirm to their bank: nobody was there to do it. */
export const asksToConfirm = ({ code, by_person }: { code: string; by_person?: true | undefined }): boolean =>
  code === unconfirmedCode && !by_person;

/** What is kept of invoices: all that are open, and the newest. */
const keepInvoices = (invoices: OutsideState['invoices']): OutsideState['invoices'] =>
  invoices.filter(({ open }, at) => open || at >= invoices.length - keptInvoices);

/** What of a subscription is looked at here. */
interface Running {
  outside: OutsideState;
  plan: HeldPlanId | null;
  period: BillingPeriod | null;
  scheduled: { plan: HeldPlanId | null; ts: UnixSeconds } | null;
  custom: object | null;
  cut_off?: readonly CutOff[];
}

/** Whether the provider runs the subscription: it asks for viewers above the limit, too. */
export const isRunOutside = ({ outside, custom }: Pick<Running, 'outside' | 'custom'>): boolean =>
  outside.subscription !== null && !custom;

/** A period that ends has viewers to be counted where the provider runs the subscription. */
const over = (running: Running): OutsideState => {
  const { outside, plan, period } = running;
  return !isRunOutside(running) || plan === null || !period
    ? outside
    : { ...outside, uncounted: [...outside.uncounted, { plan, period }] };
};

/** What an end leaves to be counted: the period that is over, or its days until an end at a midnight of its own. */
const overAt = (running: Running, ts_end: UnixSeconds): OutsideState => {
  const { outside, period, scheduled } = running;
  if (!period || ts_end >= period.to) return over(running);
  const isPlanned = scheduled?.plan === null && scheduled.ts > period.from && scheduled.ts <= ts_end;
  if (!isPlanned || scheduled.ts !== dayStart(scheduled.ts)) return outside;
  return over({ ...running, period: { from: period.from, to: scheduled.ts } });
};

/** Folds one event into what is known of the provider; `before` is the subscription before it. */
export const evolveOutside = (before: Running, event: SubscriptionEvent): OutsideState => {
  const { outside } = before;
  const onInvoice = (invoiceId: string, change: (one: OutsideInvoice) => OutsideInvoice): OutsideState => ({
    ...outside,
    invoices: outside.invoices.map((one) => (one.id === invoiceId ? change(one) : one)),
  });
  switch (event.type) {
    case 'SubscriptionStarted':
      return { ...outside, subscription: event.data.outside_id ?? null };
    case 'SubscriptionRenewed':
      return event.data.ts_from === before.period?.from ? outside : over(before);
    case 'SubscriptionEnded':
      return { ...overAt(before, event.data.ts_end), subscription: null };
    case 'CustomPlanSet': {
      const uncounted = isRunOutside(before) ? (event.data.cut_off ?? []) : [];
      return { ...outside, subscription: null, uncounted: [...outside.uncounted, ...uncounted] };
    }
    case 'InvoiceClosed': {
      const { id: invoiceId, outside_id, amount_due: amount, ts_closed } = event.data.invoice;
      if (outside_id === undefined) return outside;
      const row = { id: invoiceId, outside_id, amount, ts_closed, attempts: 0, ts_next: null, open: true };
      return { ...outside, invoices: keepInvoices([...outside.invoices, row]) };
    }
    case 'InvoicePaid':
      return onInvoice(event.data.invoice_id, ({ given_up: _, ...one }) => ({ ...one, open: false }));
    case 'InvoiceWrittenOff':
      return onInvoice(event.data.invoice_id, (one) => ({ ...one, open: false, given_up: true }));
    case 'PaymentFailed': {
      const { invoice_id, attempt: attempts, ts_next, code } = event.data;
      return onInvoice(invoice_id, ({ confirm: _, ...one }) => ({
        ...{ ...one, attempts, ts_next },
        ...(code === unconfirmedCode ? { confirm: true } : {}),
        ...(asksToConfirm(event.data) ? { confirm_told: true } : {}),
      }));
    }
    case 'ProviderAsked':
      return { ...outside, asks: [...outside.asks, event.data] };
    case 'ProviderAnswered': {
      const { ask_id, refused, confirm } = event.data;
      const asked = outside.asks.find((one) => one.ask_id === ask_id);
      const { confirming: before, ...rest } = outside;
      if (!asked) return before?.ask_id === ask_id ? rest : outside;
      const answers = [...outside.answers, { ask_id, batch_id: asked.batch_id, refused }].slice(-keptAnswers);
      const confirming = confirm ? { ...confirm, ask_id, ask: asked.ask } : before;
      const asks = outside.asks.filter((one) => one !== asked);
      return { ...rest, asks, answers, ...(confirming ? { confirming } : {}) };
    }
    case 'PeriodCounted': {
      const { period: counted, viewers } = event.data;
      if (before.cut_off?.some(({ period: one }) => one.from === counted.from)) return outside;
      const uncounted = outside.uncounted.filter(({ period: one }) => one.from !== counted.from);
      return { ...outside, uncounted, counted: { period: counted, viewers } };
    }
    default:
      return outside;
  }
};

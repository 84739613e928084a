import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { ClosedInvoice } from '#contracts/subscription/invoice.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { decideAdvance } from '#services/billing/cycle.ts';
import { type BillingFacts, decideCard, decideSubscribe } from '#services/billing/decide.ts';

const account = '0190a000-0000-7000-8000-000000000020';
const method_id = '0190a000-0000-7000-8000-000000000072';
const at = (day: string) => Date.parse(`${day}T15:30:00Z`) / 1000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const facts = (day: string, more: Partial<BillingFacts> = {}): BillingFacts => ({
  now: at(day),
  card: { method_id, charges: 0, declines_from: null },
  premium: false,
  referred: false,
  invoice_id: '0190a000-0000-7000-8000-000000000071',
  ...more,
});
const fold = (state: SubscriptionState, events: readonly SubscriptionEvent[]) =>
  events.reduce(evolveSubscription, state);
const none = fold(initialSubscription(account), decideCard(initialSubscription(account), method_id));
const buy = (state: SubscriptionState, plan: 'startup' | 'growth' | 'pro' | 'starter', day: string, more = {}) =>
  decideSubscribe(state, { plan, promo: null }, facts(day, more));
const invoiceIn = (events: readonly SubscriptionEvent[]): ClosedInvoice =>
  events.flatMap((event) => (event.type === 'InvoiceClosed' ? [event.data.invoice] : []))[0]!;
const paidIn = (events: readonly SubscriptionEvent[]) =>
  events.reduce((sum, event) => sum + (event.type === 'InvoicePaid' ? event.data.amount : 0), 0);
const close = (state: SubscriptionState, day: string, mau: number, more = {}) =>
  decideAdvance(state, {
    ...facts(day, more),
    ended: false,
    viewers: { mau, marked: 0, digest: null },
  });
/** A subscription once nobody was counted in what was cut off. */
const countCutOff = (state: SubscriptionState, day: string): SubscriptionState =>
  (state.cut_off ?? []).reduce((after) => fold(after, close(after, day, 0)), state);

const linesIn = (events: readonly SubscriptionEvent[]) =>
  invoiceIn(events).lines.map(({ kind, amount }) => [kind, amount] as const);
const typesIn = (events: readonly SubscriptionEvent[]) => events.map(({ type }) => type);
const onDeal = (day: string, state = none) =>
  fold(state, [
    { type: 'SubscriptionStarted', data: { account_id: account, plan: 'deal', provider: 'local', ts_start: at(day) } },
  ]);
const withCode = (
  plan: 'startup' | 'growth' | 'pro',
  day: string,
  off: { amount_off?: number; percent_off?: number; months?: number },
  state = none,
) => {
  const { amount_off = null, percent_off = null, months = null } = off;
  const promo = { promo_id: 'a-code', code: 'CODE', amount_off, percent_off, months };
  return decideSubscribe(state, { plan, promo }, facts(day));
};
const custom = {
  nickname: 'Made for you',
  amount: 50_000,
  mau_limit: 1000,
  mau_exceed_price: 4,
  seats: -1,
  story_limit: -1,
  features: [],
};

/** Decisions on the subscription of one account with a card that works, in the afternoon of days, and what they come to. */
export const billingDecisions = {
  account,
  method_id,
  at,
  midnight,
  facts,
  fold,
  none,
  buy,
  invoiceIn,
  paidIn,
  close,
  countCutOff,
  linesIn,
  typesIn,
  onDeal,
  withCode,
  custom,
};

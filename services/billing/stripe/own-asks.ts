import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import { dayStart, secondsPerDay } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { StripeInvoice } from './answers.ts';
import { isRunningAtStripe, type SeenSubscription, type StripeSnapshot } from './snapshot.ts';

const pendingAsks = ({ outside }: Pick<SubscriptionState, 'outside'>): OutsideAsk[] =>
  outside.asks.map(({ ask }) => ask);

const giveUp = (asked: readonly OutsideAsk[], invoices: readonly StripeInvoice[]): OutsideAsk[] =>
  invoices
    .filter(({ id }) => asked.every((ask) => ask.kind !== 'give_up' || ask.invoice !== id))
    .map(({ id }) => ({ kind: 'give_up', invoice: id }));

/** Whether Stripe has charged an open invoice in vain, and will not by itself again. */
const isTriedOut = ({ status, attempts, next_attempt }: StripeInvoice): boolean =>
  status === 'open' && attempts > 0 && next_attempt === null;

/** What waits on a renewal that is not closed to be taken off. */
const takenOff = (
  asked: readonly OutsideAsk[],
  { plan, free_months: months }: Pick<SubscriptionState, 'plan' | 'free_months'>,
  subscription: SeenSubscription,
  invoices: readonly StripeInvoice[],
  premium: boolean,
): OutsideAsk[] => {
  // What is free is a month: the year of a deal is not.
  const free = plan === 'deal' ? null : months.referral > 0 ? 'referral' : months.staff > 0 ? 'staff' : null;
  const reason = premium ? 'premium' : free;
  if (reason === null) return [];
  return invoices
    .filter(
      (one) => one.status === 'draft' && one.subscription === subscription.id && one.reason === 'subscription_cycle',
    )
    .filter((one) => one.lines.every(({ metadata }) => metadata.kind !== 'take_off'))
    .filter((one) => asked.every((ask) => ask.kind !== 'take_off' || ask.invoice !== one.id))
    .map((one) => ({
      kind: 'take_off',
      reason,
      invoice: one.id,
      amount: Math.min(subscription.amount - one.discount, one.total),
    }))
    .filter((ask): ask is OutsideAsk & { kind: 'take_off' } => ask.amount > 0);
};

/** Ends what runs beside the subscription that is known. */
const endOthers = (asked: readonly OutsideAsk[], others: readonly string[]): OutsideAsk[] =>
  others
    .filter((id) => asked.every((ask) => ask.kind !== 'end_now' || ask.subscription !== id))
    .map((subscription) => ({ kind: 'end_now', subscription, second: true }));

/** What Stripe is to be asked for without anybody's asking, by how things stand after what has happened. */
export const asksOf = (
  state: SubscriptionState,
  { gone, subscription, invoices, others, waiting }: StripeSnapshot,
  { premium }: { premium: boolean },
): OutsideAsk[] => {
  if (gone) return [];
  const asked = pendingAsks(state);
  const running = subscription && isRunningAtStripe(subscription) ? subscription : null;
  const isOf = (one: StripeInvoice) => running !== null && one.subscription === running.id;
  // What staff agree on is paid as they agree; else nobody pays for a plan that is over.
  const over = state.custom
    ? []
    : invoices.filter((one) => isTriedOut(one) && !isOf(one) && (one.subscription !== null || !running));
  // What staff agree on takes the place of what somebody was about to pay for.
  const put_off = state.custom && waiting ? [waiting.invoice] : [];
  const given = [...endOthers(asked, others), ...giveUp(asked, [...over, ...put_off])];
  if (!running) return given;
  const isGivenUp = invoices.some((one) => (isOf(one) || one.reason === 'manual') && isTriedOut(one));
  const ends = state.custom !== null || running.status === 'unpaid' || (running.status === 'past_due' && isGivenUp);
  if (!ends) return [...given, ...takenOff(asked, state, running, invoices, premium)];
  const isEnding = asked.some((ask) => ask.kind === 'end_now' && ask.subscription === running.id);
  return isEnding ? given : [...given, { kind: 'end_now', subscription: running.id }];
};

/** What an upgrade that the person has confirmed still leaves: a change or an end that waited before it is given up. */
export const asksOfConfirmed = (
  { outside: { confirming } }: SubscriptionState,
  followed: readonly SubscriptionEvent[],
  { subscription }: StripeSnapshot,
): OutsideAsk[] => {
  const isDone = followed.some(
    ({ type, data }) => type === 'ProviderAnswered' && data.ask_id === confirming?.ask_id && data.refused === null,
  );
  const waits = subscription !== null && (subscription.ts_cancel !== null || subscription.next !== null);
  return isDone && waits && confirming?.ask.kind === 'change' ? [{ kind: 'keep' }] : [];
};

/**
 * What Stripe is to be asked for of an account in which nobody is left: what is open is given up, and the plan ends with the
 * day, so that its viewers above the limit are charged once; at once where those cost nothing.
 */
export const asksOfEnded = (
  state: SubscriptionState,
  { gone, subscription, invoices, others, waiting }: StripeSnapshot,
  { premium, now }: { premium: boolean; now: UnixSeconds },
): OutsideAsk[] => {
  if (gone) return [];
  const asked = pendingAsks(state);
  const has = (kind: OutsideAsk['kind']) => asked.some((ask) => ask.kind === kind);
  // Viewers that are being charged give their invoice up themselves.
  const open = has('overage') ? [] : invoices.filter(({ status }) => status === 'open');
  const given = [...endOthers(asked, others), ...giveUp(asked, waiting ? [...open, waiting.invoice] : open)];
  if (!subscription || !isRunningAtStripe(subscription) || has('end_now') || has('end_later')) return given;
  const { plan, period, scheduled } = state;
  if (plan === null || !period || premium || !termsOf(plan, null).mau_exceed_price)
    return [...given, { kind: 'end_now', subscription: subscription.id }];
  const ts = Math.min(period.to, dayStart(now) + secondsPerDay);
  const isEnding = scheduled?.plan === null && scheduled.ts <= ts;
  // The renewal at the end of a period is told of first.
  return isEnding || ts <= now ? given : [...given, { kind: 'end_later', ts }];
};

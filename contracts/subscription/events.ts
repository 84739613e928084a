import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { heldPlanIds } from '../api/plans.ts';
import type { EventsOf } from '../event.ts';
import { closedInvoice, countedViewers, overage } from './invoice.ts';
import { outsideAsked, toConfirm } from './outside-ask.ts';
import { promoTerms } from './promo.ts';
import { customPlan } from './terms.ts';
import { viewerLimitKinds } from './viewer-limit.ts';

export const plan = z.enum(heldPlanIds);
/** Who takes the money: `local` takes none and is there for installations without a payment provider. */
export const provider = z.enum(['local', 'stripe']);
export type BillingProvider = z.infer<typeof provider>;

/** Why a subscription has ended. */
export const endReasons = ['canceled', 'unpaid', 'account_ended', 'deal_over', 'staff', 'provider'] as const;

/** What is free and ends: the trial, the year that a deal's code paid, the last free month. */
export const freeTimes = ['trial', 'deal', 'free_month'] as const;
export type FreeTime = (typeof freeTimes)[number];

/** Days of a plan that has ended, of which the viewers are still to be counted. */
const cutOff = z.array(z.object({ plan, period: z.object({ from: unixSeconds, to: unixSeconds }) })).optional();

/** What happens to the subscription of an account; the stream bears the account's id. Amounts are US cents. */
export const subscriptionEvents = {
  /** The first period begins at the midnight before `ts_start`, each next one on the same day of the month. */
  SubscriptionStarted: z.object({
    account_id: id,
    plan,
    provider,
    ts_start: unixSeconds,
    /** The provider's own id of it, where there is one. */
    outside_id: z.string().optional(),
  }),
  /** `kept_until`: until when nothing lower can follow. With `ts_start` another first period begins. */
  PlanUpgraded: z.object({ plan, kept_until: unixSeconds.optional(), ts_start: unixSeconds.optional() }),
  DowngradeScheduled: z.object({ plan, ts_change: unixSeconds }),
  CancellationScheduled: z.object({ ts_change: unixSeconds }),
  /** A scheduled downgrade or cancellation is taken back. */
  ScheduledChangeWithdrawn: z.object({}),
  SubscriptionRenewed: z.object({ plan, ts_from: unixSeconds, ts_to: unixSeconds }),
  /** `cut_off`: what is left to be counted of a plan that staff made and end; absent where it is none, or was not counted. */
  SubscriptionEnded: z.object({ reason: z.enum(endReasons), ts_end: unixSeconds, cut_off: cutOff }),
  InvoiceClosed: z.object({ invoice: closedInvoice }),
  InvoicePaid: z.object({
    invoice_id: id,
    amount: z.int(),
    /** Null where nothing was due, or where it was paid without a card. */
    method_id: id.nullable(),
    ts_paid: unixSeconds,
  }),
  /**
   * `ts_next`: when it is tried again; null after the last time, and while it waits for another way to be paid. `by_person`:
   * somebody has just tried to pay, and was told why it failed; absent where nobody did.
   */
  PaymentFailed: z.object({
    invoice_id: id,
    amount: z.int(),
    code: z.string(),
    attempt: z.int(),
    ts_next: unixSeconds.nullable(),
    by_person: z.literal(true).optional(),
  }),
  InvoiceWrittenOff: z.object({ invoice_id: id }),
  PromoApplied: z.object({ ...promoTerms.shape, ts_applied: unixSeconds }),
  /** Staff give months that cost nothing, or an amount towards invoices. */
  CreditGranted: z.object({ months: z.int(), amount: z.int(), reason: z.string() }),
  /** A company that this one referred has paid its first invoice. */
  ReferralEarned: z.object({ referred_account_id: id, ts_earned: unixSeconds }),
  /** Its first period begins at the midnight before `ts_start`; `cut_off`: what is left to be counted of the plan before, likewise. */
  CustomPlanSet: z.object({ account_id: id, terms: customPlan, ts_start: unixSeconds, cut_off: cutOff }),
  DealRedeemed: z.object({ deal_id: id }),
  /** Nobody of the account has verified an email: its code pays for whoever signs up with it next. */
  DealReleased: z.object({ deal_id: id }),
  /** The owners are told that free time ends; `amount` is what the card will be charged then, null where Starter follows. */
  FreeTimeEnding: z.object({
    account_id: id,
    kind: z.enum(freeTimes),
    ts_end: unixSeconds,
    amount: z.int().nullable(),
  }),
  /**
   * The owners of an account that is never charged for viewers are told that it has those of its plan in the month from
   * `ts_from` on; `mau` are those who would be billed.
   */
  ViewerLimitReached: z.object({
    account_id: id,
    kind: z.enum(viewerLimitKinds),
    ts_from: unixSeconds,
    mau: z.int(),
    mau_limit: z.int(),
  }),
  /** The card that is charged from now on; what is known of it stands beside the log. */
  CardChosen: z.object({ account_id: id, method_id: id }),
  /** A card is kept no longer. */
  CardRemoved: z.object({ account_id: id, method_id: id }),
  /** Who pays, or where they live, is another one from now on; what it is stands beside the log. */
  BillingDetailsChanged: z.object({ account_id: id }),
  /** The payment provider is to do something, which it does once for the id of this. */
  ProviderAsked: outsideAsked,
  /**
   * `refused`: why it did not, as the provider calls it; null where it is done. `confirm`: it waits there for the person to
   * confirm the payment to their bank, and is answered once more when that has come of it or not.
   */
  ProviderAnswered: z.object({ ask_id: id, refused: z.string().nullable(), confirm: toConfirm.optional() }),
  /** What the payment provider has as credit, in cents, where it moved by more than is known here. */
  CreditFollowed: z.object({ credit: z.int() }),
  /**
   * The viewers of a period of a subscription that the payment provider runs, or of the days of a plan that another one cut
   * off, and what those above the limit cost.
   */
  PeriodCounted: z.object({
    plan,
    period: z.object({ from: unixSeconds, to: unixSeconds }),
    viewers: countedViewers,
    overage: overage.nullable(),
  }),
};
export type SubscriptionEvent = EventsOf<typeof subscriptionEvents>;

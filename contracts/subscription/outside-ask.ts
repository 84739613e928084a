import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { heldPlanIds } from '../api/plans.ts';
import { promoTerms } from './promo.ts';

const plan = z.enum(heldPlanIds);
const cents = z.int();
/** An id that the payment provider gave. */
const outsideId = z.string();
const period = z.object({ from: unixSeconds, to: unixSeconds });

/**
 * What the payment provider is asked to do. It stands in the log before it is asked, and its id is the key under which the
 * provider does it once.
 */
export const outsideAsk = z.discriminatedUnion('kind', [
  /** Begins the subscription with the day at `ts_day`; `free_month`: a company that was referred pays nothing for the first. */
  z.object({
    kind: z.literal('start'),
    plan,
    ts_day: unixSeconds,
    free_month: z.boolean(),
    promo: promoTerms.nullable(),
    promotion: outsideId.nullable(),
  }),
  /** Changes the plan at once and charges the days from `ts_day` on. */
  z.object({
    kind: z.literal('change'),
    plan,
    ts_day: unixSeconds,
    promo: promoTerms.nullish(),
    promotion: outsideId.nullish(),
  }),
  /** Uses a promo code from the next invoice on. */
  z.object({ kind: z.literal('promote'), promo: promoTerms, promotion: outsideId }),
  /** Changes to a lower plan at the end of a period. */
  z.object({ kind: z.literal('change_later'), plan, ts: unixSeconds }),
  /** Ends it at the end of a period. */
  z.object({ kind: z.literal('end_later'), ts: unixSeconds }),
  /** Gives up an end or a change that waits. */
  z.object({ kind: z.literal('keep') }),
  /** Charges an open invoice now. */
  z.object({ kind: z.literal('pay'), invoice: outsideId }),
  /** Ends it now; `second`: it ran beside the one that is known. */
  z.object({ kind: z.literal('end_now'), subscription: outsideId, second: z.boolean().optional() }),
  /** Charges an invoice no longer: what it was for has ended. */
  z.object({ kind: z.literal('give_up'), invoice: outsideId }),
  /**
   * Viewers above the limit of a period; `closes`: no renewal follows that would close it, `at_once`: nobody is left in the
   * account, so that it is charged once and then given up.
   */
  z.object({
    kind: z.literal('overage'),
    plan,
    period,
    thousands: z.int(),
    unit_amount: cents,
    amount: cents,
    closes: z.boolean().optional(),
    at_once: z.boolean().optional(),
  }),
  /** Takes what a plan costs off a renewal that is not closed yet. */
  z.object({
    kind: z.literal('take_off'),
    reason: z.enum(['referral', 'staff', 'premium']),
    invoice: outsideId,
    amount: cents,
  }),
  /** Cents towards invoices to come. */
  z.object({ kind: z.literal('credit'), amount: cents }),
  /** Takes over who pays and where they live, as that stands when it is done: with `card` for that card, too. */
  z.object({ kind: z.literal('describe'), card: outsideId.nullable() }),
]);
export type OutsideAsk = z.infer<typeof outsideAsk>;

/** An open invoice of the provider's that the person can pay until a moment, confirming that to their bank. */
export const toConfirm = z.object({ invoice_id: id, invoice: outsideId, amount: cents, ts_until: unixSeconds });

/** What was asked together: when one is refused, those after it are not done. */
export const outsideAsked = z.object({ ask_id: id, batch_id: id, ask: outsideAsk, ts_asked: unixSeconds });
export type OutsideAsked = z.infer<typeof outsideAsked>;

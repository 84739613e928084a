import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { text } from '../api/text.ts';
import type { Phrase } from '../words/phrase.ts';
import { staffWords } from '../words/staff.en.ts';
import { subscriptionWords } from '../words/subscription.en.ts';
import { worded } from '../words/worded.ts';
import { payerBody } from './payer.ts';
import { customPlan } from './terms.ts';

/** The longest promo code. */
export const promoCodeLength = 40;
const code = text({ min: 1, max: promoCodeLength, required: subscriptionWords.promoCodeNeeded });

/** POST /payment/subscribe: with `preview`, answers what it would cost and changes nothing. */
export const subscribeBody = z.strictObject({
  plan_id: text({ min: 1, max: 40, required: subscriptionWords.planUnknown }),
  promo_code: code.optional(),
  preview: z.boolean().optional(),
});
/** GET /payment/plan/due: with the promo code that would be used. */
export const plansDueQuery = z.strictObject({ promo_code: code.optional() });
/** GET /payment/coupon/detail: `coupon_id` is the code as somebody typed it. */
export const couponQuery = z.strictObject({ coupon_id: code });

/** A path of the dashboard to come back to. */
const ownPath = z
  .string()
  .max(300)
  .regex(/^\/[\x21-\x7e]*$/)
  // Two slashes, or a turned one, would lead to another site.
  .refine((path) => !/^\/[/\\]/.test(path));
/** POST /payment/method: begins to add a card. */
export const addMethodBody = z.strictObject({ return_url: ownPath.optional() });
/** POST /payment/method/attach: `id` is what POST /payment/method answered. */
export const attachMethodBody = z.strictObject({ id: z.string().min(1).max(200) });

/** PATCH /payment/method/{id}: `default` pays with the card from now on, the rest is of who pays for the account with it. */
export const changeMethodBody = z.strictObject({
  default: z.literal(true).optional(),
  ...payerBody.partial().shape,
});

/** POST /payment/deal_check: a deal code as the address of a sign-up brings it. */
export const dealCheck = z.strictObject({ appsumo_token: text({ min: 1, max: 100 }) });
/** POST /admin/deal_code. */
export const dealCodesBody = z.strictObject({
  count: z
    .int(worded(subscriptionWords.dealCodes))
    .min(1, worded(subscriptionWords.dealCodes))
    .max(1000, worded(subscriptionWords.dealCodes)),
});

/** POST /admin/account/custom_plan: null ends it. */
export const customPlanBody = z.strictObject({ account_id: id, plan: customPlan.nullable() });
/** A whole number between two bounds, which what is said of every other value names. */
const between = (least: number, most: number, phrase: Phrase) =>
  z.int(worded(phrase)).min(least, worded(phrase)).max(most, worded(phrase));
const mostCents = 100_000_000;

/** POST /admin/account/credit: whole months that cost nothing, or cents towards invoices. */
export const creditBody = z
  .strictObject({
    account_id: id,
    months: between(1, 24, staffWords.creditMonths).optional(),
    amount: between(1, mostCents, staffWords.dollars).optional(),
    reason: text({ min: 1, max: 200, required: subscriptionWords.reasonNeeded }),
  })
  .refine(({ months, amount }) => (months === undefined) !== (amount === undefined), {
    ...worded(staffWords.monthsOrAmount),
    path: ['months'],
  });
/** POST /admin/promo_code. */
export const promoCodeBody = z
  .strictObject({
    code: z
      .string(worded(staffWords.promoForm))
      .trim()
      .regex(/^[A-Za-z0-9_-]{3,40}$/, worded(staffWords.promoForm))
      .transform((value) => value.toUpperCase()),
    amount_off: between(1, mostCents, staffWords.dollars).optional(),
    percent_off: between(1, 100, staffWords.promoPercent).optional(),
    duration: z.enum(['once', 'months']),
    months: between(1, 36, staffWords.promoMonths).optional(),
    max_redemptions: between(1, 1_000_000, staffWords.promoUses).optional(),
    ts_ends: unixSeconds.optional(),
  })
  .refine(({ amount_off, percent_off }) => (amount_off === undefined) !== (percent_off === undefined), {
    ...worded(staffWords.percentOrAmount),
    path: ['percent_off'],
  })
  .refine(({ duration, months }) => (duration === 'months') === (months !== undefined), {
    ...worded(staffWords.promoMonths),
    path: ['months'],
  });
export type PromoCodeBody = z.output<typeof promoCodeBody>;

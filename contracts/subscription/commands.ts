import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { text } from '../api/text.ts';
import { subscriptionWords } from '../words/subscription.en.ts';
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
/** PATCH /payment/method/{id}. */
export const changeMethodBody = z.strictObject({ default: z.literal(true) });

/** POST /admin/account/custom_plan: null ends it. */
export const customPlanBody = z.strictObject({ account_id: id, plan: customPlan.nullable() });
/** POST /admin/account/credit: whole months that cost nothing, or cents towards invoices. */
export const creditBody = z
  .strictObject({
    account_id: id,
    months: z.int().min(1).max(24).optional(),
    amount: z.int().min(1).max(100_000_000).optional(),
    reason: text({ min: 1, max: 200, required: subscriptionWords.reasonNeeded }),
  })
  .refine(({ months, amount }) => (months === undefined) !== (amount === undefined));
/** POST /admin/promo_code. */
export const promoCodeBody = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_-]{3,40}$/)
      .transform((value) => value.toUpperCase()),
    amount_off: z.int().min(1).max(100_000_000).optional(),
    percent_off: z.int().min(1).max(100).optional(),
    duration: z.enum(['once', 'months']),
    months: z.int().min(1).max(36).optional(),
    max_redemptions: z.int().min(1).max(1_000_000).optional(),
    ts_ends: unixSeconds.optional(),
  })
  .refine(({ amount_off, percent_off }) => (amount_off === undefined) !== (percent_off === undefined))
  .refine(({ duration, months }) => (duration === 'months') === (months !== undefined));

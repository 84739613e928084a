import { z } from 'zod';
import { discountsField } from './discounts.ts';
import { bool, int, metadata } from './route.ts';

const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional();
const behaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
const trialEnd = z.union([z.literal('now'), int]).optional();

/** What may be said of a subscription that starts. */
export const startFields = z.strictObject({
  backdate_start_date: int.optional(),
  billing_cycle_anchor: int.optional(),
  billing_cycle_anchor_config: z
    .strictObject({
      day_of_month: int.refine((day) => day >= 1 && day <= 31, 'must be a day of the month'),
      hour: int.optional(),
      minute: int.optional(),
      second: int.optional(),
    })
    .optional(),
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  cancel_at_period_end: bool.optional(),
  customer: z.string(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  discounts: discountsField,
  items: z.array(z.strictObject({ price: z.string(), quantity: int.optional() })).min(1),
  metadata,
  off_session: bool.optional(),
  payment_behavior: z.enum(behaviors).optional(),
  proration_behavior: prorationBehavior,
  trial_end: trialEnd,
  trial_period_days: int.optional(),
});

/** What may be changed of a running subscription's items and dates. */
const changes = {
  cancel_at: z.union([z.literal(''), int]).optional(),
  cancel_at_period_end: bool.optional(),
  items: z
    .array(z.strictObject({ id: z.string().optional(), price: z.string().optional(), quantity: int.optional() }))
    .optional(),
  proration_behavior: prorationBehavior,
  proration_date: int.optional(),
  trial_end: trialEnd,
};

/** What may be said of a subscription that runs. */
export const changeFields = z.strictObject({
  ...changes,
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  discounts: discountsField,
  metadata,
  off_session: bool.optional(),
  payment_behavior: z.enum([...behaviors, 'pending_if_incomplete']).optional(),
});

/** What may be previewed: a change of a subscription, or a new one. */
export const previewFields = z.strictObject({
  currency: z.string().optional(),
  customer: z.string().optional(),
  discounts: discountsField,
  preview_mode: z.enum(['next']).optional(),
  subscription: z.string().optional(),
  subscription_details: z
    .strictObject({
      ...changes,
      billing_cycle_anchor: z
        .strictObject({ type: z.enum(['now', 'timestamp', 'unchanged']), timestamp: int.optional() })
        .optional(),
      start_date: int.optional(),
    })
    .optional(),
});

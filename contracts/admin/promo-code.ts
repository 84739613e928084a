import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { promoCodeLength } from '../subscription/commands.ts';
import { ids, listQuery } from './admin.ts';

/** How a promo code stands: it can be redeemed, staff ended it, its last day is over, or it was redeemed as often as it may be. */
export const promoStates = ['active', 'ended', 'expired', 'used_up'] as const;
export type PromoState = (typeof promoStates)[number];

/** Columns that the promo codes sort by. */
export const promoCodeSorts = ['code', 'redemptions', 'ts_ends', 'ts_created'] as const;

/** Filters of GET /admin/promo_code; `q` is a part of the code in any case. */
export const promoCodeFilter = z.strictObject({
  id: ids.optional(),
  q: z.string().trim().min(1).max(promoCodeLength).optional(),
  state: z.enum(promoStates).optional(),
});
/** GET /admin/promo_code, the newest first unless sorted. */
export const promoCodeQuery = listQuery(promoCodeFilter, promoCodeSorts);
export type PromoCodeQuery = z.output<typeof promoCodeQuery>;

/** A row of GET /admin/promo_code: `amount_off` in cents, `months` null for one invoice. */
export const promoCodeRow = z.object({
  id,
  code: z.string(),
  amount_off: z.int().nullable(),
  percent_off: z.int().nullable(),
  months: z.int().nullable(),
  redemptions: z.int(),
  /** Null: as often as people like. */
  max_redemptions: z.int().nullable(),
  /** From when on it can be redeemed no more; null where nothing says so. */
  ts_ends: unixSeconds.nullable(),
  /** When staff ended it; null while they have not. */
  ts_ended: unixSeconds.nullable(),
  ts_created: unixSeconds,
  state: z.enum(promoStates),
});
export type PromoCodeRow = z.output<typeof promoCodeRow>;

/** POST /admin/promo_code/end. */
export const endPromoCodeBody = z.strictObject({ id });
export type EndPromoCodeBody = z.output<typeof endPromoCodeBody>;

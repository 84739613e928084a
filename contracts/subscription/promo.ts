import { z } from 'zod';
import { id } from '../api/ids.ts';

/** What a promo code takes off: cents or percent, of one invoice or of those of so many months. */
export const promoTerms = z.object({
  promo_id: id,
  code: z.string(),
  amount_off: z.int().nullable(),
  percent_off: z.int().nullable(),
  /** Null: of one invoice. */
  months: z.int().nullable(),
});
export type PromoTerms = z.infer<typeof promoTerms>;

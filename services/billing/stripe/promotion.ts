import { Refusal } from '#contracts/api/errors.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { WantedAtStripe } from './ask.ts';
import { ownIdOf } from './invoice-lines.ts';
import type { Stripe } from './open.ts';
import { orUnavailable } from './settle.ts';

/** A code of Stripe's that can be used; refuses one that is not there, or takes off for ever or by parts of a percent, which no invoice here can say. */
export const promotionAt = async (
  stripe: Stripe,
  typed: string,
  now: UnixSeconds,
): Promise<NonNullable<WantedAtStripe['promo']>> => {
  const found = await orUnavailable(stripe.findPromotion(typed.trim(), now));
  if (!found || found.duration === 'forever' || !Number.isInteger(found.percent_off ?? 0))
    throw new Refusal('PromoUnknown');
  const { id, code, amount_off, percent_off, months } = found;
  const terms = {
    promo_id: ownIdOf(id),
    code,
    amount_off,
    percent_off,
    months: found.duration === 'once' ? null : months,
  };
  return { terms, promotion: id };
};

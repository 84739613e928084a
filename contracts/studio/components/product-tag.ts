import { z } from 'zod';
import { mediaUrl } from '../../api/media.ts';
import { studioLimits } from '../limits.ts';
import { componentBase, place, words } from './base.ts';
import { componentLinks } from './cta.ts';
import { cardLooks } from './looks.ts';

/**
 * A product with its price; `dot` is the place on the canvas that it points at, `opens` what a tap does: show its card, open
 * the app or a web page.
 */
export const productTagComponent = z.strictObject({
  ...componentBase,
  ...cardLooks,
  product_id: words(studioLimits.productId),
  name: words(studioLimits.productName),
  price: words(studioLimits.price),
  old_price: words(studioLimits.price),
  media: mediaUrl.nullable().default(null),
  dot: place.nullable().default(null),
  opens: z.enum(['card', 'app', 'web']).default('web'),
  ...componentLinks,
});
export type ProductTagComponent = z.infer<typeof productTagComponent>;

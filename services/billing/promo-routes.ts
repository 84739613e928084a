import { success } from '#contracts/api/envelope.ts';
import { couponQuery } from '#contracts/subscription/commands.ts';
import { couponRow } from '#contracts/subscription/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { findPromo, limitPromo } from './promo.ts';

/** GET /payment/coupon/detail: what a promo code takes off. */
export const promoRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/payment/coupon/detail',
    config: { policy: { caller: 'user', act: 'billing.manage' } },
    schema: {
      summary: 'Look up a promo code',
      description: 'At most 20 times an hour.',
      tags: ['Payment'],
      querystring: couponQuery,
      response: { 200: success(couponRow) },
    },
    handler: async (request) => {
      await limitPromo(kernel, principalOf(request).user_id, 'look');
      const { code, amount_off, percent_off, months } = await findPromo(
        kernel.db.pool,
        request.query.coupon_id,
        toSeconds(kernel.now()),
      );
      const duration = months === null ? ('once' as const) : ('repeating' as const);
      return { data: { id: code, amount_off, percent_off, duration, duration_in_months: months } };
    },
  });
};

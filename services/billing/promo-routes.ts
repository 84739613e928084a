import { success } from '#contracts/api/envelope.ts';
import { couponQuery } from '#contracts/subscription/commands.ts';
import { couponRow } from '#contracts/subscription/rows.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { limitPromo } from './promo.ts';
import { providerOf } from './provider-of.ts';

/** GET /payment/coupon/detail: what a promo code takes off. */
export const promoRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/payment/coupon/detail',
    config: { policy: { caller: 'user', act: 'billing.manage', login_as: true } },
    schema: {
      summary: 'Look up a promo code',
      description: 'At most 20 times an hour.',
      tags: ['Payment'],
      querystring: couponQuery,
      response: { 200: success(couponRow) },
    },
    handler: async (request) => {
      await limitPromo(kernel, principalOf(request), 'look');
      return { data: await providerOf(kernel).lookUpCode(kernel, request.query.coupon_id) };
    },
  });
};

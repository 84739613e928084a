import type { PromoCodeQuery, PromoCodeRow } from '#contracts/admin/promo-code.ts';
import { promoCodeQuery, promoCodeRow } from '#contracts/admin/promo-code.ts';
import { page } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type Page, pageOf, setContentRange } from '#kernel/http/page.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { conditions, findIds, inOrder, orderBy } from '../list-query.ts';

const rows = `
  select id, code, amount_off, percent_off, months, redemptions, max_redemptions, ts_ends, ts_ended,
         extract(epoch from created_at)::bigint as ts_created,
         case when ts_ended is not null then 'ended' when ts_ends <= $1 then 'expired'
              when redemptions >= max_redemptions then 'used_up' else 'active' end as state
    from promo_code`;

const findPromoCodes = async (
  { db }: Pick<Kernel, 'db'>,
  { filter = {}, sort = ['ts_created', 'DESC'] }: Pick<PromoCodeQuery, 'filter' | 'sort'>,
  asked: Page,
  now: UnixSeconds,
): Promise<{ data: PromoCodeRow[]; total: number }> => {
  const where = conditions([now]);
  where.add('id = any(?::uuid[])', filter.id && [filter.id].flat());
  where.add('strpos(code, upper(?)) > 0', filter.q);
  where.add('state = ?', filter.state);
  // The clock stands first in every statement, also where a column that needs it is left out.
  const every = `${rows} where $1::bigint is not null`;
  const { ids, total } = await findIds(db.pool, every, where, orderBy([], sort), asked);
  const found = await db.pool.query<PromoCodeRow>(`${rows} where id = any($2::uuid[])`, [now, ids]);
  return { data: inOrder(ids, found.rows), total };
};

/** GET /admin/promo_code: the promo codes that staff have made, and how often each was redeemed. */
export const promoCodeListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/promo_code',
    config: { policy: { caller: 'staff' } },
    schema: {
      summary: 'List promo codes',
      description: 'Refuses with PromoAtStripe where Stripe takes the money: they are in its dashboard.',
      tags: ['Admin'],
      querystring: promoCodeQuery,
      response: { 200: page(promoCodeRow) },
    },
    handler: async (request, reply) => {
      if (kernel.config.BILLING === 'stripe') throw new Refusal('PromoAtStripe');
      const asked = pageOf(request.query);
      const found = await findPromoCodes(kernel, request.query, asked, toSeconds(kernel.now()));
      setContentRange(reply, 'promo_code', asked, found.data.length, found.total);
      return found;
    },
  });
};

import type { PromoCodeQuery, PromoCodeRow } from '#contracts/admin/promo-code.ts';
import { promoCodeQuery, promoCodeRow } from '#contracts/admin/promo-code.ts';
import { page } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type CsvColumns, sendCsv } from '#kernel/http/csv-answer.ts';
import { type Page, pageOf, setContentRange } from '#kernel/http/page.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { conditions, everything, findIds, inChunks, inOrder, orderBy } from '../list-query.ts';

const rows = `
  select id, code, amount_off, percent_off, months, redemptions, max_redemptions, ts_ends, ts_ended,
         extract(epoch from created_at)::bigint as ts_created,
         case when ts_ended is not null then 'ended' when ts_ends <= $1 then 'expired'
              when redemptions >= max_redemptions then 'used_up' else 'active' end as state
    from promo_code`;

const columns: CsvColumns<PromoCodeRow> = {
  id: (row) => row.id,
  code: (row) => row.code,
  percent_off: (row) => row.percent_off,
  amount_off: (row) => row.amount_off,
  months: (row) => row.months,
  redemptions: (row) => row.redemptions,
  max_redemptions: (row) => row.max_redemptions,
  state: (row) => row.state,
  ts_ends: (row) => row.ts_ends,
  ts_ended: (row) => row.ts_ended,
  ts_created: (row) => row.ts_created,
};

const findPromoCodes = async (
  { db }: Pick<Kernel, 'db'>,
  { filter = {}, sort = ['ts_created', 'DESC'] }: Pick<PromoCodeQuery, 'filter' | 'sort'>,
  asked: Page,
  now: UnixSeconds,
): Promise<{ ids: string[]; total: number }> => {
  const where = conditions([now]);
  where.add('id = any(?::uuid[])', filter.id && [filter.id].flat());
  where.add('strpos(code, upper(?)) > 0', filter.q);
  where.add('state = ?', filter.state);
  // The clock stands first in every statement, also where a column that needs it is left out.
  const every = `${rows} where $1::bigint is not null`;
  return findIds(db.pool, every, where, orderBy([], sort), asked);
};

const readPromoCodes = async (
  { db }: Pick<Kernel, 'db'>,
  ids: readonly string[],
  now: UnixSeconds,
): Promise<PromoCodeRow[]> => {
  const found = await db.pool.query<PromoCodeRow>(`${rows} where id = any($2::uuid[])`, [now, ids]);
  return inOrder(ids, found.rows);
};

/** GET /admin/promo_code: the promo codes that staff have made, and how often each was redeemed. */
export const promoCodeListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/promo_code',
    config: { policy: { caller: 'staff' } },
    schema: {
      summary: 'List promo codes',
      description:
        'Use format=csv to download a file, with amounts in cents. Refuses with PromoAtStripe where Stripe takes the money: they are in its dashboard.',
      tags: ['Admin'],
      querystring: promoCodeQuery,
      response: { 200: page(promoCodeRow) },
    },
    handler: async (request, reply) => {
      if (kernel.config.BILLING === 'stripe') throw new Refusal('PromoAtStripe');
      const now = toSeconds(kernel.now());
      const { format, filter } = request.query;
      const isFile = format === 'csv';
      const asked = isFile ? everything : pageOf(request.query);
      const { ids, total } = await findPromoCodes(kernel, request.query, asked, now);
      if (isFile) {
        await recordExport(kernel, request, { what: 'promo_codes', rows: ids.length, filter: { ...filter } });
        const read = (chunk: readonly string[]) => readPromoCodes(kernel, chunk, now);
        return sendCsv(reply, 'promo-codes', columns, inChunks(ids, read));
      }
      const data = await readPromoCodes(kernel, ids, now);
      setContentRange(reply, 'promo_code', asked, data.length, total);
      return { data, total };
    },
  });
};

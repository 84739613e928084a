import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { queryInt } from '#contracts/api/ids.ts';
import { dealCheck, dealCodesBody } from '#contracts/subscription/commands.ts';
import { dealBatch } from '#contracts/subscription/rows.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { findDeal } from '#kernel/db/deal-code.ts';
import { sendCsv } from '#kernel/http/csv-answer.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleDealCodes, listDealBatches } from './make.ts';

/** How many times LIMIT_SIGN_IN one network may look up deal codes in a minute. */
const looksBehindAddress = 3;

const once = async function* (codes: readonly string[]) {
  yield codes;
};

/** Deal codes: made by staff, and looked up by who is about to sign up with one. */
export const dealRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/payment/deal_check',
    onRequest: limitNetwork('deal', looksBehindAddress)(kernel),
    config: { policy: { caller: 'anyone' } },
    schema: {
      summary: 'Check a deal code',
      description: 'Refuses one that was used with DealUsed, and one that is none with DealUnknown.',
      tags: ['Sign-in'],
      body: dealCheck,
      response: { 200: success(z.object({ valid: z.literal(true) })) },
    },
    handler: async (request) => {
      await findDeal(kernel.db.pool, request.body.appsumo_token);
      return { data: { valid: true as const } };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/admin/deal_code',
    config: { policy: { caller: 'staff' }, noStore: true },
    schema: {
      summary: 'Make deal codes',
      description: 'Answers a CSV of the new codes. Keep it: they cannot be read again.',
      tags: ['Admin'],
      body: dealCodesBody,
      produces: ['text/csv'],
    },
    handler: async (request, reply) => {
      const { count } = request.body;
      // Answers are stored for who repeats a request; codes are not to be.
      const context = { ...commandContext(request, kernel), idempotency: null };
      const { data } = await runCommand(kernel, context, (trx) => handleDealCodes(trx, principalOf(request), count));
      return sendCsv(reply.code(201), 'deal-codes', { code: (code: string) => code }, once(data));
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/deal_code',
    config: { policy: { caller: 'staff' } },
    schema: {
      summary: 'List batches of deal codes',
      description: 'The newest first.',
      tags: ['Admin'],
      querystring: z.strictObject({ limit: queryInt(1, 100).optional(), offset: queryInt(0, 100_000).optional() }),
      response: { 200: success(z.array(dealBatch)) },
    },
    handler: async (request, reply) => {
      const page = pageOf(request.query);
      const { rows, total } = await listDealBatches(kernel.db, page);
      setContentRange(reply, 'batches', page, rows.length, total);
      return { data: rows };
    },
  });
};

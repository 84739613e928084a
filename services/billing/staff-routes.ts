import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { creditBody, customPlanBody, promoCodeBody } from '#contracts/subscription/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleCredit, handleCustomPlan, handlePromoCode } from './staff.ts';

const config = { policy: { caller: 'staff' }, command: true } as const;
const tags = ['Admin'];
const changed = success(z.object({ account_id: id, version: z.int() }));

/** What staff do with money: plans of an account's own, credit, promo codes. */
export const staffBillingRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/admin/account/custom_plan',
    config,
    schema: { summary: 'Give an account a plan of its own', tags, body: customPlanBody, response: { 200: changed } },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handleCustomPlan(trx, principalOf(request), request.body),
        ),
      ),
  });
  server.route({
    method: 'POST',
    url: '/api/admin/account/credit',
    config,
    schema: { summary: 'Give an account free months or credit', tags, body: creditBody, response: { 200: changed } },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handleCredit(trx, principalOf(request), request.body),
        ),
      ),
  });
  server.route({
    method: 'POST',
    url: '/api/admin/promo_code',
    config,
    schema: {
      summary: 'Make a promo code',
      tags,
      body: promoCodeBody,
      response: { 201: success(z.object({ id })) },
    },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handlePromoCode(trx, principalOf(request), request.body),
        ),
      ),
  });
};

import { z } from 'zod';
import { invoicePaidBody } from '#contracts/admin/billing.ts';
import { endPromoCodeBody } from '#contracts/admin/promo-code.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { creditBody, customPlanBody, promoCodeBody } from '#contracts/subscription/commands.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { recordRead } from '#kernel/http/record-access.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { providerOf } from './provider-of.ts';
import { handleCredit, handleCustomPlan, handleEndPromoCode, handleInvoicePaid, handlePromoCode } from './staff.ts';

const changed = z.object({ account_id: id, version: z.int() });

/** An act of staff: what it is given and answers, and the command that does it. */
interface StaffAct<Body extends z.ZodType> {
  url: string;
  summary: string;
  body: Body;
  status: 200 | 201;
  answer: z.ZodType;
  handle(trx: CommandTrx, principal: Principal, given: z.output<Body>): Promise<CommandAnswer>;
}

const staffAct =
  <Body extends z.ZodType>({ url, summary, body, status, answer, handle }: StaffAct<Body>): Routes =>
  (server, kernel) => {
    server.route({
      method: 'POST',
      url,
      config: { policy: { caller: 'staff' }, command: true },
      schema: { summary, tags: ['Admin'], body, response: { [status]: success(answer) } },
      handler: async (request, reply) => {
        // The schema has checked it; what it makes of a body that is only named by a type the server cannot tell.
        const given = request.body as z.output<Body>;
        const answered = await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handle(trx, principalOf(request), given),
        );
        return sendAnswer(reply, answered);
      },
    });
  };

const acts: readonly Routes[] = [
  staffAct({
    url: '/api/admin/account/custom_plan',
    summary: 'Give an account a plan of its own',
    body: customPlanBody,
    status: 200,
    answer: changed,
    handle: handleCustomPlan,
  }),
  staffAct({
    url: '/api/admin/account/credit',
    summary: 'Give an account free months or credit',
    body: creditBody,
    status: 200,
    answer: changed,
    handle: handleCredit,
  }),
  staffAct({
    url: '/api/admin/account/invoice_paid',
    summary: 'Mark a waiting invoice as paid another way',
    body: invoicePaidBody,
    status: 200,
    answer: changed,
    handle: handleInvoicePaid,
  }),
  staffAct({
    url: '/api/admin/promo_code',
    summary: 'Make a promo code',
    body: promoCodeBody,
    status: 201,
    answer: z.object({ id }),
    handle: handlePromoCode,
  }),
  staffAct({
    url: '/api/admin/promo_code/end',
    summary: 'End a promo code',
    body: endPromoCodeBody,
    status: 200,
    answer: z.object({ id }),
    handle: handleEndPromoCode,
  }),
];

const addressRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/account/:id/invoice/:invoice_id/address',
    config: { policy: { caller: 'staff' }, noStore: true },
    schema: {
      summary: 'Where Stripe keeps the PDF of an invoice of an account',
      tags: ['Admin'],
      params: z.strictObject({ id, invoice_id: id }),
      response: { 200: success(z.object({ url: z.string() })) },
    },
    handler: async (request) => {
      const { id: account_id, invoice_id } = request.params;
      const url = await providerOf(kernel).invoicePdf(kernel, account_id, invoice_id);
      await recordRead(kernel, request, { subject_type: 'account', subject_id: account_id, account_id });
      return { data: { url } };
    },
  });
};

/** What staff do with money: plans of an account's own, credit, invoices that were paid another way, promo codes. */
export const staffBillingRoutes: Routes = async (server, kernel) => {
  for (const add of [...acts, addressRoutes]) await add(server, kernel);
};

import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { id, queryInt } from '#contracts/api/ids.ts';
import { invoiceRow, paymentCustomer } from '#contracts/subscription/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { findInvoice, listInvoices, readCustomer } from './billing.ts';
import { sendInvoicePdf } from './invoice-pdf/send.ts';

const config = { policy: { caller: 'user', act: 'billing.view', login_as: true } } as const;
const tags = ['Payment'];

/** GET /payment/customer and /payment/invoice/list: what an account pays for, and its invoices. */
export const subscriptionReadRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/payment/customer',
    config: { ...config, noStore: true },
    schema: {
      summary: 'Read what the account pays for',
      tags,
      response: { 200: success(paymentCustomer) },
    },
    handler: async (request) => ({
      data: await readCustomer(kernel, principalOf(request), toSeconds(kernel.now())),
    }),
  });
  server.route({
    method: 'GET',
    url: '/api/payment/invoice/:id/pdf',
    config: { ...config, noStore: true },
    schema: {
      summary: 'Download an invoice as a PDF',
      tags,
      params: z.strictObject({ id }),
      produces: ['application/pdf'],
    },
    handler: async (request, reply) =>
      sendInvoicePdf(reply, await findInvoice(kernel, principalOf(request).account_id, request.params.id)),
  });
  server.route({
    method: 'GET',
    url: '/api/payment/invoice/list',
    config,
    schema: {
      summary: 'List invoices',
      description: 'The newest first. Amounts are US cents.',
      tags,
      querystring: z.strictObject({ limit: queryInt(1, 100).optional(), offset: queryInt(0, 100_000).optional() }),
      response: { 200: success(z.array(invoiceRow)) },
    },
    handler: async (request, reply) => {
      const page = pageOf(request.query);
      const { rows, total } = await listInvoices(kernel, principalOf(request).account_id, page);
      setContentRange(reply, 'invoices', page, rows.length, total);
      return { data: rows };
    },
  });
};

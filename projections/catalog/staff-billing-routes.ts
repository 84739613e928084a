import { z } from 'zod';
import { accountBilling, staffInvoiceRow } from '#contracts/admin/billing.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id, queryInt } from '#contracts/api/ids.ts';
import { toSeconds } from '#contracts/time.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import type { Routes } from '#kernel/http/types.ts';
import { recordAccountRead } from '../record-access.ts';
import { findInvoice } from './billing.ts';
import { sendInvoicePdf } from './invoice-pdf/send.ts';
import { listStaffInvoices, readAccountBilling } from './staff-billing.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];
const byAccount = z.strictObject({ id });

/** GET /admin/account/{id}/billing and /invoice: what an account pays for, and its invoices, for staff. */
export const staffBillingReadRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/account/:id/billing',
    config: { policy },
    schema: {
      summary: 'Read what an account pays for',
      tags,
      params: byAccount,
      response: { 200: success(accountBilling) },
    },
    handler: async (request) => {
      await recordAccountRead(kernel, request, request.params.id);
      const data = await readAccountBilling(kernel, request.params.id, toSeconds(kernel.now()));
      if (!data) throw new Refusal('NotFound');
      return { data };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/account/:id/invoice',
    config: { policy },
    schema: {
      summary: 'List the invoices of an account',
      description: 'The newest first. Amounts are US cents.',
      tags,
      params: byAccount,
      querystring: z.strictObject({ limit: queryInt(1, 100).optional(), offset: queryInt(0, 100_000).optional() }),
      response: { 200: page(staffInvoiceRow) },
    },
    handler: async (request, reply) => {
      await recordAccountRead(kernel, request, request.params.id);
      const asked = pageOf(request.query);
      const { rows, total } = await listStaffInvoices(kernel, request.params.id, asked);
      setContentRange(reply, 'invoice', asked, rows.length, total);
      return { data: rows, total };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/account/:id/invoice/:invoice_id/pdf',
    config: { policy, noStore: true },
    schema: {
      summary: 'Download an invoice of an account as a PDF',
      tags,
      params: z.strictObject({ id, invoice_id: id }),
      produces: ['application/pdf'],
    },
    handler: async (request, reply) => {
      await recordAccountRead(kernel, request, request.params.id);
      return sendInvoicePdf(reply, await findInvoice(kernel, request.params.id, request.params.invoice_id));
    },
  });
};

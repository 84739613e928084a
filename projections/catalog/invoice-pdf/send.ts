import type { FastifyReply } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import type { InvoiceCustomer } from './customer.ts';
import { drawnInvoice } from './drawn.ts';

/** Answers an invoice that was found as a PDF; refuses one that was not. */
export const sendInvoicePdf = async (
  reply: FastifyReply,
  found: { invoice: InvoiceRow; customer: InvoiceCustomer } | null,
): Promise<FastifyReply> => {
  if (!found) throw new Refusal('NotFound');
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${found.invoice.number}.pdf"`)
    .send(await drawnInvoice(found.invoice, found.customer));
};

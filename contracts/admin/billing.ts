import { z } from 'zod';
import { id } from '../api/ids.ts';
import { invoiceRow, paymentCustomer } from '../subscription/rows.ts';
import { customPlan } from '../subscription/terms.ts';

/** GET /admin/account/{id}/billing: what an account pays for and how, as staff see it; amounts are US cents. */
export const accountBilling = paymentCustomer.omit({ portal: true, name: true, address: true }).extend({
  /** The plan that staff made for it; null without one. */
  custom_plan: customPlan.nullable(),
  /** Whether the open invoice was charged in vain. */
  failed: z.boolean(),
  /** Invoices that no card paid and that are to be paid another way: how many, and how much in all. */
  waiting: z.object({ invoices: z.int(), amount: z.int() }),
});
export type AccountBilling = z.infer<typeof accountBilling>;

/** A row of GET /admin/account/{id}/invoice, the newest first; `waiting` is to be paid another way than by card. */
export const staffInvoiceRow = invoiceRow.extend({ waiting: z.boolean() });
export type StaffInvoiceRow = z.infer<typeof staffInvoiceRow>;

/** POST /admin/account/invoice_paid: a waiting invoice was paid another way. */
export const invoicePaidBody = z.strictObject({ account_id: id, invoice_id: id });
export type InvoicePaidBody = z.infer<typeof invoicePaidBody>;

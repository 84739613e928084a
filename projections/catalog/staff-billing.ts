import type { AccountBilling, StaffInvoiceRow } from '#contracts/admin/billing.ts';
import type { PlanFacts } from '#contracts/api/plans.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { AccountTables } from './account.ts';
import { listInvoices, readCustomer, readSubscribed } from './billing.ts';

const readPlanFacts = async ({ db }: Pick<Kernel, 'db'>, accountId: string): Promise<PlanFacts | null> =>
  (await db.query
    .withTables<AccountTables>()
    .selectFrom('account')
    .select(['premium', 'plan', 'trial_ends', 'standing', 'promo_until', 'custom_plan'])
    .where('id', '=', accountId)
    .executeTakeFirst()) ?? null;

/** The invoices that staff mark as paid: not those of a payment provider, which knows by itself. */
const waitingOf = ({ waiting, outside }: SubscriptionState): SubscriptionState['waiting'] =>
  waiting.filter((one) => outside.invoices.every(({ id }) => id !== one.id));

/** What an account pays for and how, as staff see it; null where there is no such account. `now` is unix seconds. */
export const readAccountBilling = async (
  kernel: Pick<Kernel, 'db' | 'config'>,
  accountId: string,
  now: UnixSeconds,
): Promise<AccountBilling | null> => {
  const facts = await readPlanFacts(kernel, accountId);
  if (!facts) return null;
  const [customer, state] = await Promise.all([
    readCustomer(kernel, { ...facts, account_id: accountId }, now),
    readSubscribed(kernel, accountId),
  ]);
  // Who pays, and where they live, staff read on invoices alone.
  const { portal: _portal, name: _name, address: _address, ...paid } = customer;
  const { custom, open } = state;
  const waiting = waitingOf(state);
  const amount = waiting.reduce((sum, invoice) => sum + invoice.amount, 0);
  return {
    ...paid,
    custom_plan: custom && { ...custom, features: [...custom.features] },
    failed: open !== null && open.attempts > 0,
    waiting: { invoices: waiting.length, amount },
  };
};

/** The invoices of an account as staff see them, the newest first. */
export const listStaffInvoices = async (
  kernel: Pick<Kernel, 'db'>,
  accountId: string,
  page: Page,
): Promise<{ rows: StaffInvoiceRow[]; total: number }> => {
  const [{ rows, total }, state] = await Promise.all([
    listInvoices(kernel, accountId, page),
    readSubscribed(kernel, accountId),
  ]);
  const waiting = waitingOf(state);
  const toStaff = (row: InvoiceRow): StaffInvoiceRow => ({
    ...row,
    waiting: waiting.some(({ id }) => id === row.id),
    invoice_pdf: `/api/admin/account/${accountId}/invoice/${row.id}/${row.hosted ? 'address' : 'pdf'}`,
  });
  return { rows: rows.map(toStaff), total };
};

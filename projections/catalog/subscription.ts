import type { Recorded } from '#contracts/event.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { ClosedInvoice, InvoiceStatus } from '#contracts/subscription/invoice.ts';
import { billingDueAt, standingOf } from '#contracts/subscription/standing.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { AccountTables } from './account.ts';
import type { CatalogWriter, Json } from './noun.ts';

/** Tables of subscriptions and their invoices; see tables/subscription.sql. */
export type SubscriptionTables = {
  subscription: {
    account_id: string;
    state: Json<SubscriptionState>;
    due: UnixSeconds | null;
    monthly: number;
    version: number;
  };
  invoice: {
    id: string;
    account_id: string;
    number: string;
    status: InvoiceStatus;
    invoice: Json<ClosedInvoice>;
    amount_due: number;
    amount_paid: number;
    ts_closed: UnixSeconds;
    ts_paid: UnixSeconds | null;
  };
};

/** What a subscription brings in a month, in cents; nothing once it was canceled, and while a deal's code pays. */
const monthlyAmount = ({ plan, custom, scheduled, paid_by_deal }: SubscriptionState): number => {
  if (plan === null || paid_by_deal || (scheduled && scheduled.plan === null)) return 0;
  const { amount, interval } = termsOf(plan, custom);
  return interval === 'year' ? Math.round(amount / 12) : amount;
};

const writeInvoice = async (trx: Trx, accountId: string, event: Recorded<SubscriptionEvent>): Promise<void> => {
  const query = trx.query.withTables<SubscriptionTables>();
  switch (event.type) {
    case 'InvoiceClosed': {
      const { invoice } = event.data;
      const { id, number, ts_closed, amount_due } = invoice;
      const row = { account_id: accountId, number, ts_closed, amount_due, invoice: JSON.stringify(invoice) };
      await query
        .insertInto('invoice')
        .values({ id, ...row, status: 'open', amount_paid: 0, ts_paid: null })
        .execute();
      return;
    }
    case 'InvoicePaid': {
      const { invoice_id, amount, ts_paid } = event.data;
      const row = { status: 'paid', amount_paid: amount, ts_paid } as const;
      await query.updateTable('invoice').set(row).where('id', '=', invoice_id).execute();
      return;
    }
    // Where the payment provider closes invoices, one may be closed before its viewers are counted.
    case 'PeriodCounted': {
      const { period, viewers } = event.data;
      await trx.client.query({
        name: 'invoice-viewers',
        text: `update invoice set invoice = jsonb_set(invoice, '{viewers}', $3)
                where account_id = $1 and invoice -> 'closes' = $2`,
        values: [accountId, JSON.stringify(period), JSON.stringify(viewers)],
      });
      return;
    }
    case 'InvoiceWrittenOff':
      await query
        .updateTable('invoice')
        .set({ status: 'uncollectible' })
        .where('id', '=', event.data.invoice_id)
        .execute();
  }
};

/** Writes what the account subscribes to into its row, the subscription itself, and its invoices. */
export const writeSubscription: CatalogWriter<'subscription'> = async (trx, events, after) => {
  const { account_id, plan, ts_start, custom } = after;
  await trx.query
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ plan, ts_subscribed: ts_start, ...standingOf(after), custom_plan: custom && JSON.stringify(custom) })
    .where('id', '=', account_id)
    .execute();
  const row = {
    state: JSON.stringify(after),
    due: billingDueAt(after),
    monthly: monthlyAmount(after),
    version: events.at(-1)!.meta.version,
  };
  await trx.query
    .withTables<SubscriptionTables>()
    .insertInto('subscription')
    .values({ account_id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
  for (const event of events)
    if (event.type === 'ReferralEarned')
      await trx.query
        .withTables<AccountTables>()
        .updateTable('account')
        .set({ referral_earned: true })
        .where('id', '=', event.data.referred_account_id)
        .execute();
  for (const event of events) await writeInvoice(trx, account_id, event as Recorded<SubscriptionEvent>);
};

import type { Selectable } from 'kysely';
import { entitlement, type HeldPlanId, type PlanFacts, paymentStatus } from '#contracts/api/plans.ts';
import { lineText } from '#contracts/subscription/line-text.ts';
import { comingInvoice } from '#contracts/subscription/lines.ts';
import type { Payer } from '#contracts/subscription/payer.ts';
import type { InvoiceRow, PaymentCustomer, PaymentMethodRow } from '#contracts/subscription/rows.ts';
import { promoEnd } from '#contracts/subscription/standing.ts';
import { initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { InvoiceCustomer } from './invoice-pdf/customer.ts';
import type { SubscriptionTables } from './subscription.ts';

/** The folded subscription of an account; one without events where it has none. */
export const readSubscribed = async ({ db }: Pick<Kernel, 'db'>, accountId: string): Promise<SubscriptionState> => {
  const row = await db.query
    .withTables<SubscriptionTables>()
    .selectFrom('subscription')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { ...initialSubscription(accountId), ...row?.state };
};

const heldPlan = (id: HeldPlanId, { custom }: SubscriptionState) => {
  const { nickname, amount, interval, mau_limit, mau_exceed_price } = termsOf(id, custom);
  return { id, nickname, amount, interval, mau_limit, mau_exceed_price };
};

const discountOf = (state: SubscriptionState, now: UnixSeconds) => {
  const [{ promo }, until] = [state, promoEnd(state)];
  if (!promo || until === null || until <= now) return null;
  const { code, amount_off, percent_off, months } = promo;
  const ts_until = months === null ? null : until;
  const duration = months === null ? ('once' as const) : ('repeating' as const);
  return { coupon: { id: code, amount_off, percent_off, duration, duration_in_months: months }, ts_until };
};

const subscriptionOf = (state: SubscriptionState, now: UnixSeconds): PaymentCustomer['subscription'] => {
  const { plan, period, scheduled, kept_until } = state;
  if (plan === null || !period) return null;
  const downgrade = scheduled?.plan ? { plan: heldPlan(scheduled.plan, state), ts: scheduled.ts } : null;
  return {
    plan: heldPlan(plan, state),
    current_period_start: period.from,
    current_period_end: period.to,
    cancel_at: scheduled && scheduled.plan === null ? scheduled.ts : null,
    downgrade,
    kept_until,
    discount: discountOf(state, now),
  };
};

const toConfirmOf = (state: SubscriptionState, now: UnixSeconds): PaymentCustomer['to_confirm'] => {
  const { confirming } = state.outside;
  if (!confirming || confirming.ts_until <= now || !('plan' in confirming.ask)) return null;
  const { invoice_id: id, amount: amount_due, ts_until, ask } = confirming;
  return { id, plan: heldPlan(ask.plan, state), amount_due, ts_until };
};

/** The cards that are charged here: those of another payment provider pay for nothing. */
const methodsOf = async (
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  accountId: string,
  chosen: string | null,
): Promise<PaymentMethodRow[]> => {
  const { rows } = await db.pool.query<{ id: string } & PaymentMethodRow['card']>({
    name: 'payment-methods',
    text: `select id, brand, last4, exp_month, exp_year from payment_method where account_id = $1 and provider = $3
            order by id = $2 desc, created_at desc, id desc`,
    values: [accountId, chosen, config.BILLING],
  });
  return rows.map(({ id, ...card }) => ({ id, is_default: id === chosen, card }));
};

const readPayer = async ({ db }: Pick<Kernel, 'db'>, accountId: string): Promise<Payer> => {
  const { rows } = await db.pool.query<Payer>({
    name: 'payer-of-account',
    text: 'select name, address from payer where account_id = $1',
    values: [accountId],
  });
  return rows[0] ?? { name: null, address: null };
};

/** What an account pays for, and how; `now` is unix seconds. */
export const readCustomer = async (
  kernel: Pick<Kernel, 'db' | 'config'>,
  account: PlanFacts & { account_id: string },
  now: UnixSeconds,
): Promise<PaymentCustomer> => {
  const { account_id } = account;
  const state = await readSubscribed(kernel, account_id);
  const { open } = state;
  const billing = kernel.config.BILLING;
  const methods = await methodsOf(kernel, account_id, state.card);
  const { payment_status } = entitlement(account, now);
  const premium = payment_status === paymentStatus.premium;
  const opened = open && (await readInvoice(kernel, account_id, open.id));
  return {
    billing,
    payment_status,
    subscription: subscriptionOf(state, now),
    ...(await readPayer(kernel, account_id)),
    payment_methods: methods,
    credit: state.credit,
    free_months: state.free_months.referral + state.free_months.staff,
    next_invoice: comingInvoice(
      state,
      { premium, referred: false },
      { billing, has_card: methods.some(({ is_default }) => is_default) },
    ),
    open_invoice: open &&
      opened && {
        id: open.id,
        number: opened.number,
        amount_due: open.amount,
        ts_next: open.ts_next,
        confirm: open.confirm === true,
      },
    to_confirm: toConfirmOf(state, now),
    portal: billing === 'stripe' && methods.length > 0,
  };
};

/** An invoice with what the list of its viewers was signed with; null where none was. */
type Stored = Selectable<SubscriptionTables['invoice']> & { signature: string | null; key_id: string | null };

// Invoices that were closed without the signature find it beside the list.
const withSignature = (invoices: string) => `select i.*, p.signature, p.key_id from ${invoices} i left join lateral (
    select m.signature, m.key_id from mau_proof m
     where m.account_id = i.account_id and m.digest = i.invoice -> 'viewers' ->> 'digest' limit 1) p on true`;

const toRow = ({ id, number, status, invoice, amount_due, amount_paid, ts_closed, ...signed }: Stored): InvoiceRow => {
  const { lines, closes, from_credit, outside_id } = invoice;
  const { signature, key_id } = signed;
  const viewers = invoice.viewers && { ...(signature && key_id ? { signature, key_id } : {}), ...invoice.viewers };
  const hosted = outside_id !== undefined;
  return {
    id,
    number,
    status,
    created: ts_closed,
    closes,
    lines: lines.map((line) => ({ description: say(lineText(line)), amount: line.amount })),
    from_credit,
    amount_due: Number(amount_due),
    amount_paid: Number(amount_paid),
    currency: 'usd',
    viewers,
    invoice_pdf: `/api/payment/invoice/${id}/${hosted ? 'address' : 'pdf'}`,
    hosted,
  };
};

const readInvoice = async ({ db }: Pick<Kernel, 'db'>, accountId: string, id: string): Promise<Stored | null> => {
  const { rows } = await db.pool.query<Stored>({
    name: 'invoice-by-id',
    text: `${withSignature('invoice')} where i.id = $1 and i.account_id = $2`,
    values: [id, accountId],
  });
  return rows[0] ?? null;
};

/**
 * Who an invoice is for, as they were when it was closed; one of which that was not kept, or is no longer, names the company.
 * A country that nobody had said is kept as no letters.
 */
const invoiceCustomer = async ({ db }: Pick<Kernel, 'db'>, accountId: string, id: string): Promise<InvoiceCustomer> => {
  const { rows } = await db.pool.query<InvoiceCustomer>({
    name: 'invoice-customer',
    text: `select coalesce(p.name, a.name) as name, nullif(coalesce(p.country, a.country), '') as country, p.address
             from account a left join invoice_payer p on p.invoice_id = $2 and p.account_id = a.id where a.id = $1`,
    values: [accountId, id],
  });
  return rows[0]!;
};

/** An invoice of an account, and who it is for; null where it is not theirs. */
export const findInvoice = async (
  kernel: Pick<Kernel, 'db'>,
  accountId: string,
  id: string,
): Promise<{ invoice: InvoiceRow; customer: InvoiceCustomer } | null> => {
  const [stored, customer] = await Promise.all([
    readInvoice(kernel, accountId, id),
    invoiceCustomer(kernel, accountId, id),
  ]);
  return stored && { invoice: toRow(stored), customer };
};

/** The invoices of an account, the newest first. */
export const listInvoices = async (
  { db }: Pick<Kernel, 'db'>,
  accountId: string,
  { limit, offset }: Page,
): Promise<{ rows: InvoiceRow[]; total: number }> => {
  const { rows } = await db.pool.query<Stored & { total: number }>({
    name: 'invoices-of-account',
    text: `${withSignature(`(select *, count(*) over ()::int as total from invoice where account_id = $1
                              order by ts_closed desc, id desc limit $2 offset $3)`)} order by i.ts_closed desc, i.id desc`,
    values: [accountId, limit, offset],
  });
  return { rows: rows.map(toRow), total: rows[0]?.total ?? 0 };
};

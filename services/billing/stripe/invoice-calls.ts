import type { StripeInvoice, StripePayment, StripePreview } from './answers.ts';
import type { StripeApi } from './library.ts';
import { readInvoice, readLine, readPayment, readPreview, refId } from './read.ts';
import { promotionsOf, type StripeStart } from './subscription-calls.ts';

/** The same day of the next month, or its last day where it is shorter; from a UTC midnight in unix seconds. */
const monthLater = (midnight: number): number => {
  const at = new Date(midnight * 1000);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, Math.min(at.getUTCDate(), last)) / 1000;
};

/** Calls about invoices, those that are there and those that would be. */
export const invoiceCalls = ({ stripe, ask, once, currency }: StripeApi) => {
  type PreviewParams = NonNullable<Parameters<typeof stripe.invoices.createPreview>[0]>;
  const preview = async (params: PreviewParams): Promise<StripePreview> =>
    readPreview(await ask(() => stripe.invoices.createPreview(params)));

  /** An invoice with all of its lines: Stripe answers the first ten with it. */
  type Found = Parameters<typeof readInvoice>[0] & { lines: { has_more: boolean } };
  const whole = async (found: Found): Promise<StripeInvoice> => {
    const invoice = readInvoice(found);
    if (!found.lines.has_more) return invoice;
    const lines = await ask(() =>
      stripe.invoices.listLineItems(found.id, { limit: 100 }).autoPagingToArray({ limit: 1000 }),
    );
    return { ...invoice, lines: lines.map(readLine) };
  };

  return {
    /** What the start of a subscription would charge at once. */
    previewStart({ customer, price, promotion, midnight, now }: StripeStart): Promise<StripePreview> {
      return preview({
        customer,
        ...promotionsOf(promotion),
        subscription_details: {
          items: [{ price }],
          ...(midnight < now ? { start_date: midnight } : {}),
          billing_cycle_anchor: { type: 'timestamp', timestamp: monthLater(midnight) },
          proration_behavior: 'create_prorations',
        },
      });
    },

    /** What a change of price would charge at once. */
    async previewChange(
      id: string,
      { price, from, promotion }: { price: string; from: number; promotion?: string },
    ): Promise<StripePreview> {
      const { items: now } = await ask(() => stripe.subscriptions.retrieve(id));
      const items = [{ id: now.data[0]!.id, price }];
      return preview({
        subscription: id,
        ...promotionsOf(promotion),
        subscription_details: { items, proration_date: from, proration_behavior: 'always_invoice' },
      });
    },

    /** What the end of the running period will charge. Throws `not_found` where nothing will be. */
    previewRenewal: (id: string): Promise<StripePreview> => preview({ subscription: id }),

    /** Invoices of a customer with all of their lines, newest first, after the one with the id `after`. */
    async listInvoices(
      customer: string,
      { after, limit = 20 }: { after?: string; limit?: number } = {},
    ): Promise<{ invoices: StripeInvoice[]; more: boolean }> {
      const { data, has_more } = await ask(() =>
        stripe.invoices.list({ customer, limit, ...(after ? { starting_after: after } : {}) }),
      );
      return { invoices: await Promise.all(data.map(whole)), more: has_more };
    },

    /** An invoice with all of its lines. */
    async readInvoice(id: string): Promise<StripeInvoice> {
      return whole(await ask(() => stripe.invoices.retrieve(id)));
    },

    /** The last payment of an invoice; null before the first. */
    async readPayment(id: string): Promise<StripePayment | null> {
      const { data } = await ask(() =>
        stripe.invoicePayments.list({ invoice: id, limit: 1, expand: ['data.payment.payment_intent'] }),
      );
      const intent = data[0]?.payment.payment_intent;
      return intent && typeof intent === 'object' ? readPayment(intent) : null;
    },

    /**
     * Makes a payment while the person is there, by a card: where their bank asks them, its page leads back to `return_url`.
     * Throws `declined`, and `refused` where it is not to be made any longer.
     */
    async confirmPayment(
      key: string,
      id: string,
      { card, return_url }: { card: string | null; return_url: string },
    ): Promise<StripePayment> {
      const params = { return_url, ...(card ? { payment_method: card } : {}) };
      return readPayment(await ask(() => stripe.paymentIntents.confirm(id, params, once(key))));
    },

    /** Charges an open invoice now, by the default card or another one. */
    async payInvoice(key: string, id: string, card?: string): Promise<StripeInvoice> {
      const params = { off_session: true, ...(card ? { payment_method: card } : {}) };
      return readInvoice(await ask(() => stripe.invoices.pay(id, params, once(key))));
    },

    /** Adds a charge to the next invoice of a subscription or a customer, or to a draft; answers its id. Throws `refused` (invoice_not_editable) where the draft is none any longer. */
    async addCharge(
      key: string,
      {
        customer,
        subscription,
        invoice,
        amount,
        description,
        period,
        metadata = {},
      }: {
        customer: string;
        subscription?: string;
        invoice?: string;
        amount: number;
        description: string;
        period: { start: number; end: number };
        metadata?: Record<string, string>;
      },
    ): Promise<string> {
      const to = { ...(subscription ? { subscription } : {}), ...(invoice ? { invoice } : {}) };
      const made = await ask(() =>
        stripe.invoiceItems.create(
          // Codes take something off plans, not off what is used beyond them.
          { customer, ...to, amount, currency, description, period, metadata, discountable: false },
          once(key),
        ),
      );
      return made.id;
    },

    /** The charge that bears this as `ask_id` in its metadata, with the invoice that it is on; null without one, of the newest hundred. */
    async findCharge(customer: string, askId: string): Promise<{ id: string; invoice: string | null } | null> {
      const { data } = await ask(() => stripe.invoiceItems.list({ customer, limit: 100 }));
      const found = data.find(({ metadata }) => metadata?.ask_id === askId);
      return found ? { id: found.id, invoice: refId(found.invoice) } : null;
    },

    /** Bills charges that belong to no subscription by an invoice of their own, which Stripe charges an hour later. */
    async billCharges(key: string, customer: string): Promise<StripeInvoice> {
      const params = { customer, pending_invoice_items_behavior: 'include', auto_advance: true } as const;
      return whole(await ask(() => stripe.invoices.create(params, once(key))));
    },

    /** Gives a draft its number and makes it due. */
    async finalizeInvoice(key: string, id: string): Promise<StripeInvoice> {
      return readInvoice(await ask(() => stripe.invoices.finalizeInvoice(id, { auto_advance: false }, once(key))));
    },

    /** Makes an open invoice one that nobody can pay any longer. */
    async voidInvoice(key: string, id: string): Promise<void> {
      await ask(() => stripe.invoices.voidInvoice(id, {}, once(key)));
    },

    /** Gives a customer a credit of `amount` cents, which the next invoices use up; below zero it is taken back. `mark`: kept with it. */
    async credit(
      key: string,
      customer: string,
      { amount, description, mark }: { amount: number; description: string; mark?: string },
    ): Promise<void> {
      const metadata = mark === undefined ? {} : { metadata: { ask_id: mark } };
      const params = { amount: -amount, currency, description, ...metadata };
      await ask(() => stripe.customers.createBalanceTransaction(customer, params, once(key)));
    },

    /** Whether a customer was given a credit with this mark, of the newest hundred. */
    async hasCredit(customer: string, mark: string): Promise<boolean> {
      const { data } = await ask(() => stripe.customers.listBalanceTransactions(customer, { limit: 100 }));
      return data.some(({ metadata }) => metadata?.ask_id === mark);
    },
  };
};

import {
  type StripeAddress,
  type StripeCard,
  type StripeCustomer,
  StripeFailure,
  type StripeSetup,
} from './answers.ts';
import type { StripeApi } from './library.ts';
import { known, readCard, refId } from './read.ts';

/** An address as it is sent: a part that there is not is taken away by an empty text. */
const placeOf = (address: StripeAddress) =>
  Object.fromEntries(Object.entries(address).map(([field, text]) => [field, text ?? '']));

/** Calls about customers and their cards. */
export const customerCalls = ({ stripe, ask, once }: StripeApi) => ({
  /** Makes a customer for an account, of whom nothing is known yet; answers its id. */
  async createCustomer(key: string, { id }: { id: string }): Promise<string> {
    return (await ask(() => stripe.customers.create({ metadata: { account_id: id } }, once(key)))).id;
  },

  /** A customer; null where it was deleted. */
  async readCustomer(id: string): Promise<StripeCustomer | null> {
    const found = await ask(() => stripe.customers.retrieve(id));
    if (found.deleted) return null;
    return { id, balance: found.balance, default_card: refId(found.invoice_settings.default_payment_method) };
  },

  /** Writes who a customer is, as later invoices say it, with what is `printed` on them; an empty email, no address and nothing printed take away what was there. */
  async describeCustomer(
    key: string,
    id: string,
    {
      email,
      name,
      address,
      printed,
    }: { email: string; name: string; address: StripeAddress | null; printed: { name: string; value: string }[] },
  ): Promise<void> {
    const invoice_settings = { custom_fields: printed.length > 0 ? printed : ('' as const) };
    const place = address ? placeOf(address) : ('' as const);
    await ask(() => stripe.customers.update(id, { email, name, address: place, invoice_settings }, once(key)));
  },

  /** Deletes a customer with all cards, and ends the subscriptions at once; one that is gone already is none. */
  async deleteCustomer(id: string): Promise<void> {
    await ask(() => stripe.customers.del(id)).catch((error) => {
      if (!(error instanceof StripeFailure) || error.reason.kind !== 'not_found') throw error;
    });
  },

  /** Opens Stripe's page for a card; `success_url` gets the session's id for {CHECKOUT_SESSION_ID}. */
  async openSetup(
    key: string,
    { customer, success_url, cancel_url }: { customer: string; success_url: string; cancel_url: string },
  ): Promise<{ id: string; url: string }> {
    const { id, url } = await ask(() =>
      stripe.checkout.sessions.create(
        { mode: 'setup', customer, success_url, cancel_url, allowed_payment_method_types: ['card'] },
        once(key),
      ),
    );
    return { id, url: url! };
  },

  async readSetup(id: string): Promise<StripeSetup> {
    const session = await ask(() => stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }));
    const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null;
    const saved = intent?.status === 'succeeded' ? intent.payment_method : null;
    return {
      status: known(['open', 'complete', 'expired'], session.status ?? 'expired'),
      customer: refId(session.customer),
      card: saved && typeof saved === 'object' ? readCard(saved) : null,
    };
  },

  /** The cards of a customer, at most a hundred. */
  async listCards(customer: string): Promise<StripeCard[]> {
    const { data } = await ask(() => stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }));
    return data.flatMap((method) => readCard(method) ?? []);
  },

  /** Lets a card pay from now on. */
  async setDefaultCard(key: string, customer: string, card: string): Promise<void> {
    await ask(() =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }, once(key)),
    );
  },

  /** Writes who pays with a card and where they live. */
  async describeCard(key: string, card: string, details: { name?: string; address?: StripeAddress }): Promise<void> {
    const { name, address } = details;
    await ask(() =>
      stripe.paymentMethods.update(
        card,
        {
          billing_details: {
            ...(name === undefined ? {} : { name }),
            ...(address ? { address: placeOf(address) } : {}),
          },
        },
        once(key),
      ),
    );
  },

  async removeCard(key: string, card: string): Promise<void> {
    await ask(() => stripe.paymentMethods.detach(card, {}, once(key)));
  },

  /** The address of Stripe's pages for a customer. */
  async openPortal(key: string, customer: string, return_url: string): Promise<string> {
    return (await ask(() => stripe.billingPortal.sessions.create({ customer, return_url }, once(key)))).url;
  },
});

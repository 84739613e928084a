import { z } from 'zod';
import { attachMethod, makeMethod, type StripeTestCard } from './cards.ts';
import { invalid, StripeFault } from './fault.ts';
import { listRoute, metadata, none, route } from './route.ts';
import type { CheckoutRow, CustomerRow, MethodRow, SetupIntentRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const daySeconds = 86_400;
const address = z.string().regex(/^https?:\/\//, 'Not a valid URL');

/** Where a session leads back to, with its id where the address asks for it. */
export const successUrl = ({ success_url, id }: CheckoutRow): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** Keeps a card for the customer of a session, as its page does. Throws where the bank refuses, and the page stays open. */
export const completeSession = (world: StripeWorld, session: CheckoutRow, card: StripeTestCard): MethodRow => {
  if (session.status !== 'open') throw invalid('This Checkout Session is no longer active.');
  const intent = findRow<SetupIntentRow>(world, 'setup_intent', session.setup_intent);
  const customer = findRow<CustomerRow>(world, 'customer', session.customer);
  const method = makeMethod(world, card);
  method.billing_details = { ...method.billing_details, email: customer.email, name: customer.name };
  try {
    attachMethod(world, method, customer);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    intent.last_setup_error = { ...error.body, payment_method: method };
    tell(world, 'setup_intent.setup_failed', intent);
    throw error;
  }
  Object.assign(intent, { status: 'succeeded', payment_method: method.id, last_setup_error: null });
  tell(world, 'setup_intent.succeeded', intent);
  Object.assign(session, { status: 'complete', url: null });
  tell(world, 'checkout.session.completed', session);
  return method;
};

/** Stripe's own pages: for a card, and for what a customer looks after by themselves. */
export const pageRoutes = [
  route(
    'POST',
    '/v1/checkout/sessions',
    z.strictObject({
      cancel_url: address.optional(),
      client_reference_id: z.string().max(200).optional(),
      allowed_payment_method_types: z.array(z.literal('card')).min(1).optional(),
      currency: z.string().length(3).optional(),
      customer: z.string(),
      locale: z.string().optional(),
      metadata,
      mode: z.literal('setup'),
      success_url: address,
    }),
    (world, params) => {
      const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
      if (!params.allowed_payment_method_types && !params.currency)
        throw invalid('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' });
      const now = seconds(world);
      const intent: SetupIntentRow = keepRow(world, {
        id: newId(world, 'seti'),
        object: 'setup_intent',
        allowed_payment_method_types: null,
        application: null,
        automatic_payment_methods: null,
        cancellation_reason: null,
        client_secret: null,
        created: now,
        customer: customer.id,
        customer_account: null,
        description: null,
        excluded_payment_method_types: null,
        flow_directions: null,
        last_setup_error: null,
        latest_attempt: null,
        livemode: false,
        mandate: null,
        metadata: {},
        next_action: null,
        on_behalf_of: null,
        payment_method: null,
        payment_method_configuration_details: null,
        payment_method_options: {},
        payment_method_types: ['card'],
        single_use_mandate: null,
        status: 'requires_payment_method',
        usage: 'off_session',
      });
      tell(world, 'setup_intent.created', intent);
      const id = newId(world, 'cs_test');
      const row: CheckoutRow = keepRow(world, {
        id,
        object: 'checkout.session',
        adaptive_pricing: null,
        after_expiration: null,
        allow_promotion_codes: null,
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
        amount_subtotal: null,
        amount_total: null,
        automatic_tax: { enabled: false, liability: null, provider: null, status: null },
        billing_address_collection: null,
        cancel_url: params.cancel_url ?? null,
        client_reference_id: params.client_reference_id ?? null,
        client_secret: null,
        collected_information: null,
        consent: null,
        consent_collection: null,
        created: now,
        currency: params.currency ?? null,
        currency_conversion: null,
        custom_fields: [],
        custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
        customer: customer.id,
        customer_account: null,
        customer_creation: null,
        customer_details: null,
        customer_email: null,
        discounts: null,
        expires_at: now + daySeconds,
        integration_identifier: null,
        invoice: null,
        invoice_creation: null,
        livemode: false,
        locale: params.locale ?? null,
        managed_payments: null,
        metadata: params.metadata ?? {},
        mode: 'setup',
        origin_context: null,
        payment_intent: null,
        payment_link: null,
        payment_method_collection: 'always',
        payment_method_configuration_details: null,
        payment_method_options: {},
        payment_method_types: ['card'],
        payment_status: 'no_payment_required',
        permissions: null,
        phone_number_collection: { enabled: false },
        recovered_from: null,
        saved_payment_method_options: null,
        setup_intent: intent.id,
        shipping_address_collection: null,
        shipping_cost: null,
        shipping_options: [],
        status: 'open',
        submit_type: null,
        subscription: null,
        success_url: params.success_url,
        total_details: null,
        ui_mode: null,
        url: `${world.url}/c/pay/${id}`,
        wallet_options: null,
      });
      return row;
    },
  ),
  route('GET', '/v1/checkout/sessions/:id', none, (world, _, id) =>
    findRow<CheckoutRow>(world, 'checkout.session', id!, 'session'),
  ),
  listRoute('GET', '/v1/checkout/sessions', z.strictObject({ customer: z.string() }).partial(), (world, { customer }) =>
    rowsOf<CheckoutRow>(world, 'checkout.session').filter((row) => !customer || row.customer === customer),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', none, (world, _, id) => {
    const session = findRow<CheckoutRow>(world, 'checkout.session', id!, 'session');
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: 'expired', url: null });
    tell(world, 'checkout.session.expired', session);
    return session;
  }),
  route('GET', '/v1/setup_intents/:id', none, (world, _, id) =>
    findRow<SetupIntentRow>(world, 'setup_intent', id!, 'intent'),
  ),
  route(
    'POST',
    '/v1/billing_portal/sessions',
    z.strictObject({ customer: z.string(), locale: z.string().optional(), return_url: address.optional() }),
    (world, params) => {
      const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
      const id = newId(world, 'bps');
      return keepRow(world, {
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_standard',
        created: seconds(world),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: params.locale ?? null,
        on_behalf_of: null,
        return_url: params.return_url ?? null,
        url: `${world.url}/p/session/${id}`,
      });
    },
  ),
];

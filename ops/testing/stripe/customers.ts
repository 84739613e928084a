import { z } from 'zod';
import { attachMethod, makeMethod, stripeTestCards } from './cards.ts';
import { invalid } from './fault.ts';
import { address, inRange, int, listRoute, metadata, none, route, textOrNone, timeRange } from './route.ts';
import type { CustomerRow, MethodRow, StripeRow, SubscriptionRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const customerFields = z
  .strictObject({
    address: z.union([z.literal('').transform(() => null), address]),
    description: textOrNone,
    email: textOrNone,
    invoice_settings: z
      .strictObject({
        custom_fields: z.union([
          z.literal('').transform(() => null),
          z.array(z.strictObject({ name: z.string().max(40), value: z.string().max(140) })).max(4),
        ]),
        default_payment_method: textOrNone,
      })
      .partial(),
    metadata,
    name: textOrNone,
    phone: textOrNone,
  })
  .partial();

/** Writes what a request says of a customer. */
const changeCustomer = (world: StripeWorld, row: CustomerRow, given: z.output<typeof customerFields>): void => {
  const { invoice_settings, metadata: words, address: place, ...rest } = given;
  if (rest.email && !/^[\x21-\x7e]+$/.test(rest.email))
    throw invalid(`Invalid email address: ${rest.email}`, { code: 'email_invalid', param: 'email' });
  Object.assign(row, rest);
  if (place !== undefined) row.address = place && { ...noAddress, ...place };
  if (words) row.metadata = Object.keys(words).length > 0 ? { ...row.metadata, ...words } : {};
  if (invoice_settings?.custom_fields !== undefined)
    row.invoice_settings.custom_fields = invoice_settings.custom_fields;
  const chosen = invoice_settings?.default_payment_method;
  if (chosen === undefined) return;
  if (chosen !== null) {
    const method = findRow<MethodRow>(world, 'payment_method', chosen, 'invoice_settings[default_payment_method]');
    if (method.customer !== row.id)
      throw invalid(
        'The customer does not have a payment method with the ID ' +
          `${chosen}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
      );
  }
  row.invoice_settings.default_payment_method = chosen;
};

/** Adds to a customer's balance (cents, negative for a credit), and keeps why. */
export const moveBalance = (
  world: StripeWorld,
  customer: CustomerRow,
  {
    amount,
    currency,
    type,
    description = null,
    invoice = null,
    metadata: words = {},
  }: {
    amount: number;
    currency: string;
    type: 'adjustment' | 'applied_to_invoice' | 'invoice_too_small';
    description?: string | null;
    invoice?: string | null;
    metadata?: object;
  },
): StripeRow => {
  if (customer.currency && customer.currency !== currency)
    throw invalid(`You cannot combine currencies on a single customer. This customer has ${customer.currency}.`, {
      param: 'currency',
    });
  customer.currency = currency;
  customer.balance += amount;
  const row = keepRow(world, {
    id: newId(world, 'cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: seconds(world),
    credit_note: null,
    currency,
    customer: customer.id,
    customer_account: null,
    description,
    ending_balance: customer.balance,
    invoice,
    livemode: false,
    metadata: words,
    type,
  });
  tell(world, 'customer.updated', customer);
  return row;
};

const methodsOf = (world: StripeWorld, customer: string): MethodRow[] =>
  rowsOf<MethodRow>(world, 'payment_method').filter((one) => one.customer === customer);

/** Customers with their balances and methods. */
export const customerRoutes = [
  route('POST', '/v1/customers', customerFields, (world, params) => {
    const id = newId(world, 'cus');
    const row: CustomerRow = keepRow(world, {
      id,
      object: 'customer',
      address: null,
      balance: 0,
      created: seconds(world),
      currency: null,
      customer_account: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: null,
      invoice_prefix: id.slice(-8).toUpperCase(),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: {},
      name: null,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    });
    changeCustomer(world, row, params);
    tell(world, 'customer.created', row);
    return row;
  }),
  listRoute(
    'GET',
    '/v1/customers',
    z.strictObject({ email: z.string().optional(), created: timeRange }),
    (world, { email, created }) =>
      rowsOf<CustomerRow>(world, 'customer').filter(
        (row) => (email === undefined || row.email === email) && inRange(row.created as number, created),
      ),
  ),
  route('GET', '/v1/customers/:id', none, (world, _, id) => {
    const row = world.rows.get(id!);
    return row?.deleted ? row : findRow<CustomerRow>(world, 'customer', id!);
  }),
  route('POST', '/v1/customers/:id', customerFields, (world, params, id) => {
    const row = findRow<CustomerRow>(world, 'customer', id!);
    changeCustomer(world, row, params);
    tell(world, 'customer.updated', row);
    return row;
  }),
  route('DELETE', '/v1/customers/:id', none, (world, _, id) => {
    const row = findRow<CustomerRow>(world, 'customer', id!);
    for (const one of rowsOf<SubscriptionRow>(world, 'subscription').filter((sub) => sub.customer === id)) {
      if (one.ended_at !== null) continue;
      Object.assign(one, { status: 'canceled', canceled_at: seconds(world), ended_at: seconds(world) });
      tell(world, 'customer.subscription.deleted', one);
    }
    for (const method of methodsOf(world, id!)) method.customer = null;
    tell(world, 'customer.deleted', row);
    return keepRow(world, { id: id!, object: 'customer', deleted: true });
  }),
  route(
    'POST',
    '/v1/customers/:id/balance_transactions',
    z.strictObject({ amount: int, currency: z.string(), description: z.string().optional(), metadata }),
    (world, params, id) =>
      moveBalance(world, findRow<CustomerRow>(world, 'customer', id!), { ...params, type: 'adjustment' }),
  ),
  listRoute('GET', '/v1/customers/:id/balance_transactions', none, (world, _, id) =>
    rowsOf(world, 'customer_balance_transaction').filter((row) => row.customer === id),
  ),
  listRoute(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ type: z.string().optional() }),
    (world, { type }, id) => (type && type !== 'card' ? [] : methodsOf(world, id!)),
  ),
  route('GET', '/v1/payment_methods/:id', none, (world, _, id) => findRow<MethodRow>(world, 'payment_method', id!)),
  route(
    'POST',
    '/v1/payment_methods/:id',
    z.strictObject({
      billing_details: z
        .strictObject({
          address: z.union([z.literal(''), address]),
          email: textOrNone,
          name: textOrNone,
          phone: textOrNone,
        })
        .partial()
        .optional(),
      metadata,
    }),
    (world, { billing_details: { address: place, ...details } = {} }, id) => {
      const row = findRow<MethodRow>(world, 'payment_method', id!);
      if (row.customer === null)
        throw invalid('You must save this PaymentMethod to a customer before you can update it.');
      Object.assign(row.billing_details, details, place ? { address: { ...noAddress, ...place } } : {});
      tell(world, 'payment_method.updated', row);
      return row;
    },
  ),
  route('POST', '/v1/payment_methods/:id/attach', z.strictObject({ customer: z.string() }), (world, params, id) => {
    const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
    const readyMade = stripeTestCards.find(({ names }) => names.includes(id!));
    const method = readyMade ? makeMethod(world, readyMade) : findRow<MethodRow>(world, 'payment_method', id!);
    if (method.customer !== null && method.customer !== customer.id)
      throw invalid('The payment method you provided has already been attached to a customer.');
    return attachMethod(world, method, customer);
  }),
  route('POST', '/v1/payment_methods/:id/detach', none, (world, _, id) => {
    const method = findRow<MethodRow>(world, 'payment_method', id!);
    if (method.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
    const customer = findRow<CustomerRow>(world, 'customer', method.customer);
    if (customer.invoice_settings.default_payment_method === id) {
      customer.invoice_settings.default_payment_method = null;
      tell(world, 'customer.updated', customer);
    }
    for (const sub of rowsOf<SubscriptionRow>(world, 'subscription'))
      if (sub.default_payment_method === id) sub.default_payment_method = null;
    method.customer = null;
    tell(world, 'payment_method.detached', method);
    return method;
  }),
];

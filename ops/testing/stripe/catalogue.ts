import { z } from 'zod';
import { invalid } from './fault.ts';
import { bool, decimal, int, listRoute, metadata, none, route, textOrNone } from './route.ts';
import type { CustomerRow, PriceRow, PromotionRow, StripeCouponRow, StripeRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const makeProduct = (world: StripeWorld, { id, ...given }: { id?: string } & Record<string, unknown>): StripeRow => {
  if (id && world.rows.has(id))
    throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
  const row = keepRow(world, {
    id: id ?? newId(world, 'prod'),
    object: 'product',
    active: true,
    created: seconds(world),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: seconds(world),
    url: null,
    ...given,
  });
  tell(world, 'product.created', row);
  return row;
};

const productFields = z.strictObject({
  active: bool.optional(),
  description: z.string().optional(),
  id: z.string().optional(),
  metadata,
  name: z.string().min(1),
});

const releaseLookupKey = (world: StripeWorld, key: string, transfer: boolean | undefined, id?: string): void => {
  const holder = rowsOf<PriceRow>(world, 'price').find((row) => row.lookup_key === key && row.id !== id);
  if (!holder) return;
  if (!transfer)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. Pass transfer_lookup_key=true to move it to this price.`,
      { param: 'lookup_key' },
    );
  holder.lookup_key = null;
  tell(world, 'price.updated', holder);
};

/** Products and their prices. */
export const priceRoutes = [
  route('POST', '/v1/products', productFields, (world, params) => makeProduct(world, params)),
  route('GET', '/v1/products/:id', none, (world, _, id) => findRow(world, 'product', id!)),
  listRoute('GET', '/v1/products', z.strictObject({ active: bool.optional() }), (world, { active }) =>
    rowsOf(world, 'product').filter((row) => active === undefined || row.active === active),
  ),
  route(
    'POST',
    '/v1/prices',
    z.strictObject({
      currency: z.string().length(3),
      lookup_key: z.string().optional(),
      metadata,
      nickname: z.string().optional(),
      product: z.string().optional(),
      product_data: productFields.omit({ description: true }).optional(),
      recurring: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: int.optional() }),
      transfer_lookup_key: bool.optional(),
      unit_amount: int,
    }),
    (world, { product, product_data, recurring, transfer_lookup_key, ...params }) => {
      if (!product && !product_data)
        throw invalid('Missing required param: product.', { code: 'parameter_missing', param: 'product' });
      if (params.lookup_key) releaseLookupKey(world, params.lookup_key, transfer_lookup_key);
      const of = product ? findRow(world, 'product', product, 'product') : makeProduct(world, product_data!);
      const row: PriceRow = keepRow(world, {
        id: newId(world, 'price'),
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: seconds(world),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        metadata: {},
        nickname: null,
        product: of.id,
        recurring: { interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed', ...recurring },
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: 'recurring',
        unit_amount_decimal: String(params.unit_amount),
        ...params,
      } as PriceRow);
      tell(world, 'price.created', row);
      return row;
    },
  ),
  listRoute(
    'GET',
    '/v1/prices',
    z.strictObject({
      active: bool.optional(),
      lookup_keys: z.array(z.string()).max(10).optional(),
      product: z.string().optional(),
    }),
    (world, { active, lookup_keys, product }) =>
      rowsOf<PriceRow>(world, 'price').filter(
        (row) =>
          (active === undefined || row.active === active) &&
          (!lookup_keys || lookup_keys.includes(row.lookup_key ?? '')) &&
          (!product || row.product === product),
      ),
  ),
  route('GET', '/v1/prices/:id', none, (world, _, id) => findRow<PriceRow>(world, 'price', id!)),
  route(
    'POST',
    '/v1/prices/:id',
    z.strictObject({
      active: bool.optional(),
      lookup_key: textOrNone.optional(),
      metadata,
      nickname: textOrNone.optional(),
      transfer_lookup_key: bool.optional(),
    }),
    (world, { transfer_lookup_key, ...params }, id) => {
      const row = findRow<PriceRow>(world, 'price', id!);
      if (params.lookup_key) releaseLookupKey(world, params.lookup_key, transfer_lookup_key, id);
      Object.assign(row, params);
      tell(world, 'price.updated', row);
      return row;
    },
  ),
];

/** Coupons and the codes that people type. */
export const couponRoutes = [
  route(
    'POST',
    '/v1/coupons',
    z.strictObject({
      amount_off: int.optional(),
      currency: z.string().length(3).optional(),
      duration: z.enum(['forever', 'once', 'repeating']).default('once'),
      duration_in_months: int.optional(),
      id: z.string().optional(),
      max_redemptions: int.optional(),
      metadata,
      name: z.string().max(40).optional(),
      percent_off: decimal.optional(),
      redeem_by: int.optional(),
    }),
    (world, { id, ...params }) => {
      if ((params.amount_off === undefined) === (params.percent_off === undefined))
        throw invalid('Must provide percent_off or amount_off.', { code: 'parameter_missing', param: 'percent_off' });
      if (params.amount_off !== undefined && !params.currency)
        throw invalid('You must pass currency when passing amount_off.', { param: 'currency' });
      if (params.percent_off !== undefined && (params.percent_off <= 0 || params.percent_off > 100))
        throw invalid('Invalid percent_off: must be greater than 0 and at most 100', { param: 'percent_off' });
      if ((params.duration === 'repeating') !== (params.duration_in_months !== undefined))
        throw invalid('duration_in_months comes with a duration of repeating, and only then.', {
          param: 'duration_in_months',
        });
      if (id && world.rows.has(id)) throw invalid('Coupon already exists.', { code: 'resource_already_exists' });
      const row: StripeCouponRow = keepRow(world, {
        id: id ?? newId(world, 'coupon').slice(7, 15),
        object: 'coupon',
        amount_off: null,
        created: seconds(world),
        currency: null,
        duration_in_months: null,
        livemode: false,
        max_redemptions: null,
        metadata: {},
        name: null,
        percent_off: null,
        redeem_by: null,
        times_redeemed: 0,
        valid: true,
        ...params,
      } as StripeCouponRow);
      tell(world, 'coupon.created', row);
      return row;
    },
  ),
  route('GET', '/v1/coupons/:id', none, (world, _, id) => findRow<StripeCouponRow>(world, 'coupon', id!)),
  route('DELETE', '/v1/coupons/:id', none, (world, _, id) => {
    const row = findRow<StripeCouponRow>(world, 'coupon', id!);
    tell(world, 'coupon.deleted', row);
    world.rows.set(`${row.id} deleted`, { ...row, id: row.id, deleted: true });
    return keepRow(world, { id: id!, object: 'coupon', deleted: true });
  }),
  route(
    'POST',
    '/v1/promotion_codes',
    z.strictObject({
      active: bool.optional(),
      code: z
        .string()
        .regex(/^[A-Za-z0-9-]+$/)
        .optional(),
      customer: z.string().optional(),
      expires_at: int.optional(),
      max_redemptions: int.optional(),
      metadata,
      promotion: z.strictObject({ type: z.literal('coupon'), coupon: z.string() }),
      restrictions: z
        .strictObject({ first_time_transaction: bool, minimum_amount: int, minimum_amount_currency: z.string() })
        .partial()
        .optional(),
    }),
    (world, { restrictions, ...params }) => {
      findRow<StripeCouponRow>(world, 'coupon', params.promotion.coupon, 'promotion[coupon]');
      if (params.customer) findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
      const code = params.code ?? newId(world, 'code').slice(5, 13).toUpperCase();
      const isTaken = rowsOf<PromotionRow>(world, 'promotion_code').some(
        (row) => row.active && row.code.toUpperCase() === code.toUpperCase(),
      );
      if (isTaken) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' });
      const row: PromotionRow = keepRow(world, {
        id: newId(world, 'promo'),
        object: 'promotion_code',
        active: true,
        created: seconds(world),
        customer: null,
        customer_account: null,
        expires_at: null,
        livemode: false,
        max_redemptions: null,
        metadata: {},
        times_redeemed: 0,
        ...params,
        code,
        restrictions: {
          first_time_transaction: false,
          minimum_amount: null,
          minimum_amount_currency: null,
          ...restrictions,
        },
      } as PromotionRow);
      tell(world, 'promotion_code.created', row);
      return row;
    },
  ),
  listRoute(
    'GET',
    '/v1/promotion_codes',
    z.strictObject({
      active: bool.optional(),
      code: z.string().optional(),
      coupon: z.string().optional(),
      customer: z.string().optional(),
    }),
    (world, { active, code, coupon, customer }) =>
      rowsOf<PromotionRow>(world, 'promotion_code').filter(
        (row) =>
          (active === undefined || row.active === active) &&
          // Codes are the same in capitals and without.
          (code === undefined || row.code.toUpperCase() === code.toUpperCase()) &&
          (coupon === undefined || row.promotion.coupon === coupon) &&
          (customer === undefined || row.customer === customer),
      ),
  ),
  route('GET', '/v1/promotion_codes/:id', none, (world, _, id) => findRow<PromotionRow>(world, 'promotion_code', id!)),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    z.strictObject({ active: bool.optional(), metadata }),
    (world, params, id) => {
      const row = findRow<PromotionRow>(world, 'promotion_code', id!);
      Object.assign(row, params);
      tell(world, 'promotion_code.updated', row);
      return row;
    },
  ),
];

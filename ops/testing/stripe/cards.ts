import { createHash } from 'node:crypto';
import { type Decline, declined } from './fault.ts';
import type { CustomerRow, MethodRow } from './rows.ts';
import { keepRow, newId, type StripeWorld, seconds, tell } from './world.ts';

/** A card of Stripe's test mode. */
export interface StripeTestCard {
  number: string;
  label: string;
  brand: 'visa' | 'mastercard' | 'amex';
  /** Names under which Stripe keeps it as a ready-made method. */
  names: readonly string[];
  /** What its bank refuses: that it is kept, or each charge. */
  refuses: 'nothing' | 'keeping' | 'charges';
  decline?: string;
}

/** The cards that the pages of the stand-in offer, by Stripe's own numbers for tests. */
export const stripeTestCards: readonly StripeTestCard[] = [
  { number: '4242424242424242', label: 'Works', brand: 'visa', names: ['pm_card_visa'], refuses: 'nothing' },
  {
    number: '5555555555554444',
    label: 'Works too',
    brand: 'mastercard',
    names: ['pm_card_mastercard'],
    refuses: 'nothing',
  },
  {
    number: '4000000000000002',
    label: 'Declined',
    brand: 'visa',
    names: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    refuses: 'keeping',
    decline: 'generic_decline',
  },
  {
    number: '4000000000009995',
    label: 'No funds',
    brand: 'visa',
    names: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    refuses: 'keeping',
    decline: 'insufficient_funds',
  },
  {
    number: '4000000000000069',
    label: 'Expired',
    brand: 'visa',
    names: ['pm_card_chargeDeclinedExpiredCard'],
    refuses: 'keeping',
    decline: 'expired_card',
  },
  {
    number: '4000000000000341',
    label: 'Kept, but charges fail',
    brand: 'visa',
    names: ['pm_card_chargeCustomerFail'],
    refuses: 'charges',
    decline: 'generic_decline',
  },
  {
    number: '4000002760003184',
    label: 'Kept, but asks for the person at each charge',
    brand: 'visa',
    names: ['pm_card_authenticationRequired'],
    refuses: 'charges',
    decline: 'authentication_required',
  },
];

const messages: Record<string, { code: string; message: string }> = {
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
};

/** What Stripe says where a bank refuses for this reason. */
export const declineOf = (reason: string): Decline => {
  const { code, message } = messages[reason] ?? { code: 'card_declined', message: 'Your card was declined.' };
  return { code, message, decline_code: reason };
};

const fingerprintOf = (number: string): string =>
  createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16);

/** The card of a method of the world. */
export const cardOf = (method: MethodRow): StripeTestCard =>
  stripeTestCards.find(({ number }) => fingerprintOf(number) === method.card.fingerprint)!;

/** Why a charge of a method is refused, or null where it goes through. */
export const chargeRefusal = (world: StripeWorld, method: MethodRow): Decline | null => {
  const set = world.refusing.get(method.id);
  if (set) return declineOf(set);
  const { refuses, decline } = cardOf(method);
  return refuses === 'nothing' ? null : declineOf(decline!);
};

const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };

/** A method of a card, which belongs to nobody yet; it expires three years on. */
export const makeMethod = (world: StripeWorld, { number, brand }: StripeTestCard): MethodRow =>
  keepRow(world, {
    id: newId(world, 'pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks,
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(world.now).getUTCFullYear() + 3,
      fingerprint: fingerprintOf(number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(world),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });

/** Gives a method to a customer. Throws card_declined where the bank does not let it be kept. */
export const attachMethod = (world: StripeWorld, method: MethodRow, customer: CustomerRow): MethodRow => {
  const { refuses, decline } = cardOf(method);
  if (refuses === 'keeping') throw declined(declineOf(decline!));
  method.customer = customer.id;
  tell(world, 'payment_method.attached', method);
  return method;
};

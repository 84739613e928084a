import { z } from 'zod';
import { chargeRefusal } from './cards.ts';
import { declined, invalid } from './fault.ts';
import { failIntent, invoiceOfIntent, payIntent } from './intents.ts';
import { settle } from './payments.ts';
import { bool, none, route } from './route.ts';
import type { IntentRow, MethodRow } from './rows.ts';
import { findRow, type StripeWorld, tell } from './world.ts';

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const address = z.string().regex(/^https?:\/\//, 'Not a valid URL');

const intentNamed = (world: StripeWorld, id: string): IntentRow =>
  findRow<IntentRow>(world, 'payment_intent', id, 'intent');

/** Pays the invoice of an intent. */
const succeed = (world: StripeWorld, intent: IntentRow): void => {
  const invoice = invoiceOfIntent(world, intent);
  payIntent(world, invoice);
  settle(world, invoice);
};

/** Where the person is asked by their bank, and comes back from. */
const actionOf = ({ url }: StripeWorld, { id }: IntentRow, return_url: string | undefined): IntentRow['next_action'] =>
  return_url === undefined
    ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    : { type: 'redirect_to_url', redirect_to_url: { return_url, url: `${url}/3ds/${id}` } };

const refusal = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Whether the person confirms a payment on their bank's page; answers where that leads back to. */
export const answerBank = (world: StripeWorld, id: string, isConfirmed: boolean): string => {
  const intent = intentNamed(world, id);
  const back = intent.next_action?.redirect_to_url?.return_url;
  if (!back) throw invalid('Nobody is asked here.');
  const url = new URL(back);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', isConfirmed ? 'succeeded' : 'failed');
  if (isConfirmed) succeed(world, intent);
  else failIntent(world, intent, refusal);
  return url.href;
};

/** Payments that the person confirms. */
export const intentRoutes = [
  route('GET', '/v1/payment_intents/:id', none, (world, _, id) => intentNamed(world, id!)),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    z.strictObject({ off_session: bool, payment_method: z.string(), return_url: address }).partial(),
    (world, params, id) => {
      const intent = intentNamed(world, id!);
      if (!confirmable.includes(intent.status))
        throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
        });
      const chosen = params.payment_method ?? intent.payment_method;
      if (!chosen)
        throw invalid('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
          code: 'payment_intent_unexpected_state',
        });
      const method = findRow<MethodRow>(world, 'payment_method', chosen, 'payment_method');
      intent.payment_method = method.id;
      const decline = chargeRefusal(world, method);
      if (!decline) succeed(world, intent);
      else if (decline.decline_code === 'authentication_required' && !params.off_session) {
        Object.assign(intent, {
          status: 'requires_action',
          last_payment_error: null,
          next_action: actionOf(world, intent, params.return_url),
        });
        tell(world, 'payment_intent.requires_action', intent);
      } else {
        failIntent(world, intent, decline);
        throw declined(decline);
      }
      return intent;
    },
  ),
];

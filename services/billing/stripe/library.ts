import type Stripe from 'stripe';
import { delay } from '#kernel/platform/delay.ts';
import { StripeFailure } from './answers.ts';
import { withRetries } from './retry.ts';

/** How Stripe is reached. `api` is another address than Stripe's own, such as `http://127.0.0.1:12111`. */
export interface StripeSettings {
  key: string;
  webhookSecret: string;
  api?: string;
  timeoutMs?: number;
  wait?: (ms: number) => Promise<void>;
  /** Hears of each call that Stripe refused. */
  onRefused?: (failure: StripeFailure) => void;
}

/** The version of the API that answers are read as. */
const apiVersion = '2026-10-28.endive';
const timeoutMs = 10_000;
/** How old a webhook may be, in seconds. */
const toleranceSeconds = 300;
const currency = 'usd';

const addressOf = (api: string | undefined) => {
  if (!api) return {};
  const { hostname, port, protocol } = new URL(api);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
};

/** The library, and what every call of it goes through. */
export interface StripeApi {
  stripe: Stripe;
  /** Makes a call with its retries. */
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** The option by which a write is done once. */
  once(key: string): { idempotencyKey: string };
  currency: string;
  /** The event in a webhook's body as it came, `now` in unix milliseconds; null where the signature or its time is wrong. */
  eventOf(body: Buffer, signature: string, now: number): Stripe.Event | null;
}

/** Opens the library. Nothing of it is read before. */
export const openLibrary = async (settings: StripeSettings): Promise<StripeApi> => {
  const { default: Library } = await import('stripe');
  const stripe = new Library(settings.key, {
    apiVersion,
    timeout: settings.timeoutMs ?? timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Storyrail' },
    ...addressOf(settings.api),
  });
  const wait = settings.wait ?? ((ms: number) => delay(ms));
  return {
    stripe,
    ask: (call) =>
      withRetries(call, wait).catch((error) => {
        if (error instanceof StripeFailure) settings.onRefused?.(error);
        throw error;
      }),
    once: (idempotencyKey) => ({ idempotencyKey }),
    currency,
    eventOf(body, signature, now) {
      try {
        const { webhooks } = stripe;
        return webhooks.constructEvent(body, signature, settings.webhookSecret, toleranceSeconds, undefined, now);
      } catch (error) {
        if (error instanceof Library.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
    },
  };
};

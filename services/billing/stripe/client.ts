import type { StripeHappening } from './answers.ts';
import { customerCalls } from './customer-calls.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { openLibrary, type StripeSettings } from './library.ts';
import { priceCalls } from './price-calls.ts';
import { readHappening } from './read.ts';
import { subscriptionCalls } from './subscription-calls.ts';

/**
 * Opens Stripe's API. Each write takes a key under which it is done once, however often it is sent. All of it throws
 * StripeFailure; cents and unix seconds throughout.
 */
export const openStripe = async (settings: StripeSettings) => {
  const api = await openLibrary(settings);
  const { stripe, ask, eventOf } = api;
  return {
    ...customerCalls(api),
    ...priceCalls(api),
    ...subscriptionCalls(api),
    ...invoiceCalls(api),

    /** What a webhook tells, from its body as it came; `now` in unix milliseconds. Null where its signature or its time is wrong. */
    verifyWebhook(body: Buffer, signature: string, now: number): StripeHappening | null {
      const event = eventOf(body, signature, now);
      return event && readHappening(event);
    },

    /** All that happened since a moment (unix seconds), oldest first; Stripe keeps thirty days. */
    async eventsSince(since: number): Promise<StripeHappening[]> {
      const found: StripeHappening[] = [];
      let after: string | undefined;
      for (;;) {
        const { data, has_more } = await ask(() =>
          stripe.events.list({ created: { gte: since }, limit: 100, ...(after ? { starting_after: after } : {}) }),
        );
        found.push(...data.map(readHappening));
        after = data.at(-1)?.id;
        if (!has_more || !after) return found.reverse();
      }
    },
  };
};
export type StripeClient = Awaited<ReturnType<typeof openStripe>>;

import type { StripeHappening } from './answers.ts';
import { customerCalls } from './customer-calls.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { openLibrary, type StripeSettings } from './library.ts';
import { priceCalls } from './price-calls.ts';
import { readHappening } from './read.ts';
import { subscriptionCalls } from './subscription-calls.ts';

/** How many pages of what happened are read at once. */
const mostPages = 10;

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

    /**
     * What happened since a moment (unix seconds), the newest first, at most 1,000: older than the event `after`, or from now
     * back. `next` is the event to go on after; null where nothing is left. Stripe keeps thirty days.
     */
    async eventsSince(
      since: number,
      after: string | null = null,
    ): Promise<{ happened: StripeHappening[]; next: string | null }> {
      const happened: StripeHappening[] = [];
      let next = after;
      for (let pages = 0; pages < mostPages; pages += 1) {
        const { data, has_more } = await ask(() =>
          stripe.events.list({ created: { gte: since }, limit: 100, ...(next ? { starting_after: next } : {}) }),
        );
        happened.push(...data.map(readHappening));
        next = data.at(-1)?.id ?? null;
        if (!has_more || next === null) return { happened, next: null };
      }
      return { happened, next };
    },
  };
};
export type StripeClient = Awaited<ReturnType<typeof openStripe>>;

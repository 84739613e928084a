import { createHmac } from 'node:crypto';
import type { StripeEventRow } from './rows.ts';

/** Where events are sent, and the secret that signs them (`whsec_…`). */
export interface WebhookEndpoint {
  url: string;
  secret: string;
}

/** What a receiver answered to an event: its status, or null where it could not be reached. */
interface Delivered {
  event: StripeEventRow;
  status: number | null;
}

const patienceMs = 10_000;

/** The head `Stripe-Signature` of a body: HMAC-SHA256 over the time (unix seconds), a dot and the body. */
export const signWebhook = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

/** An event as it is sent. */
export const webhookBody = (event: StripeEventRow): string => JSON.stringify(event, null, 2);

/**
 * Sends events to an endpoint, one after the other as they come, or only when it is told to: then in another order,
 * twice, or not at all. What is refused waits and is sent again when it is told to. `now`: unix milliseconds, for signatures.
 */
export const createWebhooks = (now: () => number = Date.now) => {
  let endpoint: WebhookEndpoint | null = null;
  let isHeld = false;
  let sending: Promise<unknown> = Promise.resolve();
  const waiting: StripeEventRow[] = [];
  const delivered: Delivered[] = [];

  const post = async ({ url, secret }: WebhookEndpoint, event: StripeEventRow, at: number): Promise<number | null> => {
    const body = webhookBody(event);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signWebhook(body, secret, at) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null);
    await answer?.body?.cancel();
    return answer?.status ?? null;
  };

  const deliver = async (event: StripeEventRow): Promise<void> => {
    if (!endpoint) return;
    const status = await post(endpoint, event, Math.floor(now() / 1000));
    delivered.push({ event, status });
    if (status === null || status < 200 || status > 299) {
      if (!waiting.includes(event)) waiting.push(event);
    } else event.pending_webhooks = 0;
  };

  const queue = (work: () => Promise<void>): void => {
    sending = sending.then(work);
  };

  return {
    /** Everything that was sent, with what came back. */
    delivered,
    /** Events that are held, or were refused. */
    waiting: (): readonly StripeEventRow[] => waiting,
    /** Sends events from now on to this endpoint; null sends none. */
    sendTo(next: WebhookEndpoint | null): void {
      endpoint = next;
    },
    /** Takes an event that happened. */
    take(event: StripeEventRow): void {
      if (!endpoint) return;
      event.pending_webhooks = 1;
      if (isHeld) waiting.push(event);
      else queue(() => deliver(event));
    },
    /** Holds events back from now on, or lets those that come go again. */
    hold(held: boolean): void {
      isHeld = held;
    },
    /** Resolves when nothing is on its way. */
    async settled(): Promise<void> {
      let last: unknown;
      do {
        last = sending;
        await last;
      } while (last !== sending);
    },
    /**
     * Sends what waits: in its order or in that of `order`, each `times` times. Those for which `lose` is true are never
     * sent. Resolves when all are answered.
     */
    async flush({
      order,
      times = 1,
      lose = () => false,
    }: {
      order?: (events: StripeEventRow[]) => StripeEventRow[];
      times?: number;
      lose?: (event: StripeEventRow) => boolean;
    } = {}): Promise<void> {
      const events = waiting.splice(0).filter((event) => !lose(event));
      for (let round = 0; round < times; round += 1)
        for (const event of order ? order([...events]) : events) queue(() => deliver(event));
      await this.settled();
    },
    /** Sends an event with a signature by another secret, or of another time (unix seconds); answers the status. */
    forge(event: StripeEventRow, { secret, at }: { secret?: string; at?: number }): Promise<number | null> {
      if (!endpoint) throw new Error('there is no endpoint to send to');
      return post({ ...endpoint, secret: secret ?? endpoint.secret }, event, at ?? Math.floor(now() / 1000));
    },
  };
};

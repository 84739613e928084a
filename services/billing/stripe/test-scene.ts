import { type StripeServer, startStripe } from '#ops/testing/stripe/server.ts';
import { openStripe, type StripeClient } from './client.ts';

type Test = Parameters<typeof startStripe>[0];

/** A UTC midnight in unix seconds. */
export const midnightOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

/** The working card, and those that its bank does not let be kept or be charged. */
export const works = '4242424242424242';
export const declines = '4000000000000002';
export const failsLater = '4000000000000341';
/** One whose bank asks for the person at each charge. */
export const asksForPerson = '4000002760003184';

/** Calls the API as staff do on Stripe's own pages, with fields by the names of Stripe's documents. */
export const staffAt =
  ({ url, key }: Pick<StripeServer, 'url' | 'key'>) =>
  async (path: string, fields: Record<string, string | number>) => {
    const answer = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: string };
  };

/**
 * A stand-in for Stripe at 15:00 UTC of a day with two prices, and a client of it that never waits: how long it would have
 * is in `waits`, in milliseconds.
 */
export const startScene = async (t: Test, date = '2026-11-27') => {
  const midnight = midnightOf(date);
  const now = midnight + 15 * 3600;
  const stripe = await startStripe(t, { now: now * 1000 });
  const waits: number[] = [];
  const client: StripeClient = await openStripe({
    key: stripe.key,
    webhookSecret: 'whsec_test',
    api: stripe.url,
    wait: async (ms) => void waits.push(ms),
  });
  const prices = await client.ensurePrices('prices', [
    { product: 'storyrail-startup', name: 'Startup', amount: 34_900, interval: 'month', lookup_key: 'startup' },
    { product: 'storyrail-growth', name: 'Growth', amount: 69_900, interval: 'month', lookup_key: 'growth' },
  ]);
  const [startup, growth] = prices.map(({ id }) => id) as [string, string];
  let steps = 0;
  /** A key that no other write has. */
  const key = (): string => {
    steps += 1;
    return `key ${steps}`;
  };

  /** Gives a card on the page of a session; answers where it leads, or the page where it refuses. */
  const giveCard = async (url: string, number: string) => {
    const body = new URLSearchParams({ card: number });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
  };

  /** A customer who pays with a card. */
  const customerWith = async (number: string) => {
    const customer = await client.createCustomer(key(), { id: `account ${steps}` });
    const pages = {
      success_url: 'http://127.0.0.1:4000/?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1:4000/',
    };
    const session = await client.openSetup(key(), { customer, ...pages });
    await giveCard(session.url, number);
    const card = (await client.readSetup(session.id)).card!;
    await client.setDefaultCard(key(), customer, card.id);
    return { customer, card };
  };

  /** A customer with a subscription since the day on which the scene begins. */
  const subscriber = async (price = startup, promotion?: string) => {
    const { customer, card } = await customerWith(works);
    const start = { customer, price, midnight, now, ...(promotion ? { promotion } : {}) };
    return { customer, card, subscription: await client.startSubscription(key(), start) };
  };

  const asStaff = staffAt(stripe);
  return { stripe, client, waits, midnight, now, startup, growth, key, giveCard, customerWith, subscriber, asStaff };
};

/** Why a call failed, or null where it did not. */
export const whyNot = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: { reason?: unknown }) => error.reason ?? error,
  );

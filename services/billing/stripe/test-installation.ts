import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { EpochMs } from '#contracts/time.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { type StripeServer, startStripe } from '#ops/testing/stripe/server.ts';
import { advanceSubscriptions, type CountViewers } from '../runner.ts';
import { customerOf } from './customers.ts';
import { followDue } from './due.ts';
import { staffAt, works } from './test-scene.ts';

type Test = Parameters<typeof startStripe>[0];
const secret = 'whsec_test';

/** A stand-in for Stripe whose webhooks are signed at its own time. */
export const startStripeAt = (t: Test, date: string): Promise<StripeServer> =>
  startStripe(t, { now: Date.parse(date), signsByItsTime: true });

/** An installation that bills by Stripe, whose clock is that of the stand-in; webhooks go to `webhooks`. */
export const startInstallation = async (
  t: Test & { equal(found: unknown, wanted: unknown): unknown },
  stripe: StripeServer,
) => {
  const h = await startHarness(t, {
    parts: false,
    now: (): EpochMs => stripe.now(),
    settings: { STRIPE_SECRET_KEY: stripe.key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: stripe.url },
  });
  const base = await h.server.listen({ host: '127.0.0.1', port: 0 });
  const webhooks = { url: `${base}/api/payment/stripe`, secret };
  type Person = Awaited<ReturnType<typeof h.person>>;
  const api = (as: Person, method: string, path: string, body?: object) =>
    h.inject(method, `/api/payment${path}`, { as, ...(body && { body }) });
  const viewers: Record<string, number> = {};
  const count: CountViewers = async (id) => ({ mau: viewers[id] ?? 0, marked: 0, digest: null });
  /** Enters a card on the page that one is led to, and comes back with it. */
  const giveCard = async (as: Person, number: string) => {
    const { url } = (await api(as, 'POST', '/method', {})).json().data;
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ card: number }),
      redirect: 'manual',
    });
    if (answer.status !== 303) return { status: answer.status };
    const id = new URL(answer.headers.get('location')!).searchParams.get('card')!;
    return (await api(as, 'POST', '/method/attach', { id })).json();
  };
  /** Does what is due, and lets everybody have just shown that it is them. */
  const follow = async () => {
    await stripe.webhooks.settled();
    await h.kernel.db.pool.query('update stripe_due set due_at = now()');
    await followDue(h.kernel);
    await advanceSubscriptions(h.kernel, count);
    await h.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [stripe.now() / 1000]);
  };
  const subscribe = (as: Person, plan_id: string, more: object = {}) =>
    api(as, 'POST', '/subscribe', { plan_id, ...more });
  return {
    h,
    api,
    webhooks,
    viewers,
    useCard: giveCard,
    follow,
    subscribe,
    /** Somebody who has bought a plan. */
    async buyer(plan: string, card = works) {
      const person = await h.person();
      await giveCard(person, card);
      t.equal((await subscribe(person, plan)).statusCode, 200);
      return person;
    },
    /** The customer that a person's account is. */
    atStripe: async ({ account_id }: Person) => (await customerOf(h.kernel.db.pool, account_id))!,
    /** What the stand-in has under an id. */
    rowOf: (id: string) => stripe.world.rows.get(id) as Record<string, unknown>,
    asStaff: staffAt(stripe),
    customer: async (as: Person): Promise<PaymentCustomer> => (await api(as, 'GET', '/customer')).json().data,
    invoices: async (as: Person) => (await api(as, 'GET', '/invoice/list')).json().data,
    account: async (as: Person) => (await h.inject('GET', '/api/account', { as })).json().data,
    /** Lets Stripe's time pass, and follows what it tells of. */
    async pass(seconds: number) {
      // What is on its way would be too old by then.
      await stripe.webhooks.settled();
      stripe.advance(seconds * 1000);
      await follow();
    },
  };
};

import { StripeFailure, type StripeSubscription } from './answers.ts';
import type { StripeApi } from './library.ts';
import { idOf, readSubscription } from './read.ts';

type ChangeParams = NonNullable<Parameters<StripeApi['stripe']['subscriptions']['update']>[1]>;

const month = { interval: 'month', interval_count: 1 } as const;

/** What a subscription begins with. `midnight` is the UTC midnight of its first day, which belongs to it whole; both times in unix seconds. */
export interface StripeStart {
  customer: string;
  price: string;
  promotion?: string;
  midnight: number;
  now: number;
}

/** The discounts of a request for a promotion code, if there is one. */
export const promotionsOf = (promotion: string | undefined) =>
  promotion ? { discounts: [{ promotion_code: promotion }] } : {};

/** Calls about subscriptions of one price by the month. */
export const subscriptionCalls = ({ stripe, ask, once }: StripeApi) => {
  const subscriptionRow = (id: string) => ask(() => stripe.subscriptions.retrieve(id, { expand: ['schedule'] }));
  const change = async (key: string, id: string, params: ChangeParams): Promise<StripeSubscription> =>
    readSubscription(await ask(() => stripe.subscriptions.update(id, { ...params, expand: ['schedule'] }, once(key))));
  /** The item of a subscription with another price. */
  const itemWith = async (id: string, price: string) => {
    const item = (await subscriptionRow(id)).items.data[0];
    if (!item) throw new StripeFailure({ kind: 'not_found' });
    return [{ id: item.id, price }];
  };
  const releaseSchedule = async (key: string, id: string): Promise<void> => {
    const schedule = idOf((await subscriptionRow(id)).schedule);
    if (schedule) await ask(() => stripe.subscriptionSchedules.release(schedule, {}, once(key)));
  };

  return {
    /** Starts a subscription by the month and charges the first one. Throws `declined`, and then there is none. */
    async startSubscription(
      key: string,
      { customer, price, promotion, midnight, now }: StripeStart,
    ): Promise<StripeSubscription> {
      const started = await ask(() =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            ...promotionsOf(promotion),
            // A start in the past alone would count its periods from now on.
            ...(midnight < now ? { backdate_start_date: midnight } : {}),
            // The day itself, not a moment: after a short month the day of the first one holds again.
            billing_cycle_anchor_config: {
              day_of_month: new Date(midnight * 1000).getUTCDate(),
              hour: 0,
              minute: 0,
              second: 0,
            },
            proration_behavior: 'create_prorations',
            payment_behavior: 'error_if_incomplete',
            off_session: true,
            expand: ['schedule'],
          },
          once(key),
        ),
      );
      return readSubscription(started);
    },

    async readSubscription(id: string): Promise<StripeSubscription> {
      return readSubscription(await subscriptionRow(id));
    },

    /** The subscriptions of a customer that have not ended, newest first. */
    async listSubscriptions(customer: string): Promise<StripeSubscription[]> {
      const { data } = await ask(() => stripe.subscriptions.list({ customer, limit: 100, expand: ['data.schedule'] }));
      return data.map(readSubscription);
    },

    /** Changes the price at once and charges what is left of the period from `from` on (unix seconds). Throws `declined`, and then nothing has changed. */
    async changeNow(
      key: string,
      id: string,
      { price, from }: { price: string; from: number },
    ): Promise<StripeSubscription> {
      const items = await itemWith(id, price);
      await releaseSchedule(`${key}:release`, id);
      return change(key, id, {
        items,
        proration_date: from,
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
        off_session: true,
      });
    },

    /** Changes the price when the running period ends; in place of an earlier change that waits. */
    async changeAtPeriodEnd(key: string, id: string, price: string): Promise<StripeSubscription> {
      const now = await subscriptionRow(id);
      const before = idOf(now.schedule);
      if (now.cancel_at_period_end) await change(`${key}:keep`, id, { cancel_at_period_end: false });
      const schedule =
        before ??
        (await ask(() => stripe.subscriptionSchedules.create({ from_subscription: id }, once(`${key}:schedule`)))).id;
      const item = now.items.data[0]!;
      const discounts = now.discounts.map((discount) => ({ discount: idOf(discount)! }));
      await ask(() =>
        stripe.subscriptionSchedules.update(
          schedule,
          {
            end_behavior: 'release',
            phases: [
              {
                items: [{ price: item.price.id, quantity: 1 }],
                start_date: item.current_period_start,
                end_date: item.current_period_end,
                proration_behavior: 'none',
                ...(discounts.length > 0 ? { discounts } : {}),
              },
              {
                items: [{ price, quantity: 1 }],
                duration: month,
                proration_behavior: 'none',
                ...(discounts.length > 0 ? { discounts } : {}),
              },
            ],
          },
          once(`${key}:phases`),
        ),
      );
      return readSubscription(await subscriptionRow(id));
    },

    /** Ends it with its period; a change that waits is given up. */
    async cancelAtPeriodEnd(key: string, id: string): Promise<StripeSubscription> {
      await releaseSchedule(`${key}:release`, id);
      return change(key, id, { cancel_at_period_end: true });
    },

    /** Lets it run on as it is: neither an end nor a change waits any longer. */
    async keep(key: string, id: string): Promise<StripeSubscription> {
      await releaseSchedule(`${key}:release`, id);
      return change(key, id, { cancel_at_period_end: false });
    },

    /** Ends it now; what waits to be charged is billed first. */
    async cancelNow(key: string, id: string): Promise<void> {
      await ask(() => stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false }, once(key)));
    },
  };
};

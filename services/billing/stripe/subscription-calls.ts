import { dayStart } from '#contracts/subscription/periods.ts';
import type { StripeSubscription } from './answers.ts';
import type { StripeApi } from './library.ts';
import { readSubscription, refId } from './read.ts';

type ChangeParams = NonNullable<Parameters<StripeApi['stripe']['subscriptions']['update']>[1]>;

const month = { interval: 'month', interval_count: 1 } as const;

/** What a subscription begins with. `midnight` is the UTC midnight of its first day, which belongs to it whole; both times in unix seconds. */
export interface StripeStart {
  customer: string;
  price: string;
  promotion?: string;
  midnight: number;
  now: number;
  /** Until when nothing is charged; then the first invoice is, as that of any renewal. */
  trial_end?: number;
  /** Kept with it, so that it is known again. */
  ask_id?: string;
  /** It begins once the person has paid its first invoice at Stripe, where something is due: no card is charged. */
  waits?: boolean;
}

/** A change of price at once, which charges what is left of the period from `from` on (unix seconds). */
export interface StripeChange {
  price: string;
  from: number;
  promotion?: string;
}

/** The discounts of a request for a promotion code, if there is one. */
export const promotionsOf = (promotion: string | undefined) =>
  promotion ? { discounts: [{ promotion_code: promotion }] } : {};

const fromMidnight = (midnight: number, now: number) => ({
  // A start in the past alone would count its periods from now on.
  ...(midnight < now ? { backdate_start_date: midnight } : {}),
  // The day itself, not a moment: after a short month the day of the first one holds again.
  billing_cycle_anchor_config: {
    day_of_month: new Date(midnight * 1000).getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  },
  proration_behavior: 'create_prorations' as const,
});

const itemOf = <Item>({ id, items }: { id: string; items: { data: Item[] } }): Item => {
  const [item] = items.data;
  if (item === undefined) throw new Error(`the subscription ${id} has no price`);
  return item;
};

const changeOf = (item: { id: string; current_period_start: number }, { price, from, promotion }: StripeChange) => ({
  items: [{ id: item.id, price }],
  ...promotionsOf(promotion),
  // A period that began within the day is reckoned from its beginning.
  proration_date: dayStart(item.current_period_start) === from ? item.current_period_start : from,
  proration_behavior: 'always_invoice' as const,
});

/** Calls about subscriptions of one price. */
export const subscriptionCalls = ({ stripe, ask, once }: StripeApi) => {
  const subscriptionRow = (id: string) => ask(() => stripe.subscriptions.retrieve(id, { expand: ['schedule'] }));
  /** Read anew after each write: what is kept under a key is what was true at its first try. */
  const readNow = async (id: string): Promise<StripeSubscription> => readSubscription(await subscriptionRow(id));
  const change = (key: string, id: string, params: ChangeParams) =>
    ask(() => stripe.subscriptions.update(id, params, once(key)));
  const releaseSchedule = async (key: string, id: string): Promise<void> => {
    const schedule = refId((await subscriptionRow(id)).schedule);
    if (schedule) await ask(() => stripe.subscriptionSchedules.release(schedule, {}, once(key)));
  };
  type Ending = Pick<Awaited<ReturnType<typeof subscriptionRow>>, 'cancel_at' | 'cancel_at_period_end'>;
  /** Takes an end back, whichever way it was set: Stripe's own pages name the period. */
  const goOn = async (key: string, id: string, { cancel_at, cancel_at_period_end }: Ending): Promise<void> => {
    if (cancel_at_period_end) await change(key, id, { cancel_at_period_end: false });
    else if (cancel_at !== null) await change(key, id, { cancel_at: '' });
  };

  return {
    /** Starts a subscription and charges the first period. Throws `declined`, and then there is none; one that waits is never declined. */
    async startSubscription(
      key: string,
      { customer, price, promotion, midnight, now, trial_end, ask_id, waits }: StripeStart,
    ): Promise<StripeSubscription> {
      const started = await ask(() =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            ...promotionsOf(promotion),
            ...(trial_end === undefined ? fromMidnight(midnight, now) : { trial_end }),
            ...(waits
              ? { payment_behavior: 'default_incomplete' }
              : { payment_behavior: 'error_if_incomplete', off_session: true }),
            ...(ask_id ? { metadata: { ask_id } } : {}),
            expand: ['schedule'],
          },
          once(key),
        ),
      );
      return readSubscription(started);
    },

    readSubscription: readNow,

    /** The subscriptions of a customer that have not ended, newest first. */
    async listSubscriptions(customer: string): Promise<StripeSubscription[]> {
      const { data } = await ask(() => stripe.subscriptions.list({ customer, limit: 100, expand: ['data.schedule'] }));
      return data.map(readSubscription);
    },

    /**
     * Changes the price at once and charges what is left of the period from `from` on (unix seconds); an end or a change
     * that waits is given up. Throws `declined`, and then nothing has changed.
     */
    async changeNow(key: string, id: string, to: StripeChange): Promise<StripeSubscription> {
      const now = await subscriptionRow(id);
      const item = itemOf(now);
      // The same parameters whatever waits, so that the key is good for a second try; what it costs already is not charged again.
      if (item.price.id !== to.price)
        await change(key, id, { ...changeOf(item, to), payment_behavior: 'error_if_incomplete', off_session: true });
      await releaseSchedule(`${key}:release`, id);
      await goOn(`${key}:keep`, id, now);
      return readNow(id);
    },

    /** As changeNow, but where the card does not pay, the change waits for the person to pay its invoice at Stripe. */
    async changeOncePaid(key: string, id: string, to: StripeChange): Promise<StripeSubscription> {
      const item = itemOf(await subscriptionRow(id));
      const params = { ...changeOf(item, to), payment_behavior: 'pending_if_incomplete' } as const;
      if (item.price.id !== to.price) await change(key, id, params);
      return readNow(id);
    },

    /** Changes the price at `ts`, the end of this period or of a later one; in place of an earlier change that waits. */
    async changeAt(key: string, id: string, { price, ts }: { price: string; ts: number }): Promise<StripeSubscription> {
      const now = await subscriptionRow(id);
      const before = refId(now.schedule);
      const phaseStart = typeof now.schedule === 'object' ? now.schedule?.current_phase?.start_date : undefined;
      await goOn(`${key}:keep`, id, now);
      const schedule =
        before ??
        (await ask(() => stripe.subscriptionSchedules.create({ from_subscription: id }, once(`${key}:schedule`)))).id;
      const item = itemOf(now);
      const discounts = now.discounts.map((discount) => ({ discount: refId(discount)! }));
      await ask(() =>
        stripe.subscriptionSchedules.update(
          schedule,
          {
            end_behavior: 'release',
            phases: [
              {
                items: [{ price: item.price.id, quantity: 1 }],
                start_date: phaseStart ?? item.current_period_start,
                end_date: ts,
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
      return readNow(id);
    },

    /** Ends it at `ts`, the end of this period or of a later one; a change that waits is given up. */
    async cancelAt(key: string, id: string, ts: number): Promise<StripeSubscription> {
      await releaseSchedule(`${key}:release`, id);
      await change(key, id, { cancel_at: ts, proration_behavior: 'none' });
      return readNow(id);
    },

    /** Takes what a promotion code says off the invoices to come. */
    async applyPromotion(key: string, id: string, promotion: string): Promise<void> {
      await change(key, id, promotionsOf(promotion));
    },

    /** Whether a promotion code takes something off the invoices to come. */
    async hasPromotion(id: string, promotion: string): Promise<boolean> {
      const { discounts } = await ask(() => stripe.subscriptions.retrieve(id, { expand: ['discounts'] }));
      return discounts.some((one) => typeof one === 'object' && refId(one.promotion_code) === promotion);
    },

    /** Lets it run on as it is: neither an end nor a change waits any longer. */
    async keep(key: string, id: string): Promise<StripeSubscription> {
      const now = await subscriptionRow(id);
      await releaseSchedule(`${key}:release`, id);
      await goOn(key, id, now);
      return readNow(id);
    },

    /** Ends it now; what waits to be charged is billed first. */
    async cancelNow(key: string, id: string): Promise<void> {
      await ask(() => stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false }, once(key)));
    },
  };
};

import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { comingInvoice, type Waivers } from '#contracts/subscription/lines.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import type { PromoTerms } from '#contracts/subscription/promo.ts';
import type { SubscribePreview } from '#contracts/subscription/rows.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { say } from '#kernel/platform/say.ts';
import type { StripeLine, StripePreview } from './answers.ts';
import { upgradeTo } from './follow.ts';
import type { Stripe } from './open.ts';

/** What is asked for, and what it is decided on. */
interface Asked {
  state: SubscriptionState;
  facts: Waivers & { now: UnixSeconds; has_card: boolean };
  asks: readonly OutsideAsk[];
}

const promoEvents = (promo: PromoTerms | null | undefined, ts_applied: UnixSeconds): SubscriptionEvent[] =>
  promo ? [{ type: 'PromoApplied', data: { ...promo, ts_applied } }] : [];

/** The subscription as it will be. */
const later = (before: SubscriptionState, asks: readonly OutsideAsk[], now: UnixSeconds): SubscriptionState => {
  const { account_id, outside } = before;
  const events = asks.flatMap((ask): SubscriptionEvent[] => {
    switch (ask.kind) {
      case 'start': {
        const outside_id = outside.subscription ?? '';
        return [
          ...promoEvents(ask.promo, now),
          {
            type: 'SubscriptionStarted',
            data: { account_id, plan: ask.plan, provider: 'stripe', ts_start: now, outside_id },
          },
        ];
      }
      case 'change': {
        const upgraded = upgradeTo(before, ask.plan, now);
        return upgraded ? [...promoEvents(ask.promo, now), upgraded] : [];
      }
      case 'promote':
        return [{ type: 'PromoApplied', data: { ...ask.promo, ts_applied: now } }];
      case 'change_later':
        return [{ type: 'DowngradeScheduled', data: { plan: ask.plan, ts_change: ask.ts } }];
      case 'end_later':
        return [{ type: 'CancellationScheduled', data: { ts_change: ask.ts } }];
      case 'keep':
        return [{ type: 'ScheduledChangeWithdrawn', data: {} }];
      default:
        return [];
    }
  });
  return events.reduce(evolveSubscription, before);
};

/** What Stripe would charge at once; null where nothing. */
const charged = async (
  stripe: Stripe,
  customer: string | null,
  { state, facts, asks }: Asked,
): Promise<StripePreview | null> => {
  for (const ask of asks) {
    if (ask.kind === 'start' && customer !== null) {
      const begin = { customer, price: await stripe.priceOf(ask.plan), midnight: ask.ts_day, now: facts.now };
      return stripe.previewStart({ ...begin, ...(ask.promotion === null ? {} : { promotion: ask.promotion }) });
    }
    if (ask.kind === 'change' && state.outside.subscription !== null)
      return stripe.previewChange(state.outside.subscription, {
        price: await stripe.priceOf(ask.plan),
        from: ask.ts_day,
        ...(ask.promotion ? { promotion: ask.promotion } : {}),
      });
  }
  return null;
};

const shown = ({ lines, discount }: StripePreview, free: boolean): SubscribePreview['proration'] => [
  ...lines.map(({ description, amount }: StripeLine) => ({ description, amount })),
  ...(discount > 0 ? [{ description: say(billingWords.discount), amount: -discount }] : []),
  ...(free ? [{ description: say(billingWords.referredMonth), amount: -sum(lines) + discount }] : []),
];
const sum = (lines: readonly StripeLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** What a change of the plan would cost by Stripe's own reckoning, and when it takes effect. Changes nothing; throws StripeFailure. */
export const previewAtStripe = async (
  stripe: Stripe,
  customer: string | null,
  asked: Asked,
): Promise<SubscribePreview> => {
  const { state: before, facts, asks } = asked;
  const now = await charged(stripe, customer, asked);
  const state = later(before, asks, facts.now);
  const free = asks.some((ask) => ask.kind === 'start' && ask.free_month);
  const paid = new Set(asks.flatMap((ask) => (ask.kind === 'pay' ? [ask.invoice] : [])));
  const owed = before.outside.invoices.reduce(
    (total, { outside_id, amount }) => total + (paid.has(outside_id) ? amount : 0),
    0,
  );
  const charging = { billing: 'stripe', has_card: facts.has_card } as const;
  const next = comingInvoice(state, { ...facts, referred: false }, charging);
  return {
    amount_due: owed + (free ? 0 : (now?.amount_due ?? 0)),
    proration: now ? shown(now, free) : [],
    next_amount: next?.amount ?? 0,
    next_date: next?.date ?? null,
    currency: 'usd',
    // What waits after this is what is asked for, also where it waited before.
    ts_change: state.scheduled?.ts ?? facts.now,
    kept_until: state.kept_until,
  };
};

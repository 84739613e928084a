import { z } from 'zod';
import { periodEnd } from './calendar.ts';
import { discountsField, setDiscounts } from './discounts.ts';
import { invalid } from './fault.ts';
import { setPrice } from './plan.ts';
import { int, metadata, none, route } from './route.ts';
import type { PhaseRow, PriceRow, ScheduleRow, SubscriptionRow } from './rows.ts';
import { subscribablePrice } from './subscription-start.ts';
import { findRow, keepRow, newId, type StripeWorld, seconds, tell } from './world.ts';

const phaseFields = z.strictObject({
  discounts: discountsField,
  duration: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: int.default(1) }).optional(),
  end_date: int.optional(),
  items: z.array(z.strictObject({ price: z.string(), quantity: int.default(1) })).min(1),
  metadata,
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).default('create_prorations'),
  start_date: int.optional(),
});

const phaseOf = (
  items: PhaseRow['items'],
  more: { start_date: number; end_date: number; proration_behavior: string; discounts?: object[] },
): PhaseRow => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: 'usd',
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  invoice_settings: null,
  metadata: {},
  on_behalf_of: null,
  transfer_data: null,
  trial_end: null,
  items: items.map((item) => ({
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: item.price,
    tax_rates: [],
    ...item,
  })),
  ...more,
});

/** Lets a subscription go from its schedule: it runs on as it is. */
export const endSchedule = (
  world: StripeWorld,
  id: string,
  status: 'released' | 'completed' | 'canceled',
): ScheduleRow => {
  const schedule = findRow<ScheduleRow>(world, 'subscription_schedule', id, 'schedule');
  if (schedule.status !== 'active')
    throw invalid(
      `You cannot ${status === 'canceled' ? 'cancel' : 'release'} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  const sub = findRow<SubscriptionRow>(world, 'subscription', schedule.subscription!);
  const now = seconds(world);
  sub.schedule = null;
  Object.assign(schedule, {
    status,
    current_phase: null,
    ...(status === 'canceled' ? { canceled_at: now } : { released_subscription: sub.id, subscription: null }),
    ...(status === 'completed' ? { completed_at: now } : {}),
    ...(status === 'released' ? { released_at: now } : {}),
  });
  tell(world, `subscription_schedule.${status}`, schedule);
  return schedule;
};

/** Takes a schedule on to the phase that begins at `at`, where one does; what it says then holds from that moment. */
export const enterPhase = (world: StripeWorld, sub: SubscriptionRow, at: number): void => {
  if (!sub.schedule) return;
  const schedule = findRow<ScheduleRow>(world, 'subscription_schedule', sub.schedule);
  const next = schedule.phases.find(({ start_date }) => start_date === at);
  if (next && schedule.current_phase?.start_date !== at) {
    schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
    for (const [index, { price, quantity }] of next.items.entries()) {
      const item = sub.items.data[index];
      const row = findRow<PriceRow>(world, 'price', price);
      if (item) setPrice(item, row, quantity);
    }
    const kept = (next.discounts as { discount: string }[]).filter(({ discount }) => sub.discounts.includes(discount));
    setDiscounts(
      world,
      sub,
      kept.map(({ discount }) => ({ discount })),
    );
    tell(world, 'subscription_schedule.updated', schedule);
  } else if (schedule.phases.every(({ end_date }) => end_date <= at)) endSchedule(world, schedule.id, 'completed');
};

/** What a subscription becomes later on. */
export const scheduleRoutes = [
  route('POST', '/v1/subscription_schedules', z.strictObject({ from_subscription: z.string() }), (world, params) => {
    const sub = findRow<SubscriptionRow>(world, 'subscription', params.from_subscription, 'from_subscription');
    if (sub.ended_at !== null) throw invalid('You cannot make a schedule from a canceled subscription.');
    if (sub.schedule)
      throw invalid(`You cannot migrate a subscription that is already attached to a schedule: ${sub.schedule}`);
    const { current_period_start: start_date, current_period_end: end_date } = sub.items.data[0]!;
    const row: ScheduleRow = keepRow(world, {
      id: newId(world, 'sub_sched'),
      object: 'subscription_schedule',
      application: null,
      billing_mode: sub.billing_mode,
      canceled_at: null,
      completed_at: null,
      created: seconds(world),
      current_phase: { start_date, end_date },
      customer: sub.customer,
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: { disabled_reason: null, enabled: false, liability: null },
        billing_cycle_anchor: 'automatic',
        billing_thresholds: null,
        collection_method: 'charge_automatically',
        default_payment_method: null,
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: 'self' },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: 'release',
      livemode: false,
      metadata: {},
      pause_schedules: [],
      phases: [
        phaseOf(
          sub.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
          {
            start_date,
            end_date,
            proration_behavior: 'create_prorations',
            discounts: sub.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
          },
        ),
      ],
      released_at: null,
      released_subscription: null,
      status: 'active',
      subscription: sub.id,
      test_clock: null,
    });
    sub.schedule = row.id;
    tell(world, 'subscription_schedule.created', row);
    tell(world, 'customer.subscription.updated', sub);
    return row;
  }),
  route('GET', '/v1/subscription_schedules/:id', none, (world, _, id) =>
    findRow<ScheduleRow>(world, 'subscription_schedule', id!, 'schedule'),
  ),
  route(
    'POST',
    '/v1/subscription_schedules/:id',
    z.strictObject({
      end_behavior: z.enum(['release', 'cancel']).optional(),
      metadata,
      phases: z.array(phaseFields).min(1).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    }),
    (world, { phases, end_behavior }, id) => {
      const schedule = findRow<ScheduleRow>(world, 'subscription_schedule', id!, 'schedule');
      if (schedule.status !== 'active')
        throw invalid(`You cannot update a subscription schedule that is ${schedule.status}.`);
      if (end_behavior) schedule.end_behavior = end_behavior;
      if (phases) {
        const current = schedule.current_phase!;
        if (phases[0]!.start_date !== current.start_date)
          throw invalid('You can not modify the start date of the current phase.', { param: 'phases[0][start_date]' });
        let from = current.start_date;
        schedule.phases = phases.map((phase, at) => {
          if (phase.start_date !== undefined && phase.start_date !== from)
            throw invalid('Each phase begins where the one before it ends.', { param: `phases[${at}][start_date]` });
          for (const { price } of phase.items) subscribablePrice(world, price, `phases[${at}][items][0][price]`);
          const first = findRow<PriceRow>(world, 'price', phase.items[0]!.price);
          if (phase.end_date !== undefined && phase.duration)
            throw invalid('Only one of end_date and duration can be set.', { param: `phases[${at}][duration]` });
          const end_date = phase.end_date ?? periodEnd(from, phase.duration ?? first.recurring, from);
          if (end_date <= from) throw invalid('A phase ends after it begins.', { param: `phases[${at}][end_date]` });
          const made = phaseOf(phase.items, {
            start_date: from,
            end_date,
            proration_behavior: phase.proration_behavior,
            discounts: (phase.discounts ?? []).map((one) => ({
              coupon: null,
              discount: null,
              promotion_code: null,
              ...one,
            })),
          });
          from = end_date;
          return made;
        });
        schedule.current_phase = { start_date: current.start_date, end_date: schedule.phases[0]!.end_date };
      }
      tell(world, 'subscription_schedule.updated', schedule);
      return schedule;
    },
  ),
  route('POST', '/v1/subscription_schedules/:id/release', none, (world, _, id) => {
    const schedule = endSchedule(world, id!, 'released');
    tell(world, 'customer.subscription.updated', findRow(world, 'subscription', schedule.released_subscription!));
    return schedule;
  }),
];

import { Refusal } from '#contracts/api/errors.ts';
import { type HeldPlanId, plans } from '#contracts/api/plans.ts';
import type { PlanDue, SubscribePreview } from '#contracts/subscription/rows.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { planRank } from '#contracts/subscription/terms.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { BillingRequest } from './provider.ts';
import { providerOf } from './provider-of.ts';

/** The plans that would begin at once: those that are for sale and more than the one that is held. */
const upgradesFrom = (held: HeldPlanId | null) =>
  plans.filter(({ id, amount }) => amount > 0 && id !== 'enterprise' && planRank(id) > planRank(held ?? 'starter'));

const heldBy = async ({ db }: Pick<Kernel, 'db'>, accountId: string): Promise<HeldPlanId | null> => {
  const { rows } = await db.pool.query<{ state: SubscriptionState }>({
    name: 'plan-held',
    text: 'select state from subscription where account_id = $1',
    values: [accountId],
  });
  return rows[0]?.state.plan ?? null;
};

/**
 * What each plan that would begin at once costs today, by the same reckoning as its preview, the cheapest first. Nothing
 * without a card, whose first month may be free; refuses where no plan can be bought, and a code that cannot be used.
 */
export const dueToday = async (
  kernel: Kernel,
  request: BillingRequest,
  promo_code: string | undefined,
): Promise<PlanDue[]> => {
  const held = await heldBy(kernel, request.principal.account_id);
  const { preview } = providerOf(kernel);
  const asked = upgradesFrom(held).map(async ({ id: plan_id }): Promise<PlanDue> => {
    const body = { plan_id, preview: true, ...(promo_code !== undefined && { promo_code }) };
    const { amount_due, proration } = (await preview(kernel, request, body)).data as SubscribePreview;
    return { plan_id, amount_due, proration };
  });
  try {
    return await Promise.all(asked);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CardRequired') return [];
    throw error;
  }
};

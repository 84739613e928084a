import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contracts/api/plans.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { planListQuery, promoQuery } from '../payment-queries.ts';
import type { PlanModalProps } from './modal-props.ts';
import { PlanList } from './PlanList.tsx';
import { PlanReview } from './PlanReview.tsx';

/** Whether a plan can be looked at before it is bought: one that is paid for and another than the account's. */
const canReview = (plan: Plan | undefined, { billing, subscription }: PaymentCustomer): plan is Plan =>
  plan !== undefined &&
  plan.amount > 0 &&
  plan.id !== 'enterprise' &&
  billing !== 'off' &&
  subscription?.plan.id !== 'custom' &&
  subscription?.plan.id !== plan.id;

/** The choice of a plan: the list of them, then what the chosen one costs, as the address says. */
export function PlanModal({ customer, mau, payment }: PlanModalProps) {
  const { step, promo, card } = payment.address;
  const { data: plans = [] } = useQuery(planListQuery);
  const found = useQuery({ ...promoQuery(promo ?? ''), enabled: step !== null && promo !== null });
  // While a card is taken, or asked for, something else is open.
  if (step === null || card || payment.needsCard) return null;
  const plan = plans.find(({ id }) => id === step);
  const shared = { customer, mau, payment, plans, promo: promo === null ? null : (found.data ?? null) };
  if (canReview(plan, customer))
    return <PlanReview {...shared} plan={plan} waiting={promo !== null && found.isPending} />;
  const wrong = promo !== null && found.error ? found.error : null;
  return <PlanList {...shared} wrong={wrong} />;
}

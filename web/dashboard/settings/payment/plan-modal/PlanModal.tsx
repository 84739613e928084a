import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contracts/api/plans.ts';
import type { CouponRow, PaymentCustomer } from '#contracts/subscription/rows.ts';
import { ApiError } from '../../../api/error.ts';
import { planDueQuery, planListQuery, promoQuery } from '../payment-queries.ts';
import { chosenCard } from '../use-cards.tsx';
import type { PlanModalProps } from './modal-props.ts';
import { ownCode } from './own-code.ts';
import { PlanList } from './PlanList.tsx';
import { PlanReview } from './PlanReview.tsx';

/** Whether a plan can be looked at before it is bought: one that is paid for; the account's own with a promo code alone. */
const canReview = (plan: Plan | undefined, customer: PaymentCustomer, promo: CouponRow | null): plan is Plan =>
  plan !== undefined &&
  plan.amount > 0 &&
  plan.id !== 'enterprise' &&
  customer.billing !== 'off' &&
  customer.subscription?.plan.id !== 'custom' &&
  (customer.subscription?.plan.id !== plan.id || ownCode(plan, customer, promo) !== null);

/** What the plans that begin at once cost today, asked for once a card would pay for them and the code is known. */
function useDue({ customer }: PlanModalProps, code: string | null, ready: boolean) {
  const held = customer.subscription?.plan.id;
  const canBuy = customer.billing !== 'off' && held !== 'custom' && chosenCard(customer) !== undefined;
  const { data, error, isPending } = useQuery({ ...planDueQuery(code), enabled: canBuy && ready });
  const isRefused = error instanceof ApiError && error.code.startsWith('Promo');
  return { due: data ?? null, dueWaits: canBuy && isPending, refused: isRefused ? error : null };
}

function Opened({ step, ...props }: PlanModalProps & { step: string }) {
  const { customer, payment } = props;
  const { promo } = payment.address;
  const { data: plans = [] } = useQuery(planListQuery);
  const found = useQuery({ ...promoQuery(promo ?? ''), enabled: promo !== null });
  const isLookedUp = promo === null || !found.isPending;
  const coupon = promo === null ? null : (found.data ?? null);
  const { due, dueWaits, refused } = useDue(props, coupon?.id ?? null, isLookedUp);
  // While a card is taken, or asked for, something else is open.
  if (payment.address.card || payment.needsCard) return null;
  const plan = plans.find(({ id }) => id === step);
  if (canReview(plan, customer, coupon))
    return <PlanReview {...props} plan={plan} promo={coupon} waiting={!isLookedUp} />;
  const wrong = promo === null ? null : (found.error ?? refused);
  return (
    <PlanList {...props} plans={plans} promo={refused ? null : coupon} wrong={wrong} due={due} dueWaits={dueWaits} />
  );
}

/** The choice of a plan: the list of them, then what the chosen one costs, as the address says. */
export function PlanModal(props: PlanModalProps) {
  const { step } = props.payment.address;
  // What plans cost today is known for as long as it is open.
  return step === null ? null : <Opened {...props} step={step} />;
}

import type { Mau } from '#contracts/stats/mau.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { Payment } from '../use-payment.tsx';

/** Properties of the plan modal and its steps. */
export interface PlanModalProps {
  customer: PaymentCustomer;
  mau: Mau | null;
  payment: Payment;
}

import type { PaymentCustomer, PlanDue } from '#contracts/subscription/rows.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { t } from '../../../words/t.ts';

/** A part of what is charged now: cents, below zero where it takes something off. */
export interface DueLine {
  description: string;
  amount: number;
}

/**
 * What a change of the plan charges now, line by line: what the server names, the invoice that is still open and is paid
 * with it, and what credit pays. They add up to the amount that is due.
 */
export const dueLines = (
  { amount_due, proration }: Pick<PlanDue, 'amount_due' | 'proration'>,
  { open_invoice: open }: Pick<PaymentCustomer, 'open_invoice'>,
): DueLine[] => {
  const sum = proration.reduce((total, { amount }) => total + amount, 0);
  const owed = open?.amount_due ?? 0;
  const fromCredit = Math.max(0, sum + owed - amount_due);
  return [
    ...proration,
    ...(open && owed > 0 ? [{ description: t(paymentWords.openInvoice, { number: open.number }), amount: owed }] : []),
    ...(fromCredit > 0 ? [{ description: t(paymentWords.fromCredit), amount: -fromCredit }] : []),
  ];
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { money } from '#contracts/subscription/money.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { dateTimeIn } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { paymentChanges } from './payment-queries.ts';

/** What the bank wants confirmed before a plan begins, and until when. */
export function ConfirmPlanText({ wanted }: { wanted: NonNullable<PaymentCustomer['to_confirm']> }) {
  const { timeZone } = useSession();
  const { amount_due, plan, ts_until } = wanted;
  return t(paymentWords.confirmPlan, {
    amount: money(amount_due),
    plan: plan.nickname,
    time: dateTimeIn(timeZone, ts_until),
  });
}

/** Reads anew what a plan changes once it was confirmed. */
export function useConfirmed({ to_confirm }: PaymentCustomer): void {
  const client = useQueryClient();
  const wanted = to_confirm?.id ?? null;
  const before = useRef(wanted);
  useEffect(() => {
    if (before.current !== null && wanted === null)
      for (const queryKey of paymentChanges) void client.invalidateQueries({ queryKey });
    before.current = wanted;
  }, [client, wanted]);
}

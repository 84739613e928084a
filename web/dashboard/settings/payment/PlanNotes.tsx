import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { money } from '#contracts/subscription/money.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import css from './PaymentSettings.module.css';
import type { Payment } from './use-payment.tsx';

function Note({ failed = false, children, act }: { failed?: boolean; children: ReactNode; act: ReactNode }) {
  return (
    <div className={css.note} role={failed ? 'alert' : 'note'} data-failed={failed || undefined}>
      {failed ? <CircleAlert size={16} aria-hidden /> : <Clock size={16} aria-hidden />}
      <p>{children}</p>
      {act}
    </div>
  );
}

/** What is about to happen to the plan by itself, and the button that keeps it from happening. */
export function PlanNotes({ customer, payment }: { customer: PaymentCustomer; payment: Payment }) {
  const { subscription, open_invoice: open } = customer;
  if (!subscription) return null;
  const { plan, cancel_at, downgrade } = subscription;
  const { goOn } = payment;
  const act = (label: string) => (
    <Button loading={goOn.busy} onClick={() => void goOn.run({ plan_id: plan.id, promo_code: null })}>
      {label}
    </Button>
  );
  const keep = act(t(paymentWords.keepNamed, { plan: plan.nickname }));
  return (
    <>
      {open && open.amount_due > 0 ? (
        <Note failed act={open.confirm ? <ConfirmPayment invoiceId={open.id} /> : act(t(paymentWords.payNow))}>
          {t(open.confirm ? paymentWords.confirmPayment : paymentWords.paymentFailed, {
            number: open.number,
            amount: money(open.amount_due),
          })}{' '}
          {open.ts_next === null ? null : t(paymentWords.triedAgain, { day: dateIn('UTC', open.ts_next) })}
        </Note>
      ) : null}
      {cancel_at === null ? null : (
        <Note act={keep}>{t(paymentWords.endsOn, { plan: plan.nickname, day: dateIn('UTC', cancel_at) })}</Note>
      )}
      {downgrade ? (
        <Note act={keep}>
          {t(paymentWords.changesOn, { plan: downgrade.plan.nickname, day: dateIn('UTC', downgrade.ts) })}
        </Note>
      ) : null}
    </>
  );
}

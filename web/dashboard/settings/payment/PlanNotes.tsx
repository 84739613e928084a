import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { money } from '#contracts/subscription/money.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { ButtonLink } from '../../kit/buttons/ButtonLink.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { ConfirmPlanText, useConfirmed } from './ConfirmPlan.tsx';
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

function Contact() {
  const { account } = useSession();
  return account.contact_email ? (
    <ButtonLink href={`mailto:${account.contact_email}`}>{t(settingsWords.contactUs)}</ButtonLink>
  ) : null;
}

/** What is about to happen to the plan by itself, and the button that keeps it from happening. */
export function PlanNotes({ customer, payment }: { customer: PaymentCustomer; payment: Payment }) {
  useConfirmed(customer);
  const { subscription, open_invoice: open, to_confirm: wanted } = customer;
  const confirm = wanted ? (
    <Note failed act={<ConfirmPayment invoiceId={wanted.id} payment={payment} />}>
      <ConfirmPlanText wanted={wanted} />
    </Note>
  ) : null;
  if (!subscription) return confirm;
  const { plan, cancel_at, downgrade } = subscription;
  const { goOn } = payment;
  const act = (label: string) => (
    <Button loading={goOn.busy} onClick={() => void goOn.run({ plan_id: plan.id, promo_code: null })}>
      {label}
    </Button>
  );
  // An invoice for a plan that staff made isn't Stripe's, and no card that is kept there pays it.
  const byStaff = plan.id === 'custom' && customer.billing === 'stripe';
  const pay = byStaff ? <Contact /> : act(t(paymentWords.payNow));
  const triedAgain =
    open && open.ts_next !== null ? t(paymentWords.triedAgain, { day: dateIn('UTC', open.ts_next) }) : null;
  const keep = act(t(paymentWords.keepNamed, { plan: plan.nickname }));
  return (
    <>
      {confirm}
      {open && open.amount_due > 0 ? (
        <Note failed act={open.confirm ? <ConfirmPayment invoiceId={open.id} payment={payment} /> : pay}>
          {t(open.confirm ? paymentWords.confirmPayment : paymentWords.paymentFailed, {
            number: open.number,
            amount: money(open.amount_due),
          })}{' '}
          {byStaff && !open.confirm ? t(paymentWords.payOtherwise) : triedAgain}
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

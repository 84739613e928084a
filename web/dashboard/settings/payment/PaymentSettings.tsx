import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { NeedPermission } from '../../gates/NeedPermission.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { ButtonLink } from '../../kit/buttons/ButtonLink.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import settingsParts from '../SettingsParts.module.css';
import { CardsDialog } from './CardsDialog.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { Invoices } from './Invoices.tsx';
import { MauMeter, MauWait } from './MauMeter.tsx';
import css from './PaymentSettings.module.css';
import { PeriodsBefore } from './PeriodsBefore.tsx';
import { PlanNotes } from './PlanNotes.tsx';
import { PayerInfo } from './payer/PayerInfo.tsx';
import { billedViewersQuery, customerQuery, planListQuery } from './payment-queries.ts';
import { PlanModal } from './plan-modal/PlanModal.tsx';
import { usePayment } from './use-payment.tsx';

function HowToChange({ email }: { email: string | null }) {
  return (
    <div className={css.how} role="note">
      <p>{t(refusalWords.BillingOff)}</p>
      {email ? (
        <ButtonLink variant="primary" href={`mailto:${email}`}>
          <Mail aria-hidden />
          {t(settingsWords.contactUs)}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Billing({ customer }: { customer: PaymentCustomer }) {
  const { account } = useSession();
  const payment = usePayment(customer);
  const { data: mau, isError, refetch } = useQuery(billedViewersQuery);
  const off = customer.billing === 'off';
  const { subscription } = customer;
  const mayCancel = subscription && !off && subscription.cancel_at === null && subscription.plan.id !== 'custom';
  return (
    <>
      <div className={settingsParts.head}>
        <h2 className="t-page">{t(settingsWords.paymentAndBilling)}</h2>
        <div className={css.acts}>
          {mayCancel ? (
            <Button variant="danger-outline" onClick={payment.askToCancel}>
              {t(paymentWords.cancelPlan)}
            </Button>
          ) : null}
          <Button variant={off ? 'secondary' : 'primary'} onClick={() => payment.address.open('list')}>
            {t(off ? paymentWords.comparePlans : paymentWords.changePlan)}
          </Button>
        </div>
      </div>
      {off ? <HowToChange email={account.contact_email} /> : <PlanNotes customer={customer} payment={payment} />}
      <div className={css.top}>
        <div className={css.use}>
          {mau ? (
            <MauMeter mau={mau} subscription={subscription} />
          ) : (
            <MauWait failed={isError} onRetry={() => void refetch()} />
          )}
          <PeriodsBefore />
        </div>
        <CurrentPlan customer={customer} payment={payment} />
        <PayerInfo customer={customer} />
      </div>
      <Invoices />
      <div className={css.how}>
        <p>{t(billProofWords.linkText)}</p>
        <Button to="/settings/payment/proof">{t(billProofWords.openProof)}</Button>
      </div>
      <PlanModal customer={customer} mau={mau ?? null} payment={payment} />
      {payment.needsCard || payment.cardsOpen ? <CardsDialog customer={customer} payment={payment} /> : null}
      {payment.dialogs}
    </>
  );
}

function Owned() {
  const customer = useQuery(customerQuery);
  // The plans are shown in the modal, and are there when it opens.
  const plans = useQuery(planListQuery);
  if (customer.data && plans.data) return <Billing customer={customer.data} />;
  const title = <h2 className="t-page">{t(settingsWords.paymentAndBilling)}</h2>;
  if (customer.isError || plans.isError)
    return (
      <>
        <div className={settingsParts.head}>{title}</div>
        <ErrorState
          title={t(settingsWords.plansDidNotLoad)}
          text={t(settingsWords.plansDidNotLoadText)}
          onRetry={() => {
            void customer.refetch();
            void plans.refetch();
          }}
        />
      </>
    );
  return (
    <>
      <div className={settingsParts.head}>{title}</div>
      <Loading />
      <div className={css.top}>
        <Skeleton height={148} radius={12} />
        <Skeleton height={148} radius={12} />
      </div>
      <Skeleton height={280} radius={12} />
    </>
  );
}

/** What the account pays for: plan, card, viewers and invoices, and the modal that changes the plan. For account owners. */
export function PaymentSettings() {
  const { user } = useSession();
  if (user.roles.includes('account_owner')) return <Owned />;
  return (
    <>
      <div className={settingsParts.head}>
        <h2 className="t-page">{t(settingsWords.paymentAndBilling)}</h2>
      </div>
      <NeedPermission />
    </>
  );
}

import { useState } from 'react';
import { mauOverage, type Plan, paymentStatus } from '#contracts/api/plans.ts';
import { money } from '#contracts/subscription/money.ts';
import type { CouponRow, PlanDue } from '#contracts/subscription/rows.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { askedFor, cheapestFor } from '../../../gates/upsell-address.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { dateIn, exactNumber } from '../../../kit/text/format.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { settingsWords } from '../../../words/settings.en.ts';
import { t } from '../../../words/t.ts';
import { MauBar } from '../MauMeter.tsx';
import { runningPeriod } from '../mau-level.ts';
import { AskedNote } from './AskedNote.tsx';
import { DueFoot } from './DueFoot.tsx';
import type { PlanModalProps } from './modal-props.ts';
import { HeldPlanCard, PlanCard } from './PlanCard.tsx';
import css from './PlanList.module.css';
import { PromoField } from './PromoField.tsx';

/**
 * Properties of the list of plans; `wrong` is why a promo code takes nothing off. `due` is what upgrades cost today, null
 * where that is not known, and `dueWaits` says whether it will be.
 */
export interface PlanListProps extends PlanModalProps {
  plans: readonly Plan[];
  promo: CouponRow | null;
  wrong: Error | null;
  due: readonly PlanDue[] | null;
  dueWaits: boolean;
}

/** What the forecast would cost on the plan that the account has, and the cheapest plan that holds it. */
const outlook = ({ customer, mau, plans }: PlanListProps, created: number) => {
  if (!mau) return null;
  const { subscription } = customer;
  const { to, forecast } = runningPeriod(mau, subscription, created, Date.now() / 1000);
  const fits = plans.find(({ metadata }) => metadata.mau_limit >= (forecast ?? 0));
  const isOver = forecast !== null && forecast > mau.mau_limit;
  const price = subscription?.plan.mau_exceed_price ?? null;
  const cost = isOver ? mauOverage({ mau_limit: mau.mau_limit, mau_exceed_price: price }, forecast) : 0;
  return { mau, to, forecast, cost, fits: isOver ? fits?.id : undefined };
};

function Outlook({ ahead, name }: { ahead: NonNullable<ReturnType<typeof outlook>>; name: string }) {
  const { mau, to, forecast, cost } = ahead;
  return (
    <div className={css.outlook}>
      <MauBar mau={mau.mau} limit={mau.mau_limit} forecast={forecast} />
      <p className="num">
        {t(paymentWords.usersOnPlan, { mau: exactNumber(mau.mau), limit: exactNumber(mau.mau_limit), plan: name })}
      </p>
      {forecast === null ? null : (
        <p className="num">
          {t(paymentWords.forecastPlain, { count: exactNumber(forecast), day: dateIn('UTC', to) })}{' '}
          {cost > 0 ? t(paymentWords.forecastCost, { plan: name, amount: money(cost) }) : null}
        </p>
      )}
    </div>
  );
}

/** The first step of the plan modal: all plans side by side, the account's own and the one that fits marked. */
export function PlanList(props: PlanListProps) {
  const { customer, payment, plans, promo, wrong, due, dueWaits } = props;
  const [looked, setLooked] = useState<string | null>(null);
  const { account } = useSession();
  const { address } = payment;
  const { subscription, billing } = customer;
  const asked = askedFor(address.feature);
  const ahead = outlook(props, account.ts_created);
  const isTrial = customer.payment_status === paymentStatus.trial;
  const held = subscription?.plan;
  const name = isTrial ? t(settingsWords.preTrial) : (held?.nickname ?? account.plan_nickname);
  const suggested = asked ? cheapestFor(asked, account)?.id : ahead?.fits;
  const isListed = held === undefined || plans.some(({ id }) => id === held.id);
  const takesCodes = billing !== 'off' && held?.id !== 'custom';
  const dueOf = (id: string | null | undefined) => due?.find(({ plan_id }) => plan_id === id);
  const summed = dueOf(looked) ?? dueOf(suggested) ?? due?.[0] ?? null;
  const summedName = plans.find(({ id }) => id === summed?.plan_id)?.nickname ?? '';
  return (
    <Dialog
      open
      title={t(paymentWords.choosePlan)}
      onClose={address.close}
      footer={summed || dueWaits ? <DueFoot due={summed} name={summedName} customer={customer} /> : null}
    >
      <div className={css.top}>
        <p className="t-small">{t(paymentWords.howCharged)}</p>
        {takesCodes ? <PromoField code={address.promo} found={promo} wrong={wrong} onCode={address.setPromo} /> : null}
      </div>
      {asked ? <AskedNote asked={asked} /> : null}
      {billing === 'off' ? <p className={css.how}>{t(refusalWords.BillingOff)}</p> : null}
      {held?.id === 'custom' ? <p className={css.how}>{t(refusalWords.PlanSetByStaff)}</p> : null}
      {ahead ? <Outlook ahead={ahead} name={name} /> : null}
      {/* Where nothing can be pressed, the list takes the focus, so that keys scroll it. */}
      <ul className={css.plans} tabIndex={takesCodes ? undefined : 0} aria-label={t(settingsWords.plans)}>
        {isListed ? null : <HeldPlanCard plan={held} />}
        {plans.map((plan, index) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            before={plans[index - 1]}
            promo={promo}
            suggested={plan.id === suggested}
            customer={customer}
            payment={payment}
            due={dueOf(plan.id)}
            onLook={() => setLooked(plan.id)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

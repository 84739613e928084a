import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Plan, paymentStatus } from '#contracts/api/plans.ts';
import { money, price } from '#contracts/subscription/money.ts';
import type { CouponRow, PaymentCustomer, PlanDue } from '#contracts/subscription/rows.ts';
import { planRank } from '#contracts/subscription/terms.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { ButtonLink } from '../../../kit/buttons/ButtonLink.tsx';
import { Card } from '../../../kit/Card.tsx';
import { Badge } from '../../../kit/text/Badge.tsx';
import { dateIn, exactNumber } from '../../../kit/text/format.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { settingsWords } from '../../../words/settings.en.ts';
import { t } from '../../../words/t.ts';
import { discounted } from '../discounted.ts';
import type { Payment } from '../use-payment.tsx';
import { ownCode } from './own-code.ts';
import css from './PlanCard.module.css';

/** Whether a line of a plan names what is still to come. */
const isPlanned = (point: string) => point.endsWith('(coming soon)');

type Held = NonNullable<PaymentCustomer['subscription']>['plan'];

function Price({ amount, promo, yearly = false }: { amount: number; promo: CouponRow | null; yearly?: boolean }) {
  const off = promo && amount > 0 ? discounted(amount, promo) : amount;
  return (
    <div>
      <p className={`${css.price} num`}>
        {t(yearly ? paymentWords.yearPrice : settingsWords.planPrice, {
          b: (parts) => <strong>{parts}</strong>,
          dollars: price(off),
        })}
      </p>
      {promo && off !== amount ? (
        <p className="t-small num">
          <s>{price(amount)}</s> {t(paymentWords.withCode, { code: promo.id })}
        </p>
      ) : null}
    </div>
  );
}

function Viewers({ limit, exceed }: { limit: number; exceed: number | null }) {
  return (
    <p className={`${css.viewers} t-small num`}>
      <strong>{t(settingsWords.planUsers, { mauLimit: exactNumber(limit) })}</strong>
      <br />
      {exceed === null ? t(settingsWords.noOverage) : t(settingsWords.overagePrice, { price: `$${exceed}` })}
    </p>
  );
}

/** A plan that is in no list: staff made it for the account, or a deal's code paid for it. */
export function HeldPlanCard({ plan }: { plan: Held }) {
  return (
    <Card as="li" className={css.root} data-own>
      <div className={css.head}>
        <h3 className="t-card">{plan.nickname}</h3>
        <Badge kind="primary">{t(settingsWords.yourPlan)}</Badge>
      </div>
      <Price amount={plan.amount} promo={null} yearly={plan.interval === 'year'} />
      <Viewers limit={plan.mau_limit} exceed={plan.mau_exceed_price} />
    </Card>
  );
}

/** Properties of a PlanCard; `due` is what it costs today where that is known, `onLook` is told of a pointer or the focus on it. */
export interface PlanCardProps {
  plan: Plan;
  before: Plan | undefined;
  promo: CouponRow | null;
  suggested: boolean;
  customer: PaymentCustomer;
  payment: Payment;
  due: PlanDue | undefined;
  onLook: () => void;
}

/** Whether the account has a plan of the list: it subscribes to it, or has nothing else than the free one. */
const isOwn = (plan: Plan, { subscription, payment_status }: PaymentCustomer): boolean =>
  subscription ? subscription.plan.id === plan.id : plan.metadata.free_plan && payment_status === paymentStatus.lapsed;

function Contact() {
  const { account } = useSession();
  return account.contact_email ? (
    <ButtonLink href={`mailto:${account.contact_email}`}>{t(settingsWords.contactUs)}</ButtonLink>
  ) : (
    <p className="t-small">{t(paymentWords.contactForEnterprise)}</p>
  );
}

/** What can be done about a plan, and when it would take effect. */
function Act({ plan, promo, suggested, customer, payment, due }: PlanCardProps): ReactNode {
  const { subscription, billing } = customer;
  const { address, askToCancel, goOn } = payment;
  const held = subscription?.plan.id;
  const own = isOwn(plan, customer);
  if (plan.id === 'enterprise' && !own) return <Contact />;
  if (billing === 'off' || held === 'custom') return null;
  const changes = subscription && (subscription.cancel_at !== null || subscription.downgrade);
  const code = ownCode(plan, customer, promo);
  if (own && changes)
    return (
      <Button
        loading={goOn.busy}
        onClick={() => (code ? address.open(plan.id) : void goOn.run({ plan_id: plan.id, promo_code: null }))}
      >
        {t(paymentWords.keepNamed, { plan: plan.nickname })}
      </Button>
    );
  if (code)
    return (
      <Button variant="primary" onClick={() => address.open(plan.id)}>
        {t(paymentWords.useCode, { code })}
      </Button>
    );
  if (own)
    return (
      <Button disabled block>
        {t(paymentWords.currentPlan)}
      </Button>
    );
  const later = subscription ? Math.max(subscription.current_period_end, subscription.kept_until ?? 0) : null;
  const from =
    later === null ? null : <p className={css.from}>{t(paymentWords.from, { day: dateIn('UTC', later) })}</p>;
  if (plan.metadata.free_plan) {
    if (!subscription) return <p className={css.from}>{t(paymentWords.afterTrial)}</p>;
    if (subscription.cancel_at !== null) return from;
    return (
      <>
        <Button onClick={askToCancel}>{t(paymentWords.switchTo, { plan: plan.nickname })}</Button>
        {from}
      </>
    );
  }
  const isUp = !held || planRank(plan.id) > planRank(held);
  return (
    <>
      <Button variant={suggested ? 'primary' : 'secondary'} onClick={() => address.open(plan.id)}>
        {t(isUp ? paymentWords.upgradeTo : paymentWords.switchTo, { plan: plan.nickname })}
      </Button>
      {isUp ? (
        <p className={`${css.from} num`}>
          {due ? t(paymentWords.today, { amount: money(due.amount_due) }) : t(paymentWords.fromToday)}
        </p>
      ) : (
        from
      )}
    </>
  );
}

/** A plan of the list: price, viewers, what it includes, and what can be done about it. */
export function PlanCard(props: PlanCardProps) {
  const { plan, before, promo, suggested, customer, onLook } = props;
  const { mau_limit, mau_exceed_price, description, default_features } = plan.metadata;
  const own = isOwn(plan, customer);
  return (
    <Card
      as="li"
      className={css.root}
      selected={suggested}
      data-own={own || undefined}
      onMouseEnter={onLook}
      onFocus={onLook}
    >
      <div className={css.head}>
        <h3 className="t-card">{plan.nickname}</h3>
        {own ? <Badge kind="primary">{t(settingsWords.yourPlan)}</Badge> : null}
        {suggested && !own ? <Badge kind="test">{t(paymentWords.suggested)}</Badge> : null}
      </div>
      <Price amount={plan.amount} promo={plan.id === 'enterprise' ? null : promo} />
      <Viewers limit={mau_limit} exceed={mau_exceed_price} />
      <div className={css.includes}>
        {before ? (
          <p className="t-small" title={default_features.join(', ')}>
            {t(settingsWords.planAndMore, { nickname: before.nickname })}
          </p>
        ) : null}
        <ul className={css.points}>
          {description.map((point) => (
            <li key={point}>
              {isPlanned(point) ? <Clock size={14} aria-hidden data-planned /> : <Check size={14} aria-hidden />}
              {point}
            </li>
          ))}
        </ul>
      </div>
      <div className={css.act}>
        <Act {...props} />
      </div>
    </Card>
  );
}

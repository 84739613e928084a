import { CreditCard } from 'lucide-react';
import { paymentStatus } from '#contracts/api/plans.ts';
import { money, price } from '#contracts/subscription/money.ts';
import type { PaymentCustomer, PaymentMethodRow } from '#contracts/subscription/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Badge, type BadgeKind } from '../../kit/text/Badge.tsx';
import { dateIn } from '../../kit/text/format.ts';
import metric from '../../kit/text/Metric.module.css';
import { useSession } from '../../shell/session/session-value.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './CurrentPlan.module.css';
import { offText } from './discounted.ts';
import { chosenCard } from './use-cards.tsx';
import type { Payment } from './use-payment.tsx';

const badges: Partial<Record<number, [BadgeKind, string]>> = {
  [paymentStatus.paid]: ['active', t(paymentWords.active)],
  [paymentStatus.promo]: ['active', t(paymentWords.active)],
  [paymentStatus.custom]: ['active', t(paymentWords.active)],
  [paymentStatus.failed]: ['danger', t(paymentWords.failedBadge)],
  [paymentStatus.ending]: ['waiting', t(paymentWords.canceledBadge)],
  [paymentStatus.trial]: ['test', t(paymentWords.trialBadge)],
};

/** A card as it is known: brand, last four digits, and until when it is good. */
export function CardText({ card }: Pick<PaymentMethodRow, 'card'>) {
  const month = String(card.exp_month).padStart(2, '0');
  return (
    <span className={css.card}>
      <CreditCard size={20} aria-hidden />
      <span>
        <span className="num">
          {card.brand} <span aria-hidden>••••</span> {card.last4}
        </span>
        <span className="t-small num">
          {t(paymentWords.expires, { month, year: String(card.exp_year % 100).padStart(2, '0') })}
        </span>
      </span>
    </span>
  );
}

function Extras({ customer }: { customer: PaymentCustomer }) {
  const { subscription, credit, free_months, next_invoice: next } = customer;
  const discount = subscription?.discount;
  return (
    <ul className={css.extras}>
      {next ? (
        <li>{t(paymentWords.nextPayment, { amount: money(next.amount), day: dateIn('UTC', next.date) })}</li>
      ) : null}
      {discount ? (
        <li>
          {t(paymentWords.discount, { code: discount.coupon.id, off: offText(discount.coupon) })}
          {discount.ts_until === null ? null : ` ${t(paymentWords.until, { day: dateIn('UTC', discount.ts_until) })}`}
        </li>
      ) : null}
      {credit > 0 ? <li>{t(paymentWords.credit, { amount: money(credit) })}</li> : null}
      {free_months > 0 ? <li>{t(paymentWords.freeMonths, { count: free_months })}</li> : null}
      {subscription?.kept_until && subscription.cancel_at === null ? (
        <li>{t(paymentWords.keptUntil, { day: dateIn('UTC', subscription.kept_until) })}</li>
      ) : null}
    </ul>
  );
}

/** The plan that the account has, what it costs next, and the card that pays. */
export function CurrentPlan({ customer, payment }: { customer: PaymentCustomer; payment: Payment }) {
  const { account } = useSession();
  const { subscription, payment_status } = customer;
  const card = chosenCard(customer);
  const badge = badges[payment_status];
  const isTrial = payment_status === paymentStatus.trial;
  const name = isTrial ? t(settingsWords.preTrial) : (subscription?.plan.nickname ?? account.plan_nickname);
  return (
    <Card className={css.root} as="section" aria-label={t(settingsWords.yourPlan)}>
      <div className={css.head}>
        <p className={metric.name}>{t(settingsWords.yourPlan)}</p>
        {badge ? <Badge kind={badge[0]}>{badge[1]}</Badge> : null}
      </div>
      <p className={`${metric.value} ${css.name}`}>{name}</p>
      <p className="t-small num">
        {isTrial
          ? t(settingsWords.trialText, {
              nickname: account.plan_nickname,
              trialEnds: dateIn('UTC', account.trial_ends),
            })
          : subscription
            ? t(subscription.plan.interval === 'year' ? paymentWords.perYear : paymentWords.perMonth, {
                amount: price(subscription.plan.amount),
              })
            : t(paymentWords.free)}
      </p>
      <Extras customer={customer} />
      {customer.billing === 'off' ? null : (
        <div className={css.pay}>
          {card ? <CardText card={card.card} /> : <span className="t-small">{t(paymentWords.noCard)}</span>}
          <Button
            size="small"
            loading={payment.addCard.busy}
            onClick={() =>
              customer.payment_methods.length > 0
                ? payment.openCards(true)
                : void payment.addCard.run(payment.address.returnPath)
            }
          >
            {t(card ? paymentWords.changeCard : paymentWords.addCard)}
          </Button>
        </div>
      )}
      {customer.billing === 'local' ? <p className="t-caption">{t(paymentWords.testMode)}</p> : null}
    </Card>
  );
}

import { CircleAlert, Gift, Hourglass, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AccountBilling } from '#contracts/admin/billing.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import { money, price } from '#contracts/subscription/money.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { offText } from '../../settings/payment/discounted.ts';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { paymentState } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import css from './BillingTab.module.css';
import { billingChanges } from './billing-queries.ts';
import { CreditDialog } from './CreditDialog.tsx';
import { CustomPlanDrawer } from './CustomPlanDrawer.tsx';

const day = (seconds: number) => dateIn('UTC', seconds);

const cardText = ({ payment_methods }: AccountBilling): string => {
  const card = payment_methods.find(({ is_default }) => is_default)?.card;
  if (!card) return t(staffBillingWords.noCard);
  const [month, year] = [card.exp_month, card.exp_year % 100].map((part) => String(part).padStart(2, '0'));
  return t(staffBillingWords.cardText, { brand: card.brand, last4: card.last4, month: month!, year: year! });
};

const nextText = ({ next_invoice: next }: AccountBilling): string =>
  next
    ? t(staffBillingWords.nextAmount, { amount: money(next.amount), day: day(next.date) })
    : t(staffBillingWords.none);

const modeWords = { local: staffBillingWords.testMode, off: staffBillingWords.off };

type Subscription = NonNullable<AccountBilling['subscription']>;

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { plan, current_period_start, current_period_end, cancel_at, downgrade, discount } = subscription;
  const { nickname, amount, interval } = plan;
  const each = interval === 'year' ? staffBillingWords.planPerYear : staffBillingWords.planPerMonth;
  return (
    <>
      <Fact label={t(staffBillingWords.plan)}>{t(each, { plan: nickname, amount: price(amount) })}</Fact>
      <Fact label={t(staffBillingWords.period)}>
        {t(staffBillingWords.periodDays, { from: day(current_period_start), to: day(current_period_end - 1) })}
      </Fact>
      {cancel_at === null ? null : (
        <Fact label={t(staffBillingWords.next)}>{t(staffBillingWords.endsOn, { day: day(cancel_at) })}</Fact>
      )}
      {downgrade ? (
        <Fact label={t(staffBillingWords.next)}>
          {t(staffBillingWords.changesTo, { plan: downgrade.plan.nickname, day: day(downgrade.ts) })}
        </Fact>
      ) : null}
      {discount ? (
        <Fact label={t(staffBillingWords.promo)}>
          {discount.coupon.id}{' '}
          {discount.ts_until === null
            ? offText(discount.coupon)
            : t(staffBillingWords.promoUntil, { off: offText(discount.coupon), day: day(discount.ts_until) })}
        </Fact>
      ) : null}
    </>
  );
}

function Note({ icon, failed, children }: { icon: ReactNode; failed?: boolean; children: ReactNode }) {
  return (
    <p className={css.note} data-failed={failed || undefined}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

function Notes({ billing }: { billing: AccountBilling }) {
  const { open_invoice: open, failed, waiting, payment_status } = billing;
  return (
    <>
      {open && failed ? (
        <Note failed icon={<CircleAlert size={16} aria-hidden />}>
          {t(staffBillingWords.failed, { number: open.number, amount: money(open.amount_due) })}{' '}
          {open.ts_next === null ? null : t(staffBillingWords.failedNext, { day: day(open.ts_next) })}
        </Note>
      ) : null}
      {waiting.invoices > 0 ? (
        <Note icon={<Hourglass size={16} aria-hidden />}>
          {t(staffBillingWords.waiting, { amount: money(waiting.amount), invoices: waiting.invoices })}
        </Note>
      ) : null}
      {payment_status === paymentStatus.premium && billing.subscription ? (
        <p className="t-small">{t(staffBillingWords.premium)}</p>
      ) : null}
    </>
  );
}

function EndPlan({ account, onClose }: { account: { id: string; name: string }; onClose: () => void }) {
  const act = useStaffAct('setCustomPlan', account.id, { changes: billingChanges(account.id) });
  return (
    <ConfirmDialog
      open
      title={t(staffBillingWords.endQuestion)}
      text={t(staffBillingWords.endText, { name: account.name })}
      confirmLabel={t(staffBillingWords.endPlan)}
      onConfirm={() => act.run({ account_id: account.id, plan: null }).then(onClose)}
      onClose={onClose}
    />
  );
}

/** What an account subscribes to, what it pays next and how, and what staff change about that. */
export function AccountPlan({ account, billing }: { account: { id: string; name: string }; billing: AccountBilling }) {
  const [open, setOpen] = useState<'plan' | 'end' | 'credit' | null>(null);
  const close = () => setOpen(null);
  const { custom_plan, subscription, credit, free_months } = billing;
  const state = paymentState(billing.payment_status);
  return (
    <Card
      as="section"
      title={t(staffBillingWords.subscription)}
      titleEnd={<Badge kind={state.kind}>{state.label}</Badge>}
      aria-label={t(staffBillingWords.subscription)}
    >
      <div className={css.plan}>
        <Notes billing={billing} />
        <FactList>
          {subscription ? (
            <SubscriptionFacts subscription={subscription} />
          ) : (
            <Fact label={t(staffBillingWords.plan)}>{t(staffBillingWords.noSubscription)}</Fact>
          )}
          <Fact label={t(staffBillingWords.nextPayment)}>{nextText(billing)}</Fact>
          <Fact label={t(staffBillingWords.credit)}>{money(credit)}</Fact>
          <Fact label={t(staffBillingWords.freeMonths)}>{exactNumber(free_months)}</Fact>
          <Fact label={t(staffBillingWords.card)}>{cardText(billing)}</Fact>
        </FactList>
        {billing.billing === 'stripe' ? null : <p className="t-caption">{t(modeWords[billing.billing])}</p>}
        <div className={css.acts}>
          <Button icon={<ReceiptText aria-hidden />} onClick={() => setOpen('plan')}>
            {custom_plan ? t(staffBillingWords.changePlan) : t(staffBillingWords.customPlan)}
          </Button>
          <Button icon={<Gift aria-hidden />} onClick={() => setOpen('credit')}>
            {t(staffBillingWords.giveCredit)}
          </Button>
          {custom_plan ? (
            <Button variant="danger-outline" onClick={() => setOpen('end')}>
              {t(staffBillingWords.endPlan)}
            </Button>
          ) : null}
        </div>
      </div>
      {open === 'plan' ? <CustomPlanDrawer account={account} billing={billing} onClose={close} /> : null}
      {open === 'credit' ? <CreditDialog accountId={account.id} onClose={close} /> : null}
      {open === 'end' ? <EndPlan account={account} onClose={close} /> : null}
    </Card>
  );
}

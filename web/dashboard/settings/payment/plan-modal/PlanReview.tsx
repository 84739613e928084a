import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type Plan, paymentStatus } from '#contracts/api/plans.ts';
import { money } from '#contracts/subscription/money.ts';
import type { CouponRow, PaymentCustomer, SubscribePreview } from '#contracts/subscription/rows.ts';
import { planRank } from '#contracts/subscription/terms.ts';
import { errorText } from '../../../api/error.ts';
import { Button } from '../../../kit/buttons/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { ErrorState } from '../../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../kit/states/Skeleton.tsx';
import { dateIn, exactNumber } from '../../../kit/text/format.ts';
import { teamQuery } from '../../../shell/session/session-queries.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { settingsWords } from '../../../words/settings.en.ts';
import { t } from '../../../words/t.ts';
import { seatsOf } from '../../team/team-rows.ts';
import { ConfirmPayment } from '../ConfirmPayment.tsx';
import { ConfirmPlanText } from '../ConfirmPlan.tsx';
import { CardText } from '../CurrentPlan.tsx';
import { planPreviewQuery } from '../payment-queries.ts';
import { chosenCard } from '../use-cards.tsx';
import { dueLines } from './due-lines.ts';
import type { PlanModalProps } from './modal-props.ts';
import css from './PlanReview.module.css';
import { planLosses } from './plan-losses.ts';

/** Properties of the second step; `waiting` while a promo code is looked up. */
export interface PlanReviewProps extends PlanModalProps {
  plan: Plan;
  promo: CouponRow | null;
  waiting: boolean;
}

interface SideProps {
  when: string;
  name: string;
  /** Null while it is not known. */
  limit: number | null;
  seats: number;
}

function Side({ when, name, limit, seats }: SideProps) {
  return (
    <div className={css.side}>
      <span className="t-caption">{when}</span>
      <strong className="t-card">{name}</strong>
      <span className="t-small num">
        {limit === null ? null : t(paymentWords.users, { limit: exactNumber(limit) })}
        <span>{t(paymentWords.seats, { seats })}</span>
      </span>
    </div>
  );
}

interface CostsProps {
  preview: SubscribePreview;
  customer: PaymentCustomer;
  plan: Plan;
}

function Costs({ preview, customer, plan }: CostsProps) {
  const { amount_due, next_amount, next_date, ts_change } = preview;
  return (
    <dl className={css.lines}>
      {Array.from(dueLines(preview, customer).entries(), ([place, { description, amount }]) => (
        <div key={place} data-off={amount < 0 || undefined}>
          <dt>{description}</dt>
          <dd className="num">{money(amount)}</dd>
        </div>
      ))}
      <div data-sum>
        <dt>{t(paymentWords.dueNow)}</dt>
        <dd className="num">{money(amount_due)}</dd>
      </div>
      {next_date === null ? null : (
        <div data-next>
          <dt>{t(paymentWords.nextOn, { day: dateIn('UTC', next_date) })}</dt>
          <dd className="num">{money(next_amount)}</dd>
        </div>
      )}
      {next_date !== null && ts_change > next_date ? (
        <div data-next>
          <dt>{t(paymentWords.planFrom, { plan: plan.nickname, day: dateIn('UTC', ts_change) })}</dt>
          <dd className="num">{money(plan.amount)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

type Held = Omit<SideProps, 'when'>;

interface ChangeProps {
  preview: SubscribePreview;
  plan: Plan;
  held: Held;
  isUp: boolean;
  /** What a smaller plan takes, a sentence each. */
  losses: readonly string[];
}

/** When the chosen plan begins, and what it has beside the one that the account has. */
function Change({ preview: { ts_change }, plan, held, isUp, losses }: ChangeProps) {
  const day = dateIn('UTC', ts_change);
  return (
    <>
      <p className="t-small">
        {isUp ? t(paymentWords.startsNow) : t(paymentWords.startsOn, { plan: plan.nickname, day, now: held.name })}
      </p>
      <div className={css.sides}>
        <Side when={t(paymentWords.now)} {...held} />
        <ArrowRight size={16} aria-hidden />
        <Side
          when={isUp ? t(paymentWords.fromToday) : t(paymentWords.from, { day })}
          name={plan.nickname}
          limit={plan.metadata.mau_limit}
          seats={plan.seats}
        />
      </div>
      {losses.map((loss) => (
        <p key={loss} className="t-small">
          {loss}
        </p>
      ))}
    </>
  );
}

/**
 * The second step of the plan modal: what the chosen plan costs now and then, and when it begins; of the account's own plan,
 * what a promo code makes of it.
 */
export function PlanReview({ customer, mau, payment, plan, promo, waiting }: PlanReviewProps) {
  const { account } = useSession();
  const { address, update, refused, forgetRefused } = payment;
  const { subscription, to_confirm: wanted } = customer;
  const { data: team } = useQuery(teamQuery);
  const seats = team && seatsOf(team, plan.seats);
  const taken = seats ? seats.members + seats.invitations : null;
  const code = promo?.id ?? null;
  const preview = useQuery({ ...planPreviewQuery(plan.id, code), enabled: !waiting });
  const { data } = preview;
  const held = subscription?.plan;
  const isUp = !held || planRank(plan.id) > planRank(held.id);
  const isTrial = customer.payment_status === paymentStatus.trial;
  const heldName = isTrial ? t(settingsWords.preTrial) : (held?.nickname ?? account.plan_nickname);
  const isOwn = held?.id === plan.id;
  const isScheduled = subscription !== null && (subscription.cancel_at !== null || subscription.downgrade !== null);
  const replaced = code === null ? undefined : subscription?.discount?.coupon.id;
  const card = chosenCard(customer);
  const back = () => {
    forgetRefused();
    address.open('list');
  };
  const close = () => {
    forgetRefused();
    address.close();
  };
  return (
    <Dialog
      open
      size="wide"
      title={
        isOwn
          ? t(paymentWords.useCode, { code: code ?? '' })
          : t(isUp ? paymentWords.upgradeTo : paymentWords.switchTo, { plan: plan.nickname })
      }
      onClose={update.busy ? () => undefined : close}
      onSubmit={() => {
        if (data && !update.busy) void update.run({ plan_id: plan.id, promo_code: code });
      }}
      footer={
        <>
          <Button className={css.back ?? ''} icon={<ArrowLeft aria-hidden />} disabled={update.busy} onClick={back}>
            {t(paymentWords.back)}
          </Button>
          <Button type="submit" variant="primary" loading={update.busy} disabled={!data}>
            {t(paymentWords.update)}
            {data && data.amount_due > 0 ? <span className={css.chip}>{money(data.amount_due)}</span> : null}
          </Button>
        </>
      }
    >
      {wanted?.plan.id === plan.id ? (
        <div className={css.refused} role="alert">
          <p>
            <ConfirmPlanText wanted={wanted} />
          </p>
          <ConfirmPayment invoiceId={wanted.id} payment={payment} />
        </div>
      ) : refused?.plan_id === plan.id ? (
        <p className={css.refused} role="alert">
          {t(paymentWords.notChanged)} {refused.reason}
        </p>
      ) : null}
      {preview.error ? (
        <ErrorState
          bare
          title={t(paymentWords.notChanged)}
          text={errorText(preview.error) ?? ''}
          onRetry={() => void preview.refetch()}
        />
      ) : null}
      {data ? (
        <>
          {isOwn ? (
            <p className="t-small">
              {isScheduled ? t(paymentWords.goesOn, { plan: plan.nickname }) : t(paymentWords.keepsPlan)}
            </p>
          ) : (
            <Change
              preview={data}
              plan={plan}
              held={{ name: heldName, limit: held?.mau_limit ?? mau?.mau_limit ?? null, seats: account.seats }}
              isUp={isUp}
              losses={isUp ? [] : planLosses({ settings: account.settings, taken }, plan)}
            />
          )}
          <Costs preview={data} customer={customer} plan={plan} />
          {replaced === undefined ? null : <p className="t-caption">{t(paymentWords.replaces, { code: replaced })}</p>}
        </>
      ) : preview.error ? null : (
        <>
          <Loading label={t(paymentWords.working)} />
          <Skeleton height={220} radius={8} />
        </>
      )}
      {card ? (
        <div className={css.card}>
          <CardText card={card.card} />
          <Button size="small" disabled={update.busy} onClick={() => payment.openCards(true)}>
            {t(paymentWords.changeCard)}
          </Button>
        </div>
      ) : null}
      {data && isUp && data.kept_until !== null ? (
        <p className="t-caption">
          {t(paymentWords.keptNote, { plan: plan.nickname, day: dateIn('UTC', data.kept_until) })}
        </p>
      ) : null}
      {customer.billing === 'local' ? <p className="t-caption">{t(paymentWords.testMode)}</p> : null}
    </Dialog>
  );
}

import { Check, Clock } from 'lucide-react';
import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { AccountRow } from '#contracts/account/rows.ts';
import { type FeatureName, featureNames, type Plan, paymentStatus, planWith } from '#contracts/api/plans.ts';
import { featureWords } from '../gates/feature-words.ts';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { Card } from '../kit/Card.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { dateIn, exactNumber } from '../kit/text/format.ts';
import metric from '../kit/text/Metric.module.css';
import { CustomerList } from '../shell/CustomerList.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { billProofWords } from '../words/bill-proof.en.ts';
import { settingsWords } from '../words/settings.en.ts';
import { t } from '../words/t.ts';
import css from './PaymentSettings.module.css';
import settingsParts from './SettingsParts.module.css';

const priceAge = 3_600_000;

/** Whether a line of a plan names what is still to come. */
const isPlanned = (point: string) => point.endsWith('(coming soon)');

const dollars = (cents: number) => `$${exactNumber(cents / 100)}`;
const isFeature = (name: string | null): name is FeatureName =>
  (featureNames as readonly (string | null)[]).includes(name);

/** The plan that an account has, in words: Pre-Trial while it has none. */
const planWords = (account: AccountRow, plans: readonly Plan[], timeZone: string): { name: string; text: string } => {
  const nickname = plans.find((one) => one.id === account.plan)?.nickname ?? t(settingsWords.preTrial);
  if (account.payment_status === paymentStatus.trial)
    return {
      name: t(settingsWords.preTrial),
      text: t(settingsWords.trialText, { nickname, trialEnds: dateIn(timeZone, account.trial_ends) }),
    };
  return {
    name: nickname,
    text: account.seats < 0 ? t(settingsWords.unlimitedSeats) : t(settingsWords.planSeats, { seats: account.seats }),
  };
};

function PlanCard({
  plan,
  before,
  own,
  wanted,
}: {
  plan: Plan;
  before: Plan | undefined;
  own: boolean;
  wanted: boolean;
}) {
  const { mau_limit, mau_exceed_price, description, default_features } = plan.metadata;
  return (
    <Card as="li" className={css.plan} selected={wanted} data-own={own || undefined}>
      <div className={css.planHead}>
        <h3 className="t-card">{plan.nickname}</h3>
        {own ? <Badge kind="primary">{t(settingsWords.yourPlan)}</Badge> : null}
      </div>
      <p className={`${css.price} num`}>
        {t(settingsWords.planPrice, { b: (parts) => <strong>{parts}</strong>, dollars: dollars(plan.amount) })}
      </p>
      <p className="t-small num">
        {t(settingsWords.planUsers, { mauLimit: exactNumber(mau_limit) })}
        <br />
        {mau_exceed_price === null
          ? t(settingsWords.noOverage)
          : t(settingsWords.overagePrice, { price: `$${mau_exceed_price}` })}
      </p>
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
    </Card>
  );
}

function FeatureSource({ feature }: { feature: FeatureName }) {
  const plan = planWith(feature);
  const named = { b: (parts: ReactNode) => <strong>{parts}</strong>, feature: featureWords[feature].name };
  return (
    <>
      {plan
        ? t(settingsWords.featureFromPlan, { ...named, plan: plan.nickname })
        : t(settingsWords.featureByUs, named)}{' '}
    </>
  );
}

/** How the account's plan is changed, and what for when a feature led here. */
function HowToChange({ feature, email }: { feature: FeatureName | null; email: string | null }) {
  return (
    <div className={css.how} role="note">
      <p>
        {feature ? <FeatureSource feature={feature} /> : null}
        {email ? t(settingsWords.planChangeByMail) : t(settingsWords.planChangeByStaff)}
      </p>
      {email ? (
        <ButtonLink variant="primary" href={`mailto:${email}`}>
          {t(settingsWords.contactUs)}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Plans() {
  const { account, timeZone } = useSession();
  const { data: plans = [] } = useListContext<Plan>();
  const [search] = useSearchParams();
  const asked = search.get('feature');
  const feature = isFeature(asked) ? asked : null;
  const wanted = feature ? planWith(feature)?.id : undefined;
  const { name, text } = planWords(account, plans, timeZone);
  return (
    <>
      <Card className={css.now} as="section" aria-label={t(settingsWords.yourPlan)}>
        <div>
          <p className={metric.name}>{t(settingsWords.yourPlan)}</p>
          <p className={`${metric.value} ${css.name}`}>{name}</p>
          <p className="t-small">{text}</p>
        </div>
      </Card>
      <HowToChange feature={feature} email={account.contact_email} />
      <div className={css.how}>
        <p>{t(billProofWords.linkText)}</p>
        <Button to="/settings/payment/proof">{t(billProofWords.openProof)}</Button>
      </div>
      <div className={css.head}>
        <h3 className="t-section">{t(settingsWords.plans)}</h3>
        <p className="t-small">{t(settingsWords.pricesNote)}</p>
      </div>
      <ul className={css.plans} aria-label={t(settingsWords.plans)}>
        {plans.map((plan, index) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            before={plans[index - 1]}
            own={account.payment_status !== paymentStatus.trial && plan.id === account.plan}
            wanted={plan.id === wanted}
          />
        ))}
      </ul>
    </>
  );
}

function PlanList() {
  return (
    <CustomerList
      name="plans"
      filter={{}}
      staleTime={priceAge}
      waiting={
        <>
          <Loading />
          <Skeleton height={96} radius={12} />
          <Skeleton height={320} radius={12} />
        </>
      }
      failed={(_, onRetry) => (
        <ErrorState
          title={t(settingsWords.plansDidNotLoad)}
          text={t(settingsWords.plansDidNotLoadText)}
          onRetry={onRetry}
        />
      )}
    >
      <Plans />
    </CustomerList>
  );
}

/** The account's plan, and what each plan includes; for account owners. `?feature=` marks the plan that brings it. */
export function PaymentSettings() {
  const { user } = useSession();
  return (
    <>
      <div className={settingsParts.head}>
        <h2 className="t-page">{t(settingsWords.paymentAndBilling)}</h2>
      </div>
      {user.roles.includes('account_owner') ? <PlanList /> : <NeedPermission />}
    </>
  );
}

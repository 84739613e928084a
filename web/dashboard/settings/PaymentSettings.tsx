import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { AccountRow } from '#contracts/account/rows.ts';
import { type FeatureName, featureNames, type Plan, paymentStatus, planWith } from '#contracts/api/plans.ts';
import { http } from '../api/http.ts';
import { featureWords } from '../gates/feature-words.ts';
import { Badge } from '../kit/Badge.tsx';
import { ButtonLink } from '../kit/ButtonLink.tsx';
import { Card } from '../kit/Card.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { dateIn, exactNumber } from '../kit/format.ts';
import metric from '../kit/Metric.module.css';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { useSession } from '../shell/session-context.tsx';
import { NeedPermission } from './NeedPermission.tsx';
import css from './PaymentSettings.module.css';
import settingsParts from './SettingsParts.module.css';

const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => http.get<Plan[]>('/payment/plan', { signal }),
  staleTime: 3_600_000,
});

const dollars = (cents: number) => `$${exactNumber(cents / 100)}`;
const isFeature = (name: string | null): name is FeatureName =>
  (featureNames as readonly (string | null)[]).includes(name);

/** The plan that an account has, in words: Pre-Trial while it has none. */
const planWords = (account: AccountRow, plans: readonly Plan[], timeZone: string): { name: string; text: string } => {
  const nickname = plans.find((one) => one.id === account.plan)?.nickname ?? 'Pre-Trial';
  if (account.payment_status === paymentStatus.trial)
    return {
      name: 'Pre-Trial',
      text: `With the features of ${nickname} until ${dateIn(timeZone, account.trial_ends)}, then Starter.`,
    };
  return { name: nickname, text: account.seats < 0 ? 'Unlimited seats' : `Seats: ${account.seats}` };
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
        {own ? <Badge kind="primary">Your plan</Badge> : null}
      </div>
      <p className={`${css.price} num`}>
        <strong>{dollars(plan.amount)}</strong> / month
      </p>
      <p className="t-small num">
        {exactNumber(mau_limit)} active users
        <br />
        {mau_exceed_price === null ? 'no overage' : `then $${mau_exceed_price} per 1,000`}
      </p>
      <div className={css.includes}>
        {before ? (
          <p className="t-small" title={default_features.join(', ')}>
            Everything in {before.nickname}, plus:
          </p>
        ) : null}
        <ul className={css.points}>
          {description.map((point) => (
            <li key={point}>
              <Check size={14} aria-hidden />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** How the account's plan is changed, and what for when a feature led here. */
function HowToChange({ feature, email }: { feature: FeatureName | null; email: string | null }) {
  const plan = feature ? planWith(feature) : null;
  return (
    <div className={css.how} role="note">
      <p>
        {feature ? (
          <>
            <strong>{featureWords[feature].name}</strong>
            {plan ? ` is included from ${plan.nickname} on. ` : ' is switched on for your account by us. '}
          </>
        ) : null}
        {email
          ? 'Write to us to change your plan.'
          : 'Your plan is changed by those who run this Storyrail: they do it in the admin area, on the page of your account.'}
      </p>
      {email ? (
        <ButtonLink variant="primary" href={`mailto:${email}`}>
          Contact Us
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Plans() {
  const { account, timeZone } = useSession();
  const [search] = useSearchParams();
  const { data: plans, isError, refetch } = useQuery(plansQuery);
  if (isError)
    return <ErrorState title="The plans did not load" text="Your plan goes on." onRetry={() => void refetch()} />;
  if (!plans)
    return (
      <>
        <Loading />
        <Skeleton height={96} radius={12} />
        <Skeleton height={320} radius={12} />
      </>
    );
  const asked = search.get('feature');
  const feature = isFeature(asked) ? asked : null;
  const wanted = feature ? planWith(feature)?.id : undefined;
  const { name, text } = planWords(account, plans, timeZone);
  return (
    <>
      <Card className={css.now} as="section" aria-label="Your plan">
        <div>
          <p className={metric.name}>Your plan</p>
          <p className={`${metric.value} ${css.name}`}>{name}</p>
          <p className="t-small">{text}</p>
        </div>
      </Card>
      <HowToChange feature={feature} email={account.contact_email} />
      <div className={css.head}>
        <h3 className="t-section">Plans</h3>
        <p className="t-small">Monthly, in US dollars.</p>
      </div>
      <ul className={css.plans} aria-label="Plans">
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

/** The account's plan, and what each plan includes; for account owners. `?feature=` marks the plan that brings it. */
export function PaymentSettings() {
  const { user } = useSession();
  return (
    <>
      <div className={settingsParts.head}>
        <h2 className="t-page">Payment and Billing</h2>
      </div>
      {user.roles.includes('account_owner') ? <Plans /> : <NeedPermission />}
    </>
  );
}

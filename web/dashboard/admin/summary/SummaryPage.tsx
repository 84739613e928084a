import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { AdminStats } from '#contracts/admin/admin.ts';
import { RangePicker } from '../../group/analytics/RangePicker.tsx';
import { useRange } from '../../group/analytics/use-range.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { Metric } from '../../kit/text/Metric.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { countryName, paymentState } from '../admin-words.ts';
import { adminProvider } from '../provider/admin-provider.ts';
import { Payments } from './Payments.tsx';
import { Shares } from './Shares.tsx';
import { SummaryDays } from './SummaryDays.tsx';
import css from './SummaryParts.module.css';

/** Of a whole installation a week says little. */
const usualDays = '30days';

const statsQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['admin', 'stats', from, to],
    queryFn: ({ signal }) => adminProvider.stats({ ts_start: from, ts_end: to }, signal),
    placeholderData: keepPreviousData,
  });

function Figures({ stats }: { stats: AdminStats }) {
  const { users, accounts, apps, instances, story_groups, stories } = stats;
  const cards = [
    {
      name: t(adminWords.users),
      value: users.total,
      aside: t(adminWords.accountCounts, {
        active: exactNumber(users.active),
        pending: exactNumber(users.pending),
        deleted: exactNumber(users.deleted),
      }),
    },
    {
      name: t(adminWords.accounts),
      value: accounts.total,
      aside: t(adminWords.premiumCount, { premium: exactNumber(accounts.premium) }),
    },
    { name: t(adminWords.apps), value: apps.total, aside: t(adminWords.instanceCount, { count: instances.total }) },
    {
      name: t(adminWords.storyGroups),
      value: story_groups.total,
      aside: t(adminWords.activeCount, { active: exactNumber(story_groups.active) }),
    },
    {
      name: t(adminWords.stories),
      value: stories.total,
      aside: t(adminWords.activeCount, { active: exactNumber(stories.active) }),
    },
  ];
  return (
    <div className={css.figures}>
      {cards.map(({ name, value, aside }) => (
        <Card key={name} as="section" aria-label={name}>
          <Metric label={name} value={value} aside={<div className="t-small num">{aside}</div>} />
        </Card>
      ))}
    </div>
  );
}

const storeNames: Record<string, string> = { ios: 'iOS', android: t(adminWords.android), web: t(adminWords.web) };

function Waiting() {
  return (
    <>
      <Loading label={t(adminWords.loadingSummary)} />
      <div className={css.figures}>
        {['a', 'b', 'c', 'd', 'e'].map((place) => (
          <Skeleton key={place} height={108} radius={12} />
        ))}
      </div>
      <Skeleton height={132} radius={12} />
      <Skeleton height={340} radius={12} />
      <div className={css.shares}>
        {['a', 'b', 'c'].map((place) => (
          <Skeleton key={place} height={220} radius={12} />
        ))}
      </div>
    </>
  );
}

/** The whole installation at a glance: how much there is, what it brings in, what came day by day, and of which kinds. */
export function Component() {
  const { range } = useRange(usualDays);
  const { data: stats, isError, isPlaceholderData, refetch } = useQuery(statsQuery(range.from, range.to));
  return (
    <AdminPage title={t(adminWords.summary)} utc>
      {stats ? (
        <>
          <Figures stats={stats} />
          <Payments payments={stats.payments} />
          <SummaryDays
            daily={stats.daily}
            stale={isPlaceholderData}
            picker={<RangePicker beside usual={usualDays} />}
          />
          <div className={css.shares}>
            <Shares
              title={t(adminWords.accountsByPlan)}
              counts={stats.accounts.by_payment_status}
              nameOf={(status) => paymentState(Number(status)).label}
              filter="payment_status"
              asked={Number}
            />
            <Shares
              title={t(adminWords.accountsByCountry)}
              counts={stats.accounts.by_country}
              nameOf={(code) => (code === '' ? t(adminWords.notSaid) : countryName(code))}
              filter="country"
            />
            <Shares
              title={t(adminWords.appsByStore)}
              counts={stats.apps.by_store_type}
              nameOf={(store) => storeNames[store] ?? store}
            />
          </div>
        </>
      ) : isError ? (
        <ErrorState
          title={t(adminWords.summaryDidNotLoad)}
          text={t(adminWords.didNotLoadText)}
          onRetry={() => refetch()}
        />
      ) : (
        <Waiting />
      )}
    </AdminPage>
  );
}

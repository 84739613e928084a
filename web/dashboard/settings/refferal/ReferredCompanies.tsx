import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Gift, Hourglass, Link2, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReferredCompany } from '#contracts/api/referral.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Avatar } from '../../kit/pictures/Avatar.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';
import { CopyText } from './CopyText.tsx';
import css from './ReferralSettings.module.css';
import { referredQuery } from './referred-query.ts';

const rewards = {
  earned: {
    kind: 'active',
    icon: <Gift aria-hidden />,
    label: referralWords.earned,
    text: referralWords.earnedText,
  },
  waiting: {
    kind: 'waiting',
    icon: <Hourglass aria-hidden />,
    label: referralWords.waiting,
    text: referralWords.waitingText,
  },
  none: {
    kind: 'inactive',
    icon: <Minus aria-hidden />,
    label: referralWords.noMonth,
    text: referralWords.noMonthText,
  },
} as const;

const columns: Column<ReferredCompany>[] = [
  {
    id: 'company',
    label: t(referralWords.company),
    render: ({ name }) => (
      <span className={css.company}>
        <Avatar name={name} id={null} size={28} />
        <span className="truncate" title={name}>
          {name}
        </span>
      </span>
    ),
  },
  {
    id: 'joined',
    label: t(referralWords.joined),
    width: 150,
    render: ({ day }) => <span className="num">{dateIn('UTC', Date.parse(day) / 1000)}</span>,
  },
  {
    id: 'reward',
    label: t(referralWords.reward),
    width: 150,
    render: ({ state }) => (
      <Tooltip text={t(rewards[state].text)}>
        <span>
          <Badge kind={rewards[state].kind} icon={rewards[state].icon}>
            {t(rewards[state].label)}
          </Badge>
        </span>
      </Tooltip>
    ),
  },
];

function CompaniesCard({ total, children }: { total?: number; children: ReactNode }) {
  return (
    <Card as="section" padded={false} className={css.came} aria-label={t(referralWords.came)}>
      <div className={css.cameHead}>
        <h3 className="t-card">{t(referralWords.came)}</h3>
        {total ? <span className="t-small num">{t(referralWords.companies, { count: total })}</span> : null}
      </div>
      {children}
    </Card>
  );
}

function Nobody() {
  const { account } = useSession();
  const { referral_link: link } = account;
  return (
    <EmptyState
      art={<Building2 size={28} aria-hidden />}
      title={t(referralWords.nobodyTitle)}
      text={t(referralWords.nobodyText)}
      action={link ? <CopyText text={link} label={t(referralWords.copyLink)} icon={Link2} /> : null}
    />
  );
}

/** The companies that signed up with the code. */
export function ReferredCompanies() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(referredQuery);
  if (!data)
    return (
      <CompaniesCard>
        {error ? (
          <ErrorState bare title={t(referralWords.didNotLoad)} onRetry={() => void refetch()} />
        ) : (
          <div className={css.wait}>
            <Loading label={t(referralWords.loading)} />
            <Skeleton height={132} radius={8} />
          </div>
        )}
      </CompaniesCard>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <CompaniesCard>
        <Nobody />
      </CompaniesCard>
    );
  // Two companies of one name may come on one day.
  const places = new Map(rows.map((row, place) => [row, place]));
  return (
    <CompaniesCard total={data.pages[0]!.total}>
      <Table caption={t(referralWords.came)} columns={columns} rows={rows} rowKey={(row) => String(places.get(row))} />
      {hasNextPage ? (
        <div className={css.more}>
          <Button size="small" variant="quiet" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(referralWords.showMore)}
          </Button>
        </div>
      ) : null}
    </CompaniesCard>
  );
}

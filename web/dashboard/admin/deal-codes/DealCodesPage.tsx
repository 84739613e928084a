import { useInfiniteQuery } from '@tanstack/react-query';
import { TicketPlus } from 'lucide-react';
import { useState } from 'react';
import type { DealBatch } from '#contracts/subscription/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { dealCodeWords } from '../../words/deal-codes.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { CodeTabs } from '../promo-codes/CodeTabs.tsx';
import { Timestamp } from '../Timestamp.tsx';
import css from './DealCodesPage.module.css';
import { dealBatchesQuery } from './deal-queries.ts';
import { MakeCodesDialog } from './MakeCodesDialog.tsx';

const columns: readonly Column<DealBatch>[] = [
  { id: 'made', label: t(dealCodeWords.made), render: ({ created }) => <Timestamp ts={created} /> },
  { id: 'by', label: t(dealCodeWords.madeBy), render: ({ made_by }) => made_by.name || '—' },
  { id: 'count', label: t(dealCodeWords.count), align: 'right', render: ({ count }) => exactNumber(count) },
  {
    id: 'redeemed',
    label: t(dealCodeWords.redeemed),
    align: 'right',
    render: ({ redeemed, count }) => t(dealCodeWords.redeemedOf, { redeemed, count }),
  },
];

function Batches() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(dealBatchesQuery);
  if (!data)
    return error ? (
      <ErrorState
        bare
        title={t(dealCodeWords.didNotLoad)}
        text={t(adminWords.didNotLoadText)}
        onRetry={() => void refetch()}
      />
    ) : (
      <>
        <Loading label={t(dealCodeWords.loading)} />
        <Skeleton height={132} radius={8} />
      </>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState
        art={<TicketPlus size={32} aria-hidden />}
        title={t(dealCodeWords.none)}
        text={t(dealCodeWords.noneText)}
      />
    );
  return (
    <>
      <Table caption={t(dealCodeWords.batches)} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {hasNextPage ? (
        <Button size="small" variant="quiet" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(dealCodeWords.showMore)}
        </Button>
      ) : null}
    </>
  );
}

/** The batches of deal codes that staff have made, and how many of each are redeemed. */
export function Component() {
  const [makes, setMakes] = useState(false);
  return (
    <AdminPage title={t(dealCodeWords.title)} utc>
      <CodeTabs />
      <div className={css.head}>
        <p className="t-small">{t(dealCodeWords.text)}</p>
        <Button size="toolbar" variant="primary" icon={<TicketPlus aria-hidden />} onClick={() => setMakes(true)}>
          {t(dealCodeWords.make)}
        </Button>
      </div>
      <Card as="section" padded={false} className={css.batches} aria-label={t(dealCodeWords.batches)}>
        <Batches />
      </Card>
      {makes ? <MakeCodesDialog onClose={() => setMakes(false)} /> : null}
    </AdminPage>
  );
}

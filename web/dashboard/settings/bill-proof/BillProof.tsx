import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ProofListRow } from '#contracts/billing-proof/rows.ts';
import { NeedPermission } from '../../gates/NeedPermission.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { Table } from '../../kit/table/Table.tsx';
import { daysIn, exactNumber } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';
import parts from '../SettingsParts.module.css';
import css from './BillProof.module.css';
import { provenPeriodsQuery } from './bill-proof-queries.ts';
import { PeriodProof } from './PeriodProof.tsx';
import { ProofUnread, ProofWaiting } from './ProofStates.tsx';

const daySeconds = 86_400;
const daysOf = ({ from, to }: Pick<ProofListRow, 'from' | 'to'>): string => daysIn('UTC', from, to - daySeconds);

function Periods({ rows, chosen }: { rows: readonly ProofListRow[]; chosen: ProofListRow }) {
  return (
    <Card padded={false} className={css.periods}>
      <Table
        caption={t(billProofWords.periods)}
        rows={rows}
        rowKey={({ period }) => period}
        selected={({ period }) => period === chosen.period}
        cards={false}
        columns={[
          {
            id: 'period',
            label: t(billProofWords.period),
            render: (row) => (
              <Link to={`?period=${row.period}`} aria-current={row === chosen ? 'true' : undefined}>
                {daysOf(row)}
              </Link>
            ),
          },
          {
            id: 'mau',
            label: t(billProofWords.mau),
            align: 'right',
            render: ({ mau }) => <span className="num">{exactNumber(mau)}</span>,
          },
        ]}
      />
    </Card>
  );
}

function Proofs() {
  const { data, isError, refetch } = useQuery(provenPeriodsQuery);
  const [search] = useSearchParams();
  const chosen = data?.find(({ period }) => period === search.get('period')) ?? data?.[0];
  if (isError) return <ProofUnread onRetry={refetch} />;
  if (!data) return <ProofWaiting />;
  if (!chosen)
    return (
      <EmptyState
        art={<ShieldCheck size={32} aria-hidden />}
        title={t(billProofWords.nothing)}
        text={t(billProofWords.nothingText)}
      />
    );
  return (
    <div className={css.root}>
      <Periods rows={data} chosen={chosen} />
      <PeriodProof key={chosen.period} period={chosen.period} days={daysOf(chosen)} />
    </div>
  );
}

/** What the bills of an account are counted from, and how to check them, by the period in the address. For account owners. */
export function BillProof() {
  const { may } = useSession();
  // On a phone the page is long, and whoever comes from another tab begins at its top.
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <>
      <header className={parts.head}>
        <div>
          <h2 className="t-page">{t(billProofWords.title)}</h2>
          <p className="t-small">{t(billProofWords.text)}</p>
        </div>
      </header>
      {may('bill.view') ? <Proofs /> : <NeedPermission />}
    </>
  );
}

import { Link } from 'react-router';
import type { AdminStats, FailedPayment } from '#contracts/admin/admin.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import { money } from '#contracts/subscription/money.ts';
import { Card } from '../../kit/Card.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { Metric } from '../../kit/text/Metric.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import fieldCss from '../FieldParts.module.css';
import { listAddress } from '../list/list-address.ts';
import { Timestamp } from '../Timestamp.tsx';
import css from './SummaryParts.module.css';

const columns: readonly Column<FailedPayment>[] = [
  {
    id: 'account',
    label: t(adminWords.account),
    render: ({ account_id, name }) => (
      <Link to={`/admin/accounts/${account_id}?tab=billing`} className={`${fieldCss.link} truncate`}>
        {name}
      </Link>
    ),
  },
  { id: 'amount', label: t(adminWords.unpaidAmount), align: 'right', render: ({ amount }) => money(amount) },
  { id: 'since', label: t(adminWords.unpaidSince), render: ({ ts_since }) => <Timestamp ts={ts_since} /> },
  {
    id: 'next',
    label: t(adminWords.nextTry),
    render: ({ ts_next }) => <span className="num">{ts_next === null ? '–' : dateIn('UTC', ts_next)}</span>,
  },
];

function Revenue({ monthly, accounts, failed }: AdminStats['payments']) {
  return (
    <Card as="section" aria-label={t(adminWords.monthlyRevenue)}>
      <Metric
        label={t(adminWords.monthlyRevenue)}
        value={monthly}
        text={money(monthly)}
        aside={
          <div className="t-small num">
            <p>{t(adminWords.payingAccounts, { count: accounts })}</p>
            {failed.monthly > 0 ? <p>{t(adminWords.revenueFailed, { amount: money(failed.monthly) })}</p> : null}
            <p className={css.basis}>{t(adminWords.revenueBasis)}</p>
          </div>
        }
      />
    </Card>
  );
}

function FailedPayments({ accounts, first }: AdminStats['payments']['failed']) {
  const label = t(adminWords.failedPayments);
  return (
    <Card as="section" padded={false} className={css.failed} aria-label={label}>
      <h2 className={`t-card ${css.failedTitle}`}>
        {label}
        <Badge kind={accounts > 0 ? 'danger' : 'neutral'}>{exactNumber(accounts)}</Badge>
      </h2>
      {accounts === 0 ? <p className={`t-small ${css.failedNote}`}>{t(adminWords.noFailedPayments)}</p> : null}
      {accounts > 0 ? <Table caption={label} columns={columns} rows={first} rowKey={(row) => row.account_id} /> : null}
      {accounts > first.length ? (
        <p className={`t-small ${css.failedNote}`}>
          {t(adminWords.firstShown, { count: first.length, total: accounts })}{' '}
          <Link to={listAddress('/admin/accounts', { payment_status: paymentStatus.failed })}>
            {t(adminWords.showAll)}
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

/** What subscriptions bring in a month, and whose payments failed. */
export function Payments({ payments }: { payments: AdminStats['payments'] }) {
  return (
    <div className={css.payments}>
      <Revenue {...payments} />
      <FailedPayments {...payments.failed} />
    </div>
  );
}

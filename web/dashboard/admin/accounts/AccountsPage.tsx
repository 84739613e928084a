import { useEffect } from 'react';
import { ListBase } from 'react-admin';
import { Link } from 'react-router';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { AppIcon } from '../../kit/Avatar.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Figure } from '../../kit/Metric.tsx';
import type { Column } from '../../kit/Table.tsx';
import { countryName, paymentState } from '../admin-words.ts';
import { keptRows } from '../list/kept-rows.ts';
import { ListBar } from '../list/ListBar.tsx';
import { ListTable } from '../list/ListTable.tsx';
import { accountFilters } from '../list/list-filters.ts';
import { Timestamp } from '../Timestamp.tsx';

type Total = 'total_users' | 'total_apps' | 'total_story_groups' | 'total_stories';
const total = (id: Total, label: string): Column<AdminAccountRow> => ({
  id,
  label,
  align: 'right',
  sortable: true,
  render: (account) => <Figure value={account[id]} />,
});

const columns: readonly Column<AdminAccountRow>[] = [
  {
    id: 'name',
    label: 'Account',
    sortable: true,
    render: (account) => (
      <Link to={`/admin/accounts/${account.id}`} className="admin-name admin-link">
        <AppIcon title={account.name} seed={account.id} size={28} />
        <span className="truncate">{account.name}</span>
      </Link>
    ),
  },
  {
    id: 'owner_email',
    label: 'Owner',
    sortable: true,
    render: ({ owner }) =>
      owner ? (
        <span className="admin-two">
          <span className="truncate">{owner.name || owner.email}</span>
          <span className="t-caption truncate">{owner.email}</span>
        </span>
      ) : (
        <span className="admin-none">–</span>
      ),
  },
  {
    id: 'payment_status',
    label: 'Plan',
    sortable: true,
    render: ({ payment_status }) => (
      <Badge kind={paymentState(payment_status).kind}>{paymentState(payment_status).label}</Badge>
    ),
  },
  { id: 'country', label: 'Country', sortable: true, render: ({ country }) => countryName(country) },
  total('total_users', 'Users'),
  total('total_apps', 'Apps'),
  total('total_story_groups', 'Groups'),
  total('total_stories', 'Stories'),
  { id: 'ts_created', label: 'Created', sortable: true, render: ({ ts_created }) => <Timestamp ts={ts_created} /> },
];

const newestFirst = { field: 'ts_created', order: 'DESC' } as const;

/** All accounts of the installation: filtered, sorted, in pages, and as CSV. */
export function Component() {
  useEffect(() => {
    document.title = 'Accounts · Storyrail Admin';
  }, []);
  return (
    <div className="admin-page">
      <header className="admin-head">
        <h1>Accounts</h1>
        <Badge kind="neutral">UTC</Badge>
      </header>
      <ListBase resource="accounts" perPage={keptRows('accounts')} sort={newestFirst}>
        <ListBar resource="accounts" name="accounts" fields={accountFilters} />
        <ListTable name="accounts" columns={columns} />
      </ListBase>
    </div>
  );
}

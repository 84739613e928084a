import { Crown, LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ShowBase, useGetManyReference, useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router';
import type { AdminAccountRow, AdminUserRow } from '#contracts/admin/admin.ts';
import { ApiError } from '../../api/error.ts';
import { Component as NotFound } from '../../auth/NotFoundPage.tsx';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { AppIcon } from '../../kit/Avatar.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { dateIn, plural } from '../../kit/format.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Loading, Skeleton } from '../../kit/Skeleton.tsx';
import { Table } from '../../kit/Table.tsx';
import { paymentState } from '../admin-words.ts';
import { LoginAsDialog } from '../users/LoginAsDialog.tsx';
import { peopleColumns } from '../users/user-columns.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { AccountOverview } from './AccountOverview.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';

const tabs = ['overview', 'people', 'history'] as const;
type Tab = (typeof tabs)[number];

function Head({ account }: { account: AdminAccountRow }) {
  const [open, setOpen] = useState<'premium' | 'login' | null>(null);
  const { owner } = account;
  const state = paymentState(account.payment_status);
  return (
    <header className="admin-account-head">
      <nav className="admin-crumbs t-small" aria-label="Where this is">
        <Link to="/admin/accounts">Accounts</Link>
        <span aria-hidden />
        {account.name}
      </nav>
      <AppIcon title={account.name} seed={account.id} size={44} />
      <div className="admin-account-name">
        <h1>
          <span>{account.name}</span>
          <Badge kind={state.kind}>{state.label}</Badge>
        </h1>
        <p className="t-small">
          {plural(account.total_apps, 'app')}, {plural(account.total_instances, 'instance')},{' '}
          {plural(account.total_story_groups, 'group')}, {plural(account.total_stories, 'story', 'stories')}, since{' '}
          {dateIn('UTC', account.ts_created)}
        </p>
      </div>
      <div className="admin-account-acts">
        <Button icon={<Crown aria-hidden />} onClick={() => setOpen('premium')}>
          {account.premium ? 'End premium' : 'Set Premium'}
        </Button>
        <Button
          icon={<LogIn aria-hidden />}
          disabledReason={owner ? undefined : 'Nobody owns this account.'}
          onClick={() => setOpen('login')}
        >
          Login as a user
        </Button>
      </div>
      <PremiumDialog account={account} open={open === 'premium'} onClose={() => setOpen(null)} />
      <LoginAsDialog
        person={open === 'login' && owner ? { id: owner.id, name: owner.name || owner.email } : null}
        onClose={() => setOpen(null)}
      />
    </header>
  );
}

function People({ people }: { people: AdminUserRow[] }) {
  return (
    <Card as="section" padded={false} className="admin-list" aria-label="People">
      <div className="admin-table">
        <Table caption="People" columns={peopleColumns} rows={people} rowKey={(user) => user.id} />
      </div>
    </Card>
  );
}

function Waiting() {
  return (
    <div className="admin-page">
      <Loading label="Loading the account" />
      <div className="admin-account-head" aria-hidden>
        <Skeleton width={44} height={44} radius={10} />
        <span className="admin-account-name">
          <Skeleton width={220} height={24} />
          <Skeleton width={320} height={12} style={{ marginTop: 10 }} />
        </span>
      </div>
      <Skeleton height={36} width={300} />
      <Skeleton height={320} radius={12} />
    </div>
  );
}

function Account() {
  const { record: account, error, refetch } = useShowContext<AdminAccountRow>();
  const { search, set } = useGroupSearch();
  const people = useGetManyReference<AdminUserRow>(
    'users',
    {
      target: 'account_id',
      id: account?.id,
      pagination: { page: 1, perPage: 1000 },
      sort: { field: 'ts_registration', order: 'ASC' },
      filter: {},
    },
    { enabled: account !== undefined },
  );
  useEffect(() => {
    document.title = `${account?.name ?? 'Account'} · Storyrail Admin`;
  }, [account?.name]);
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NotFound />;
  if (!account) return error ? <ErrorState title="The account did not load" onRetry={() => refetch()} /> : <Waiting />;
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'history';
  return (
    <div className="admin-page">
      <Head account={account} />
      <SegmentedControl<Tab>
        label="Part of the account"
        value={tab}
        options={[
          { value: 'history', label: 'History' },
          { value: 'people', label: 'People', count: people.total },
          { value: 'overview', label: 'Plan and features' },
        ]}
        onChange={(next) => set({ tab: next === 'history' ? null : next, entry: null })}
      />
      {tab === 'overview' ? <AccountOverview account={account} /> : null}
      {tab === 'people' ? (
        people.error ? (
          <ErrorState title="The people did not load" onRetry={() => people.refetch()} />
        ) : people.data ? (
          <People people={people.data} />
        ) : (
          <Skeleton height={220} radius={12} />
        )
      ) : null}
      {tab === 'history' ? <AccountHistory account={account} people={people.data ?? []} /> : null}
    </div>
  );
}

// What went wrong stands where the account would be; nobody is sent away from the address.
const stay = { onError: () => undefined };

/** One account: its history, its people, its plan and what staff has switched on for it. */
export function Component() {
  const { id } = useParams();
  return (
    <ShowBase key={id} queryOptions={stay} redirectOnError={false} disableAuthentication>
      <Account />
    </ShowBase>
  );
}

import { Crown, LogIn } from 'lucide-react';
import { useState } from 'react';
import { ReferenceManyField, Show, useGetManyReference, useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router';
import type { AdminAccountRow, AdminUserRow } from '#contracts/admin/admin.ts';
import { ApiError } from '../../api/error.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { staffBillingWords } from '../../words/staff-billing.en.ts';
import { t } from '../../words/t.ts';
import { AdminNotFound } from '../AdminNotFound.tsx';
import pageCss from '../AdminPage.module.css';
import { useAdminTitle } from '../AdminPage.tsx';
import { paymentState } from '../admin-words.ts';
import { BillingTab } from '../billing/BillingTab.tsx';
import { MomentField, PersonField, RolesField, StateField } from '../fields.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { LoginAsDialog } from '../users/LoginAsDialog.tsx';
import { UserActions } from '../users/UserActions.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { AccountOverview } from './AccountOverview.tsx';
import css from './AccountParts.module.css';
import { OwnerCard } from './OwnerCard.tsx';
import { PremiumDialog } from './PremiumDialog.tsx';

const tabs = ['overview', 'people', 'billing', 'history'] as const;
type Tab = (typeof tabs)[number];

function Head({ account }: { account: AdminAccountRow }) {
  const [open, setOpen] = useState<'premium' | 'login' | null>(null);
  const { owner } = account;
  const state = paymentState(account.payment_status);
  return (
    <header className={css.head}>
      <nav className={`${css.crumbs} t-small`} aria-label={t(adminWords.breadcrumb)}>
        <Link to="/admin/accounts">{t(adminWords.accounts)}</Link>
        <span aria-hidden />
        {account.name}
      </nav>
      <AppIcon title={account.name} seed={account.id} size={44} />
      <div className={css.name}>
        <h1>
          <span>{account.name}</span>
          <Badge kind={state.kind}>{state.label}</Badge>
        </h1>
        <p className="t-small">
          {t(adminWords.accountHoldings, {
            count: account.total_apps,
            instances: account.total_instances,
            groups: account.total_story_groups,
            stories: account.total_stories,
            created: dateIn('UTC', account.ts_created),
          })}
        </p>
      </div>
      <div className={css.acts}>
        <Button icon={<Crown aria-hidden />} onClick={() => setOpen('premium')}>
          {account.premium ? t(adminWords.endPremium) : t(adminWords.setPremium)}
        </Button>
        <Button
          icon={<LogIn aria-hidden />}
          disabledReason={owner ? undefined : t(adminWords.loginAsNoOwner)}
          onClick={() => setOpen('login')}
        >
          {t(adminWords.loginAsUser)}
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

const everybody = {
  target: 'account_id',
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'ts_registration', order: 'ASC' },
} as const;

function People() {
  return (
    <Card as="section" padded={false} className={css.people} aria-label={t(adminWords.people)}>
      <ReferenceManyField<AdminAccountRow, AdminUserRow>
        reference="users"
        target={everybody.target}
        perPage={everybody.pagination.perPage}
        sort={everybody.sort}
      >
        <AdminTable<AdminUserRow> label={t(adminWords.listOfPeople)}>
          <ListColumn source="email" label={t(adminWords.user)} field={PersonField} />
          <ListColumn source="type" label={t(adminWords.role)} field={RolesField} />
          <ListColumn source="state" label={t(adminWords.state)} field={StateField} />
          <ListColumn source="ts_registration" label={t(adminWords.registered)} field={MomentField} />
          <ListColumn source="ts_login" label={t(adminWords.lastLogin)} field={MomentField} />
          <ListColumn<AdminUserRow>
            label={t(adminWords.actions)}
            head={false}
            align="right"
            render={(user) => <UserActions user={user} inAccount />}
          />
        </AdminTable>
      </ReferenceManyField>
    </Card>
  );
}

function Waiting() {
  return (
    <div className={pageCss.page}>
      <h1 className="visually-hidden">{t(adminWords.account)}</h1>
      <Loading label={t(adminWords.loadingAccount)} />
      <div className={css.head} aria-hidden>
        <Skeleton width={44} height={44} radius={10} />
        <span className={css.name}>
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
    { ...everybody, id: account?.id, filter: {} },
    { enabled: account !== undefined },
  );
  useAdminTitle(account?.name ?? t(adminWords.account));
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <AdminNotFound />;
  if (!account)
    return error ? <ErrorState title={t(adminWords.accountDidNotLoad)} onRetry={() => refetch()} /> : <Waiting />;
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'history';
  return (
    <div className={pageCss.page}>
      <Head account={account} />
      <OwnerCard account={account} people={people.data ?? []} />
      <div className={css.tabs}>
        <SegmentedControl<Tab>
          label={t(adminWords.accountTabs)}
          value={tab}
          options={[
            { value: 'history', label: t(adminWords.history) },
            { value: 'people', label: t(adminWords.people), count: account.total_users },
            { value: 'billing', label: t(staffBillingWords.title) },
            { value: 'overview', label: t(adminWords.planAndFeatures) },
          ]}
          onChange={(next) => set({ tab: next === 'history' ? null : next, entry: null })}
        />
      </div>
      {tab === 'overview' ? <AccountOverview /> : null}
      {tab === 'people' ? <People /> : null}
      {tab === 'billing' ? <BillingTab account={account} /> : null}
      {tab === 'history' ? <AccountHistory account={account} people={people.data ?? []} /> : null}
    </div>
  );
}

// What went wrong stands where the account would be; nobody is sent away from the address.
const stay = { onError: () => undefined };

/** One account: its history, its people, what it pays, its plan and what staff has switched on for it. */
export function Component() {
  const { id } = useParams();
  return (
    <Show key={id} queryOptions={stay} title={false} actions={false} component="div" disableAuthentication>
      <Account />
    </Show>
  );
}

import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { AppIcon } from '../../kit/Avatar.tsx';
import { AdminPage } from '../AdminPage.tsx';
import css from '../fields.module.css';
import { CountryField, FigureField, MomentField, PlanField } from '../fields.tsx';
import { AdminList } from '../list/AdminList.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { accountFilters } from '../list/list-filters.ts';

const newestFirst = { field: 'ts_created', order: 'DESC' } as const;

function NameField() {
  const account = useRecordContext<AdminAccountRow>();
  if (!account) return null;
  return (
    <Link
      to={`/admin/accounts/${account.id}`}
      className={`${css.name} ${css.link}`}
      onClick={(event) => event.stopPropagation()}
    >
      <AppIcon title={account.name} seed={account.id} size={28} />
      <span className="truncate">{account.name}</span>
    </Link>
  );
}

function OwnerField() {
  const owner = useRecordContext<AdminAccountRow>()?.owner;
  if (!owner) return <span className={css.none}>–</span>;
  return (
    <span className={css.two}>
      <span className="truncate">{owner.name || owner.email}</span>
      <span className="t-caption truncate">{owner.email}</span>
    </span>
  );
}

/** All accounts of the installation: filtered, sorted, in pages, and as CSV; a row leads to its account. */
export function Component() {
  return (
    <AdminPage title="Accounts" utc>
      <AdminList<AdminAccountRow> name="accounts" fields={accountFilters} sort={newestFirst}>
        <AdminTable<AdminAccountRow> name="accounts" widthsName="admin.accounts" rowClick="edit">
          <ListColumn source="name" label="Account" field={NameField} />
          <ListColumn source="owner_email" label="Owner" field={OwnerField} />
          <ListColumn source="payment_status" label="Plan" field={PlanField} />
          <ListColumn source="country" label="Country" field={CountryField} />
          <ListColumn source="total_users" label="Users" align="right" field={FigureField} />
          <ListColumn source="total_apps" label="Apps" align="right" field={FigureField} />
          <ListColumn source="total_story_groups" label="Groups" align="right" field={FigureField} />
          <ListColumn source="total_stories" label="Stories" align="right" field={FigureField} />
          <ListColumn source="ts_created" label="Created" field={MomentField} last />
        </AdminTable>
      </AdminList>
    </AdminPage>
  );
}

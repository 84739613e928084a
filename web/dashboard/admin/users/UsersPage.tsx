import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { AdminPage } from '../AdminPage.tsx';
import css from '../fields.module.css';
import { FigureField, MomentField, PersonField, PlanField, RolesField, StateField } from '../fields.tsx';
import { AdminList } from '../list/AdminList.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { userFilters } from '../list/list-filters.ts';
import { UserActions } from './UserActions.tsx';

const newestFirst = { field: 'ts_registration', order: 'DESC' } as const;

function AccountField() {
  const user = useRecordContext<AdminUserRow>();
  if (!user) return null;
  return (
    <Link to={`/admin/accounts/${user.account_id}`} className={`${css.link} truncate`} data-short>
      {user.company_name}
    </Link>
  );
}

/** All users of the installation: filtered, sorted, in pages, as CSV, and what staff can do with each. */
export function Component() {
  return (
    <AdminPage title="Users" utc>
      <AdminList<AdminUserRow> name="users" fields={userFilters} sort={newestFirst}>
        <AdminTable<AdminUserRow> name="users" widthsName="admin.users">
          <ListColumn source="email" label="User" field={PersonField} />
          <ListColumn source="company_name" label="Account" field={AccountField} />
          <ListColumn source="type" label="Role" field={RolesField} />
          <ListColumn source="state" label="State" field={StateField} />
          <ListColumn source="payment_status" label="Plan" field={PlanField} />
          <ListColumn source="total_apps" label="Apps" align="right" field={FigureField} />
          <ListColumn source="total_story_groups" label="Groups" align="right" field={FigureField} />
          <ListColumn source="total_stories" label="Stories" align="right" field={FigureField} />
          <ListColumn source="ts_registration" label="Registered" field={MomentField} />
          <ListColumn source="ts_login" label="Last login" field={MomentField} />
          <ListColumn<AdminUserRow>
            label="Actions"
            head={false}
            last
            align="right"
            render={(user) => <UserActions user={user} />}
          />
        </AdminTable>
      </AdminList>
    </AdminPage>
  );
}

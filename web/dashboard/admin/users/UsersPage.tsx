import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import css from '../FieldParts.module.css';
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
    <AdminPage title={t(adminWords.users)} utc>
      <AdminList<AdminUserRow> name="users" fields={userFilters} sort={newestFirst}>
        <AdminTable<AdminUserRow> label={t(adminWords.listOfUsers)} widthsName="admin.users">
          <ListColumn source="email" label={t(adminWords.user)} field={PersonField} />
          <ListColumn source="company_name" label={t(adminWords.account)} field={AccountField} />
          <ListColumn source="type" label={t(adminWords.role)} field={RolesField} />
          <ListColumn source="state" label={t(adminWords.state)} field={StateField} />
          <ListColumn source="payment_status" label={t(adminWords.plan)} field={PlanField} />
          <ListColumn source="total_apps" label={t(adminWords.apps)} align="right" field={FigureField} />
          <ListColumn source="total_story_groups" label={t(adminWords.groups)} align="right" field={FigureField} />
          <ListColumn source="total_stories" label={t(adminWords.stories)} align="right" field={FigureField} />
          <ListColumn source="ts_registration" label={t(adminWords.registered)} field={MomentField} />
          <ListColumn source="ts_login" label={t(adminWords.lastLogin)} field={MomentField} />
          <ListColumn<AdminUserRow>
            label={t(adminWords.actions)}
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

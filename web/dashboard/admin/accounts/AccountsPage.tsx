import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import type { AdminAccountRow } from '#contracts/admin/admin.ts';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import css from '../FieldParts.module.css';
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
    <AdminPage title={t(adminWords.accounts)} utc>
      <AdminList<AdminAccountRow> name="accounts" fields={accountFilters} sort={newestFirst}>
        <AdminTable<AdminAccountRow> label={t(adminWords.listOfAccounts)} widthsName="admin.accounts" rowClick="edit">
          <ListColumn source="name" label={t(adminWords.account)} field={NameField} />
          <ListColumn source="owner_email" label={t(adminWords.owner)} field={OwnerField} />
          <ListColumn source="payment_status" label={t(adminWords.plan)} field={PlanField} />
          <ListColumn source="country" label={t(adminWords.country)} field={CountryField} />
          <ListColumn source="total_users" label={t(adminWords.users)} align="right" field={FigureField} />
          <ListColumn source="total_apps" label={t(adminWords.apps)} align="right" field={FigureField} />
          <ListColumn source="total_story_groups" label={t(adminWords.groups)} align="right" field={FigureField} />
          <ListColumn source="total_stories" label={t(adminWords.stories)} align="right" field={FigureField} />
          <ListColumn source="ts_created" label={t(adminWords.created)} field={MomentField} last />
        </AdminTable>
      </AdminList>
    </AdminPage>
  );
}

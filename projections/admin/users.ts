import type { Profile } from '#contracts/account/events.ts';
import type { AdminUserFilter, AdminUserQuery, AdminUserRow } from '#contracts/admin/admin.ts';
import { acts, isMobile, type Permissions, roles } from '#contracts/api/roles.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { userStatus } from '#contracts/user/status.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { anyCase } from '../any-case.ts';
import { addFields, type Conditions, conditions, findIds, inOrder, orderBy } from '../list-query.ts';
import { paymentStatusSql, personalValue, seenBy, totals } from './totals.ts';

// A column that a query does not use costs nothing: Postgres leaves its subquery out.
const rows = `
  select m.id, m.account_id, m.permissions, m.ts_registration, m.ts_verification,
         ${personalValue('m.email_ref')} as email,
         ${personalValue('m.firstname_ref')} as firstname,
         ${personalValue('m.lastname_ref')} as lastname,
         a.name as company_name, a.country, a.employee_size, a.profile,
         case when m.staff then 2 else 1 end as type,
         case when m.phase in ('member', 'invited') then ${userStatus.active} else ${userStatus.deleted} end as status,
         case when m.phase not in ('member', 'invited') then 'deleted' when m.verified then 'active' else 'pending' end as state,
         (m.phase = 'invited')::int as invited,
         m.verified::int as verified,
         m.disabled::int as disabled,
         a.premium::int as premium,
         ${paymentStatusSql('a', '$1')} as payment_status,
         (select floor(extract(epoch from max(s.created_at)))::bigint from session s
           where s.user_id = m.id and s.staff_id is null) as ts_login,
         (select o.ip from session s join request_origin o on o.request_id = s.request_id
           where s.user_id = m.id and s.staff_id is null order by s.created_at desc limit 1) as login_ip,
         (select o.ip from event e join request_origin o on o.request_id = e.request_id
           where e.stream = concat('user-', m.id) and e.type in ('UserRegistered', 'InvitationAccepted')
           order by e.version limit 1) as registration_ip,
         ${totals('m.account_id', { apps: seenBy(acts['app.view']), groups: seenBy(acts['storyGroup.view']) })}
    from member m join account a on a.id = m.account_id`;

interface Stored extends Omit<AdminUserRow, 'roles' | 'settings' | 'profile'> {
  permissions: Permissions;
  profile: Profile;
}

const toRow = ({ permissions, profile, ...row }: Stored): AdminUserRow => {
  const { app_id, store_type, already_created } = profile;
  return {
    ...row,
    roles: roles.filter((role) => permissions[role]),
    settings: { is_mobile: isMobile(permissions) },
    profile: { app_id, store_type, already_created },
  };
};

// Those who need nothing come last, those who are gone first.
const stateOrder = `array_position(array['deleted', 'pending', 'active'], state)`;

const fields = {
  texts: ['email', 'firstname', 'lastname', 'company_name'],
  exact: [
    'country',
    'employee_size',
    'account_id',
    'type',
    'payment_status',
    'premium',
    'status',
    'verified',
    'disabled',
    'state',
  ],
  numbers: ['ts_registration', 'ts_login', 'total_apps', 'total_story_groups', 'total_stories'],
} as const;

const wanted = (filter: AdminUserFilter, now: UnixSeconds): Conditions => {
  const where = conditions([now]);
  where.add('id = any(?::uuid[])', filter.id && [filter.id].flat());
  const names = `concat_ws(' ', email, firstname, lastname, company_name)`;
  where.add(`strpos(${anyCase(names)}, ${anyCase('?')}) > 0`, filter.q);
  where.add('jsonb_exists(permissions, ?)', filter.role);
  where.add(`profile ->> 'store_type' = ?`, filter.store_type);
  where.add(`(profile -> 'already_created')::boolean = ?`, filter.already_created);
  addFields(where, filter, fields);
  return where;
};

/** The ids of a page of all users of the installation, newest first unless sorted, and how many there are. `now` is unix seconds. */
export const findUsers = async (
  { db }: Pick<Kernel, 'db'>,
  { filter = {}, sort = ['ts_registration', 'DESC'] }: Pick<AdminUserQuery, 'filter' | 'sort'>,
  page: Page,
  now: UnixSeconds,
): Promise<{ ids: string[]; total: number }> => {
  // The clock stands first in every statement, also where a column that needs it is left out.
  const every = `${rows} where $1::bigint is not null`;
  const [column, direction] = sort;
  const order = orderBy(fields.texts, [column === 'state' ? stateOrder : column, direction]);
  return findIds(db.pool, every, wanted(filter, now), order, page);
};

/** Users by id, in that order, with their account's facts; those that do not exist are left out. `now` is unix seconds. */
export const readUsers = async (
  { db }: Pick<Kernel, 'db'>,
  ids: readonly string[],
  now: UnixSeconds,
): Promise<AdminUserRow[]> => {
  const found = await db.pool.query<Stored>(`select * from (${rows}) as every where id = any($2::uuid[])`, [now, ids]);
  return inOrder(ids, found.rows).map(toRow);
};

/** The columns of the users' CSV. */
export const userColumns: Record<string, (row: AdminUserRow) => unknown> = {
  id: (row) => row.id,
  email: (row) => row.email,
  firstname: (row) => row.firstname,
  lastname: (row) => row.lastname,
  company_name: (row) => row.company_name,
  country: (row) => row.country,
  employee_size: (row) => row.employee_size,
  type: (row) => row.type,
  roles: (row) => row.roles.join(' '),
  account_id: (row) => row.account_id,
  payment_status: (row) => row.payment_status,
  status: (row) => row.status,
  verified: (row) => row.verified,
  disabled: (row) => row.disabled,
  app_id: (row) => row.profile.app_id,
  store_type: (row) => row.profile.store_type,
  already_created: (row) => row.profile.already_created,
  ts_registration: (row) => row.ts_registration,
  ts_login: (row) => row.ts_login,
  total_apps: (row) => row.total_apps,
  total_story_groups: (row) => row.total_story_groups,
  total_stories: (row) => row.total_stories,
};

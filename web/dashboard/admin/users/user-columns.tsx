import { Shield } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Figure } from '../../kit/Metric.tsx';
import css from '../../kit/Table.module.css';
import type { Column } from '../../kit/Table.tsx';
import { t } from '../../words/t.ts';
import { paymentState, personName, userStateWords } from '../admin-words.ts';
import { Timestamp } from '../Timestamp.tsx';
import { UserActions } from './UserActions.tsx';

const person: Column<AdminUserRow> = {
  id: 'email',
  label: 'User',
  sortable: true,
  render: (user) => (
    <span className="admin-name">
      <Avatar name={personName(user)} />
      <span className="admin-two">
        <span className={`${css.name} truncate`}>{personName(user)}</span>
        {personName(user) === user.email ? null : <span className="t-caption truncate">{user.email}</span>}
      </span>
    </span>
  ),
};

const role: Column<AdminUserRow> = {
  id: 'type',
  label: 'Role',
  sortable: true,
  render: (user) => (
    <span className="admin-roles">
      {user.type === 2 ? (
        <Badge kind="waiting" icon={<Shield aria-hidden />}>
          Staff
        </Badge>
      ) : null}
      <span>
        {user.roles.map((one) => t(roleWords[one])).join(', ')}
        {user.settings.is_mobile ? ', mobile' : ''}
      </span>
    </span>
  ),
};

const state: Column<AdminUserRow> = {
  id: 'state',
  label: 'State',
  sortable: true,
  render: ({ state }) => <Badge kind={userStateWords[state].kind}>{userStateWords[state].label}</Badge>,
};

const login: Column<AdminUserRow> = {
  id: 'ts_login',
  label: 'Last login',
  sortable: true,
  render: (user) => <Timestamp ts={user.ts_login} />,
};
const registration: Column<AdminUserRow> = {
  id: 'ts_registration',
  label: 'Registered',
  sortable: true,
  render: (user) => <Timestamp ts={user.ts_registration} />,
};

const total = (id: 'total_apps' | 'total_story_groups' | 'total_stories', label: string): Column<AdminUserRow> => ({
  id,
  label,
  align: 'right',
  sortable: true,
  render: (user) => <Figure value={user[id]} />,
});

const actions = (inAccount: boolean): Column<AdminUserRow> => ({
  id: 'actions',
  label: 'Actions',
  head: false,
  align: 'right',
  width: 52,
  render: (user) => <UserActions user={user} inAccount={inAccount} />,
});

/** The columns of the table of all users. */
export const userTableColumns: readonly Column<AdminUserRow>[] = [
  person,
  {
    id: 'company_name',
    label: 'Account',
    sortable: true,
    render: (user) => (
      <Link to={`/admin/accounts/${user.account_id}`} className="admin-link truncate">
        {user.company_name}
      </Link>
    ),
  },
  role,
  state,
  {
    id: 'payment_status',
    label: 'Plan',
    sortable: true,
    render: ({ payment_status }) => (
      <Badge kind={paymentState(payment_status).kind}>{paymentState(payment_status).label}</Badge>
    ),
  },
  total('total_apps', 'Apps'),
  total('total_story_groups', 'Groups'),
  total('total_stories', 'Stories'),
  registration,
  login,
  actions(false),
];

/** The columns of the table of an account's people. */
export const peopleColumns: readonly Column<AdminUserRow>[] = [person, role, state, registration, login, actions(true)];

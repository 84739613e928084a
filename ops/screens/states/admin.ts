import { demoAccount } from '#kernel/http/demo-account.ts';
import { type Area, emptied, failing, holdBack, inTurn, press, type State } from '../state.ts';

const account = `/admin/accounts/${demoAccount}`;
const userMenu = press('Actions for Emil Strand');

const states: readonly State[] = [
  { name: 'summary', path: '/admin' },
  { name: 'not-found', path: '/admin/no-such-page' },
  { name: 'summary-stories', path: '/admin', reach: press('New stories', 'radio'), part: 'page' },
  { name: 'summary-loading', path: '/admin', answers: holdBack('**/api/admin/stats*') },
  { name: 'summary-failed', path: '/admin', answers: failing('**/api/admin/stats*') },
  { name: 'users', path: '/admin/users' },
  { name: 'users-none', path: '/admin/users', answers: emptied('**/api/admin/user*') },
  { name: 'users-loading', path: '/admin/users', answers: holdBack('**/api/admin/user*') },
  { name: 'users-failed', path: '/admin/users', answers: failing('**/api/admin/user*') },
  { name: 'users-filters', path: '/admin/users', reach: press('Filters') },
  { name: 'users-menu', path: '/admin/users', reach: userMenu },
  {
    name: 'users-login-as',
    path: '/admin/users',
    reach: inTurn(userMenu, press('Login as a user', 'menuitem')),
  },
  { name: 'accounts', path: '/admin/accounts' },
  { name: 'accounts-filters', path: '/admin/accounts', reach: press('Filters') },
  { name: 'account', path: account, part: 'screen' },
  { name: 'account-people', path: `${account}?tab=people` },
  { name: 'account-plan', path: `${account}?tab=overview` },
  { name: 'account-premium', path: account, reach: press('Set Premium') },
  { name: 'account-loading', path: account, answers: holdBack('**/api/admin/account/**') },
  { name: 'account-unknown', path: '/admin/accounts/0190a000-0000-7000-8000-000000000000' },
  { name: 'history', path: '/admin/history', part: 'screen' },
  { name: 'events', path: '/admin/events' },
  { name: 'events-found', path: `/admin/events?find=${demoAccount}` },
  { name: 'events-none', path: '/admin/events?find=0190a000-0000-7000-8000-000000000000' },
  { name: 'events-stream', path: `/admin/events?stream=account-${demoAccount}&version=2` },
  { name: 'health', path: '/admin/health' },
  { name: 'health-rebuild', path: '/admin/health', reach: press('Rebuild history') },
  { name: 'colours', path: '/admin', reach: press('Theme') },
];

/** The area of staff. */
export const adminStates: Area = { area: 'admin', as: 'staff', states };

import type { AccountRow } from '#contracts/account/rows.ts';
import { mayRefer } from '#contracts/api/plans.ts';
import type { UserRow } from '#contracts/user/rows.ts';

/** The settings by the last part of their address, in their order. */
export type SettingsTab = 'account' | 'user' | 'apps' | 'payment' | 'team-management' | 'test-devices' | 'refferal';

const rolesOf: readonly [SettingsTab, readonly string[]][] = [
  ['account', ['account_owner']],
  ['user', ['account_owner', 'app_owner', 'story_creator']],
  ['apps', ['account_owner', 'app_owner']],
  ['payment', ['account_owner', 'app_owner', 'story_creator']],
  ['team-management', ['account_owner', 'app_owner', 'story_creator']],
  ['test-devices', ['account_owner', 'app_owner']],
  // Spelled as its address is.
  ['refferal', ['account_owner', 'app_owner']],
];

type Paying = Pick<AccountRow, 'premium' | 'payment_status'>;

/** Whether an account has a tab at all: a premium one has nothing to pay, and one that is tried out refers nobody. */
export const hasTab = (account: Paying, tab: SettingsTab): boolean => {
  if (tab === 'payment') return account.premium !== 1;
  return tab !== 'refferal' || mayRefer(account);
};

/** The settings that are open to a person; a broadcaster has none. */
export const settingsTabs = (user: Pick<UserRow, 'roles'>, account: Paying): SettingsTab[] =>
  rolesOf
    .filter(([tab, roles]) => hasTab(account, tab) && user.roles.some((one) => roles.includes(one)))
    .map(([tab]) => tab);

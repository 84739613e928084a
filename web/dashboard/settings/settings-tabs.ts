import type { AccountRow } from '#contracts/account/rows.ts';
import type { UserRow } from '#contracts/user/rows.ts';

/** The settings by the last part of their address, in their order. */
export type SettingsTab = 'account' | 'user' | 'apps' | 'payment' | 'team-management' | 'test-devices';

const rolesOf: readonly [SettingsTab, readonly string[]][] = [
  ['account', ['account_owner']],
  ['user', ['account_owner', 'app_owner', 'story_creator']],
  ['apps', ['account_owner', 'app_owner']],
  ['payment', ['account_owner', 'app_owner', 'story_creator']],
  ['team-management', ['account_owner', 'app_owner', 'story_creator']],
  ['test-devices', ['account_owner', 'app_owner']],
];

/** The settings that are open to a person; a broadcaster has none, and a premium account nothing to pay. */
export const settingsTabs = (user: Pick<UserRow, 'roles'>, account: Pick<AccountRow, 'premium'>): SettingsTab[] =>
  rolesOf
    .filter(
      ([tab, roles]) => (tab !== 'payment' || account.premium !== 1) && user.roles.some((one) => roles.includes(one)),
    )
    .map(([tab]) => tab);

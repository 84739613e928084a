import { type Act, acts, may, type Permissions } from '#contracts/api/roles.ts';
import type { UserRow } from '#contracts/user/rows.ts';

/** What of a signed-in person says what they may do. */
type Holder = Pick<UserRow, 'type' | 'roles' | 'permissions' | 'login_as'>;

/** What somebody wants to do: an act of the contracts is a resource and an action, on an app where it names one. */
export interface Asked {
  resource: string;
  action: string;
  record?: { app_id?: string } | undefined;
}

const staffLists = ['users', 'accounts', 'promo-codes', 'sdk-releases'] as const;
/** A list of the admin area: react-admin shows it to staff alone, and a list that is not named here to nobody. */
export type StaffList = (typeof staffLists)[number];
const staffReads: readonly string[] = ['list', 'show', 'edit', 'export'];

/** The roles that a person holds, for the account and by app. */
export function permissionsOf({ roles, permissions }: Pick<Holder, 'roles' | 'permissions'>): Permissions {
  const held: Permissions = {};
  if (roles.includes('account_owner')) held.account_owner = [];
  for (const { app_id, role } of permissions) held[role] = [...(held[role] ?? []), app_id];
  return held;
}

/** Whether somebody is staff as themselves: only they see the admin area. */
export function isStaff({ type, login_as }: Pick<Holder, 'type' | 'login_as'>): boolean {
  return type === 2 && !login_as;
}

/** Whether somebody is staff and nothing else: they have no account to look at. */
export function isOnlyStaff({ type, roles }: Pick<Holder, 'type' | 'roles'>): boolean {
  return type === 2 && roles.length === 0;
}

/** Whether a person may do something for the account or for any app. */
export function mayAnywhere(holder: Pick<Holder, 'roles' | 'permissions'>, act: Act): boolean {
  const held = permissionsOf(holder);
  return may(held, act) || holder.permissions.some(({ app_id }) => may(held, act, app_id));
}

/** Whether a person broadcasts and does nothing else: no page but the help is for them. */
export function isBroadcaster({ roles }: Pick<Holder, 'roles'>): boolean {
  return roles.length > 0 && roles.every((role) => role === 'brodcaster');
}

/** Whether a person may do something: the lists of the admin area are for staff, everything else is for roles. */
export function hasAccess(user: Holder, { resource, action, record }: Asked): boolean {
  if (staffLists.some((list) => list === resource)) return isStaff(user) && staffReads.includes(action);
  const act = `${resource}.${action}`;
  return act in acts && may(permissionsOf(user), act as Act, record?.app_id);
}

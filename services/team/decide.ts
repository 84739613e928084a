import { isDeepStrictEqual } from 'node:util';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { invitableRoles, type Permissions, type Role, roleFor, roles, visibleApps } from '#contracts/api/roles.ts';
import type { UserEvent } from '#contracts/user/events.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { InviteUsers } from '#contracts/user/team-commands.ts';
import { userWords } from '#contracts/words/user.en.ts';

/** What an invitation gives: the role on the wire, spelled as it is held. */
export interface InvitedRoles {
  permissions: Permissions;
  is_mobile: boolean;
}

/** The permissions that an invitation gives; a mobile story creator is a broadcaster. Roles below owner need an app. */
export const invitedRoles = ({ role, is_mobile, apps }: Omit<InviteUsers, 'emails'>): InvitedRoles => {
  const held: Role = role === 'story_creator' && is_mobile ? 'brodcaster' : role;
  if (held === 'account_owner') return { permissions: { account_owner: [] }, is_mobile: false };
  const chosen = [...new Set(apps)];
  if (chosen.length === 0) throw invalidField('apps', userWords.noApp);
  return { permissions: { [held]: chosen }, is_mobile: held === 'brodcaster' };
};

/** Refuses to let somebody give roles that are not theirs to give, on apps that they do not see. */
export const requireMayGrant = (inviter: Permissions, given: Permissions): void => {
  const seen = visibleApps(inviter);
  for (const [role, apps] of Object.entries(given) as [Role, string[]][]) {
    if (seen !== null && apps.some((app) => !seen.includes(app))) throw new Refusal('NotFound');
    const own = apps.length === 0 ? [roleFor(inviter)] : apps.map((app) => roleFor(inviter, app));
    if (own.some((held) => held === null || !invitableRoles[held].includes(role)))
      throw new Refusal('PermissionDenied');
  }
};

/**
 * The permissions as they are kept: an owner holds nothing else, every other role has an app, and an app stands once,
 * under the strongest role that it was given.
 */
export const cleanPermissions = (wanted: Permissions): Permissions => {
  if (wanted.account_owner) return { account_owner: [] };
  const held = roles.filter((role) => wanted[role]);
  if (held.length === 0 || held.some((role) => wanted[role]!.length === 0))
    throw invalidField('permissions', userWords.noApp);
  const kept = held.map((role) => [role, [...new Set(wanted[role])].filter((app) => roleFor(wanted, app) === role)]);
  return Object.fromEntries(kept.filter(([, apps]) => apps!.length > 0));
};

/** Permissions without those in some apps; a role of which no app is left is left out. */
export const withoutApps = (held: Permissions, apps: readonly string[]): Permissions => {
  const rest = Object.entries(held).map(([role, own]) => [role, own.filter((app) => !apps.includes(app))] as const);
  return Object.fromEntries(rest.filter(([role, own]) => role === 'account_owner' || own.length > 0));
};

/** Whether somebody becomes a broadcaster of an app; what was held before stays without the feature, too. */
export const makesBroadcaster = (held: Permissions, wanted: Permissions): boolean =>
  (wanted.brodcaster ?? []).some((app) => !held.brodcaster?.includes(app));

/** Who holds the invited address already, if anybody, or is invited by it. */
export interface AddressHolder {
  account_id: string;
  phase: 'invited' | 'member' | 'cancelled' | 'ended';
}

/** What can be asked of somebody's place in a team, with the facts that it depends on. `seats` -1: no limit. */
export type TeamCommand =
  | { type: 'Invite'; account_id: string; email_ref: string; given: InvitedRoles }
  | { type: 'CancelInvitation' }
  | { type: 'ResendInvitation'; user_id: string | undefined }
  | { type: 'Remove'; by: string; owners: number }
  | { type: 'Leave'; owners: number }
  | { type: 'ChangePermissions'; permissions: Permissions; by: string; owners: number };

/** Refuses one more than the seats; `taken` counts members and the invitations that can still be accepted. */
export const requireFreeSeat = (seats: number, taken: number): void => {
  if (seats !== -1 && taken >= seats) throw new Refusal('SeatLimitReached');
};

/**
 * Refuses an invitation of who is in the team or invited to it already, or beyond the seats. What the address is to other
 * accounts is not told.
 */
export const requireSeat = (account_id: string, holder: AddressHolder | null, seats: number, taken: number): void => {
  if (holder?.account_id === account_id)
    throw new Refusal(holder.phase === 'invited' ? 'InvitationPending' : 'AlreadyInTeam');
  requireFreeSeat(seats, taken);
};

/** Decides what a command does to a user's place in the team. */
export const decideTeam = (command: TeamCommand, user: UserState): UserEvent[] => {
  switch (command.type) {
    case 'Invite': {
      const { account_id, email_ref, given } = command;
      return [{ type: 'InvitationSent', data: { account_id, email_ref, ...given } }];
    }
    case 'CancelInvitation':
      if (user.phase !== 'invited') throw new Refusal('NotFound');
      return [{ type: 'InvitationCancelled', data: {} }];
    case 'ResendInvitation': {
      const { user_id = user.id } = command;
      if (user.phase !== 'invited' || user_id !== user.id) throw new Refusal('NotFound');
      return [{ type: 'InvitationResent', data: {} }];
    }
    case 'Remove':
    case 'Leave': {
      if (user.phase !== 'member') throw new Refusal('NotFound');
      if (command.type === 'Remove' && user.id === command.by)
        throw new Refusal('PermissionDenied', userWords.ownRemoval);
      if (user.staff) throw new Refusal('PermissionDenied', userWords.staffRemoval);
      if (user.permissions.account_owner && command.owners <= 1) throw new Refusal('LastOwner');
      return [{ type: command.type === 'Leave' ? 'UserLeft' : 'UserRemoved', data: {} }];
    }
    case 'ChangePermissions': {
      const { permissions, by, owners } = command;
      if (user.phase !== 'member' && user.phase !== 'invited') throw new Refusal('NotFound');
      if (user.id === by) throw new Refusal('PermissionDenied', userWords.ownRole);
      const lastOwner =
        user.phase === 'member' && user.permissions.account_owner && !permissions.account_owner && owners <= 1;
      if (lastOwner) throw new Refusal('LastOwner');
      return isDeepStrictEqual(permissions, user.permissions)
        ? []
        : [{ type: 'UserPermissionsChanged', data: { permissions } }];
    }
  }
};

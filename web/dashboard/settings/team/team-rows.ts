import { type Permissions, type Role, roles } from '#contracts/api/roles.ts';
import { holdsSeat } from '#contracts/user/invitation.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { userStatus } from '#contracts/user/status.ts';
import { permissionsOf } from '../../shell/session/access.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';

/** How somebody stands in the team. */
export type TeamStatus = 'active' | 'pending' | 'deleted';
/** Which rows of the team are shown. */
export type TeamFilter = 'everyone' | TeamStatus;

export const teamFilters: readonly TeamFilter[] = ['everyone', 'active', 'pending', 'deleted'];

/** Deleted, or Active once their email is verified; everybody else is Pending. */
export const statusOf = ({ status, verified }: Pick<TeamMemberRow, 'status' | 'verified'>): TeamStatus => {
  if (status === userStatus.deleted) return 'deleted';
  return verified === 1 ? 'active' : 'pending';
};

/** What somebody is called: by name, else by email. */
export const memberName = ({
  firstname,
  lastname,
  email,
}: Pick<TeamMemberRow, 'firstname' | 'lastname' | 'email'>): string =>
  `${firstname} ${lastname}`.trim() || email || t(teamWords.erased);

const isIn = (row: TeamMemberRow, filter: TeamFilter): boolean =>
  filter === 'everyone' ? statusOf(row) !== 'deleted' : statusOf(row) === filter;

/** How many rows each filter leaves; everyone is all but the deleted. */
export const countTeam = (rows: readonly TeamMemberRow[]): Record<TeamFilter, number> => {
  const count = (filter: TeamFilter) => rows.filter((row) => isIn(row, filter)).length;
  return {
    everyone: count('everyone'),
    active: count('active'),
    pending: count('pending'),
    deleted: count('deleted'),
  };
};

/** The rows of a filter whose name or email has the text in it. */
export const findInTeam = (rows: readonly TeamMemberRow[], filter: TeamFilter, find: string): TeamMemberRow[] => {
  const text = find.trim().toLocaleLowerCase();
  return rows.filter(
    (row) => isIn(row, filter) && `${memberName(row)} ${row.email}`.toLocaleLowerCase().includes(text),
  );
};

/** The seats of an account: how many members and open invitations take, and how many there are, -1 without a limit. */
export interface TeamSeats {
  members: number;
  invitations: number;
  limit: number;
}

/** Who takes a seat: an invitation only while it can be accepted. `now` is unix seconds. */
export const seatsOf = (rows: readonly TeamMemberRow[], limit: number, now = Date.now() / 1000): TeamSeats => {
  const there = rows.filter((row) => statusOf(row) !== 'deleted');
  const members = there.filter(({ invited }) => !invited).length;
  const open = there.filter(({ invited, ts_invitation_end }) => invited && holdsSeat(ts_invitation_end, now));
  return { members, invitations: open.length, limit };
};

/** A piece of what is drawn of the seats: its first seat, how it stands, and how many seats it is for. */
export interface SeatPiece {
  id: number;
  taken: 'member' | 'invitation' | undefined;
  seats: number;
}

/** So many seats have a piece each; more are drawn as one bar. */
const drawnEach = 20;

/** What is drawn of limited seats: a piece for each, or, where they are many, of a bar one for each way that they stand. */
export const seatPieces = ({ members, invitations, limit }: TeamSeats): { bar: boolean; pieces: SeatPiece[] } => {
  const used = members + invitations;
  if (limit > drawnEach) {
    const all: SeatPiece[] = [
      { id: 0, taken: 'member', seats: members },
      { id: members, taken: 'invitation', seats: invitations },
      { id: used, taken: undefined, seats: Math.max(0, limit - used) },
    ];
    return { bar: true, pieces: all.filter(({ seats }) => seats > 0) };
  }
  const taken = (at: number) => (at < members ? 'member' : at < used ? 'invitation' : undefined);
  return { bar: false, pieces: Array.from({ length: limit }, (_, id) => ({ id, taken: taken(id), seats: 1 })) };
};

/** How many seats are free; null without a limit. */
export const freeSeats = ({ members, invitations, limit }: TeamSeats): number | null =>
  limit < 0 ? null : Math.max(0, limit - members - invitations);

/**
 * Whether somebody is the last owner of the account: who is invited to own it does not yet, and beside an owner who can sign
 * in only others who can count.
 */
export const isLastOwner = (rows: readonly TeamMemberRow[], userId: string): boolean => {
  const owners = rows.filter(
    (row) => statusOf(row) !== 'deleted' && !row.invited && row.roles.includes('account_owner'),
  );
  const own = owners.find(({ id }) => id === userId);
  return own !== undefined && owners.every((one) => one === own || (own.can_sign_in && !one.can_sign_in));
};

/** The roles that somebody holds, the strongest first, each with its apps. */
export const heldByRole = (row: TeamMemberRow): { role: Role; apps: string[] }[] => {
  const held: Permissions = permissionsOf(row);
  return roles.flatMap((role) => (held[role] ? [{ role, apps: held[role] }] : []));
};

/** The role that somebody holds in an app; null without one. */
export const heldIn = (row: TeamMemberRow, appId: string): Role | null =>
  row.permissions.find(({ app_id }) => app_id === appId)?.role ?? null;

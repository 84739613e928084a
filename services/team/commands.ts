import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { entitlement } from '#contracts/api/plans.ts';
import { type Act, may, type Permissions } from '#contracts/api/roles.ts';
import { toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { type Principal, requireFeature } from '#kernel/auth/principal.ts';
import { canSignIn } from '#kernel/commands/can-sign-in.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { AccountFacts, UserFacts } from '#kernel/commands/facts.ts';
import { load, requireUnchanged, save } from '#kernel/commands/streams.ts';
import { claim, releaseClaimsOf } from '#kernel/db/claims.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { countUse, mailLimit, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { emailKey, holderOf, invitationIn, invitationKey } from '#kernel/sessions/email.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import {
  cleanPermissions,
  decideTeam,
  type InvitedRoles,
  makesBroadcaster,
  requireFreeSeat,
  requireMayGrant,
  requireSeat,
  withoutApps,
} from './decide.ts';

interface Team {
  account: AccountFacts;
  /** The caller as the locked account has them now. */
  caller: Principal;
}

/** Locks the account, so that changes of its team follow one another, and reads the caller again behind the lock. */
export const lockTeam = async (trx: CommandTrx, principal: Principal, act?: Act): Promise<Team> => {
  const { facts } = trx.kernel;
  const account = await facts.account(trx, principal.account_id, 'update');
  const caller = await facts.principal(trx, principal.session_id);
  if (!account || !caller) throw new Refusal('Unauthorized');
  if (act && !may(caller.permissions, act)) throw new Refusal('PermissionDenied');
  return { account, caller };
};

/** Locks the apps of permissions until the command is through; answers those that the account does not have (any more). */
const findMissingApps = async (trx: CommandTrx, accountId: string, permissions: Permissions): Promise<string[]> => {
  const named = [...new Set(Object.values(permissions).flat())];
  const living = new Set(named.length ? await trx.kernel.facts.heldApps(trx, accountId, named) : []);
  return named.filter((app) => !living.has(app)).sort();
};

const requireApps = async (trx: CommandTrx, accountId: string, permissions: Permissions): Promise<void> => {
  if ((await findMissingApps(trx, accountId, permissions)).length > 0) throw new Refusal('NotFound');
};

/**
 * Counts an invitation of an account: LIMIT_INVITATIONS an hour, five times that a day. Revoking gives none back, since
 * its mail has gone out. Refuses with TooManyRequests.
 */
const countInvitation = async (trx: CommandTrx, accountId: string): Promise<void> => {
  const { kernel, context } = trx;
  const max = kernel.config.LIMIT_INVITATIONS;
  const hour = { scope: 'invitation', key: accountId, max, seconds: 3600 };
  const day = { scope: 'invitation_day', key: accountId, max: max * 5, seconds: 86_400 };
  for (const limit of [hour, day])
    requireWithinLimit(await countUse(trx, limit, context.now), userWords.tooManyInvitations);
};

const countInvitationMail = async (trx: CommandTrx, email: string): Promise<void> => {
  const { kernel, context } = trx;
  const limit = mailLimit(kernel.config.LIMIT_MAILS, 'invitation', emailKey(kernel, email));
  requireWithinLimit(await countUse(trx, limit, context.now));
};

/** Mails an invitation. Only the mail knows whether the address has a user: whoever invites is answered alike. */
const mailInvitation = (trx: CommandTrx, eventId: string, user_id: string, holder: UserFacts | null) =>
  enqueueEffect(trx, eventId, 'mail', {
    template: holder?.phase === 'member' && holder.verified ? 'join_registered' : 'invitation',
    user_id,
  });

/** The seats of an account and how they are taken. */
const seatsOf = async (trx: CommandTrx, account: AccountFacts) => {
  const now = toSeconds(trx.context.now);
  return { seats: entitlement(account, now).seats, ...(await trx.kernel.facts.takenSeats(trx, account.id, now)) };
};

/** Ends an invitation: its links lead nowhere, and its address can be invited again. */
const endInvitation = async (trx: CommandTrx, id: string): Promise<void> => {
  const user = await load<UserState>(trx, `user-${id}`);
  await save(trx, user, decideTeam({ type: 'CancelInvitation' }, user.state));
  await releaseClaimsOf(trx, 'invitation', id);
  await endLinks(trx, id, ['invitation'], trx.context.now);
};

/** Invites one address; answers the new user's id. An earlier invitation of it whose link has ended gives way. */
export const inviteMember = async (trx: CommandTrx, principal: Principal, email: string, given: InvitedRoles) => {
  const { kernel, context } = trx;
  const { account, caller } = await lockTeam(trx, principal, 'team.view');
  requireFeature(caller, 'team_structure', context.now);
  requireMayGrant(caller.permissions, given.permissions);
  if (makesBroadcaster({}, given.permissions)) requireFeature(caller, 'ivod', context.now);
  await requireApps(trx, account.id, given.permissions);
  await countInvitation(trx, account.id);
  const userId = uuidv7();
  const holderId = await holderOf(trx, kernel, email);
  // Asked even of nobody, so that the time of the answer does not tell whether the address has a user.
  const holder = await kernel.facts.user(trx, holderId ?? userId);
  const invitedId = await invitationIn(trx, kernel, account.id, email);
  const { seats, taken, over } = await seatsOf(trx, account);
  const isOver = invitedId !== null && over.has(invitedId);
  if (isOver) await endInvitation(trx, invitedId);
  const pending = invitedId === null || isOver ? null : await kernel.facts.user(trx, invitedId);
  requireSeat(account.id, pending ?? holder, seats, taken);
  if (!(await claim(trx, 'invitation', invitationKey(kernel, account.id, email), userId)))
    throw new Refusal('InvitationPending');
  await countInvitationMail(trx, email);
  const email_ref = await storePersonal(trx, userId, 'email', email);
  const user = await load<UserState>(trx, `user-${userId}`);
  const events = decideTeam({ type: 'Invite', account_id: account.id, email_ref, given }, user.state);
  const { recorded } = await save(trx, user, events);
  await mailInvitation(trx, recorded[0]!.meta.event_id, userId, holder);
  return { status: 201, data: { user_id: userId } };
};

/**
 * How many members own an account, as counts for one who may stop owning it: of an owner who can sign in only those who can,
 * too, so that somebody is left who can do what owners do.
 */
export const countOwners = async (trx: CommandTrx, accountId: string, userId: string): Promise<number> => {
  const team = await trx.kernel.facts.team(trx, accountId);
  const owners = team.filter((one) => one.phase === 'member' && one.permissions.account_owner);
  const able = owners.filter(canSignIn);
  return (able.some(({ id }) => id === userId) ? able : owners).length;
};

/** The member of an account who holds an address, or else its open invitation there. */
const memberOf = async (trx: CommandTrx, accountId: string, email: string): Promise<UserFacts> => {
  const { kernel } = trx;
  for (const userId of [await holderOf(trx, kernel, email), await invitationIn(trx, kernel, accountId, email)]) {
    const user = userId === null ? null : await kernel.facts.user(trx, userId);
    if (user?.account_id === accountId) return user;
  }
  throw new Refusal('NotFound');
};

/** Revokes an open invitation. */
export const revokeInvitation = async (trx: CommandTrx, principal: Principal, email: string) => {
  const { account } = await lockTeam(trx, principal, 'team.manage');
  const id = await invitationIn(trx, trx.kernel, account.id, email);
  if (id === null) throw new Refusal('NotFound');
  await endInvitation(trx, id);
  return { status: 200, data: { user_id: id }, message: userWords.invitationRevoked };
};

/** Mails an open invitation once more: the earlier link ends. Counts as an invitation, and one that was over takes a seat. */
export const resendInvitation = async (
  trx: CommandTrx,
  principal: Principal,
  { email, user_id }: { email: string; user_id?: string | undefined },
) => {
  const { kernel, context } = trx;
  const { account } = await lockTeam(trx, principal, 'team.manage');
  const id = await invitationIn(trx, kernel, account.id, email);
  if (id === null) throw new Refusal('NotFound');
  const { seats, taken, over } = await seatsOf(trx, account);
  if (over.has(id)) requireFreeSeat(seats, taken);
  await countInvitation(trx, account.id);
  await countInvitationMail(trx, email);
  const user = await load<UserState>(trx, `user-${id}`);
  const { recorded } = await save(trx, user, decideTeam({ type: 'ResendInvitation', user_id }, user.state));
  await endLinks(trx, id, ['invitation'], context.now);
  const holderId = await holderOf(trx, kernel, email);
  const holder = await kernel.facts.user(trx, holderId ?? id);
  await mailInvitation(trx, recorded[0]!.meta.event_id, id, holder);
  return { status: 200, data: { user_id: id }, message: userWords.invitationResent };
};

/**
 * Gives a member or invited person other permissions; every process looks at them again. A role that they held in an app
 * that was deleted since is left out. With `ifMatch` only if nobody changed them since that version.
 */
export const changePermissions = async (
  trx: CommandTrx,
  principal: Principal,
  email: string,
  wanted: Permissions,
  ifMatch: number | null,
) => {
  const asked = cleanPermissions(wanted);
  const { account, caller } = await lockTeam(trx, principal, 'team.manage');
  const missing = await findMissingApps(trx, account.id, asked);
  const { id } = await memberOf(trx, account.id, email);
  const owners = await countOwners(trx, account.id, id);
  const user = await load<UserState>(trx, `user-${id}`);
  await requireUnchanged(trx, user.stream, ifMatch, ({ type }) => type === 'UserPermissionsChanged');
  const held = Object.values(user.state.permissions).flat();
  if (missing.some((app) => !held.includes(app))) throw new Refusal('NotFound');
  const permissions = cleanPermissions(withoutApps(asked, missing));
  if (makesBroadcaster(user.state.permissions, permissions)) requireFeature(caller, 'ivod', trx.context.now);
  await save(trx, user, decideTeam({ type: 'ChangePermissions', permissions, by: caller.user_id, owners }, user.state));
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return { status: 200, data: { user_id: id }, message: userWords.permissionsChanged };
};

import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { OwnerProposal } from '#contracts/account/owner-events.ts';
import type { AccountState } from '#contracts/account/state.ts';
import type { AnswerProposal, ownerAnswer, ProposeOwner } from '#contracts/admin/owner.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { canSignIn } from '#kernel/commands/can-sign-in.ts';
import { type CommandAnswer, type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim, claimedBy } from '#kernel/db/claims.ts';
import { readPersonal, storePersonal } from '#kernel/db/personal.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { holderOf, invitationIn, invitationKey } from '#kernel/sessions/email.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { currentStaff } from '../current-staff.ts';
import { decideOwner, decideOwnership, openProposal, requireOwnerGone } from './decide.ts';

type Answered = CommandAnswer<z.infer<typeof ownerAnswer>>;

/** Locks an account, so that what its team is stays so; who asks is read again behind the lock. */
const lockAccount = async (plain: CommandTrx, principal: Principal, accountId: string) => {
  const { facts } = plain.kernel;
  const found = await facts.account(plain, accountId, 'update');
  const staff = await currentStaff(plain, principal);
  // The account of those who are staff and nothing else never has an owner.
  if (!found || (await claimedBy(plain, 'staff_account', 'staff')) === accountId) throw new Refusal('NotFound');
  const trx = withContext(plain, { account_id: accountId });
  const account = await load<AccountState>(trx, `account-${accountId}`);
  const team = await facts.team(trx, accountId);
  return { trx, account, team, by: staff.user_id, now: toSeconds(trx.context.now) };
};

type Proposed = Pick<OwnerProposal, 'user_id' | 'invited' | 'email_ref'>;

const aMember = (team: readonly UserFacts[], userId: string): Proposed => {
  const found = team.find((one) => one.id === userId);
  if (!found) throw new Refusal('NotFound');
  if (!canSignIn(found)) throw invalidField('user_id', staffWords.ownerCantSignIn);
  return { user_id: userId, invited: false, email_ref: found.email_ref! };
};

/** Refuses while somebody of the account can sign in: nobody from outside is invited to own it then. */
const requireNobodyLeft = (team: readonly UserFacts[]): void => {
  if (team.some(canSignIn)) throw new Refusal('MembersLeft');
};

/** Who will be invited by an address: the person of an open invitation, or somebody new. */
const anAddress = async (trx: CommandTrx, accountId: string, team: readonly UserFacts[], email: string) => {
  requireNobodyLeft(team);
  const holder = await holderOf(trx, trx.kernel, email);
  if (team.some(({ id }) => id === holder)) throw invalidField('email', staffWords.ownerCantSignIn);
  const user_id = (await invitationIn(trx, trx.kernel, accountId, email)) ?? uuidv7();
  return { user_id, invited: true, email_ref: await storePersonal(trx, user_id, 'email', email) };
};

/** Proposes who is to own an account that has no owner who can sign in. */
export const proposeOwner = async (plain: CommandTrx, principal: Principal, given: ProposeOwner): Promise<Answered> => {
  const { account_id, user_id, email, reason } = given;
  if ((user_id === undefined) === (email === undefined)) throw invalidField('user_id', staffWords.ownerOrAddress);
  const { trx, account, team, by, now } = await lockAccount(plain, principal, account_id);
  requireOwnerGone(team);
  const whom = user_id === undefined ? await anAddress(trx, account_id, team, email!) : aMember(team, user_id);
  const id = uuidv7();
  const proposal = { id, ...whom, reason_ref: await storePersonal(trx, whom.user_id, 'reason', reason) };
  const { version } = await save(trx, account, decideOwner({ type: 'Propose', by, proposal }, account.state, now));
  return { status: 201, data: { account_id, proposal_id: id, version }, message: staffWords.ownerProposed };
};

/** Makes the proposed person the owner: by their role, or by an invitation to it. */
const makeOwner = async (trx: CommandTrx, accountId: string, { user_id, email_ref }: Proposed): Promise<boolean> => {
  const user = await load<UserState>(trx, `user-${user_id}`);
  const events = decideOwnership(accountId, email_ref, user.state);
  if (!events) throw new Refusal('NotFound');
  const isNew = user.state.phase === 'none';
  const email = (await readPersonal(trx, [email_ref]))(email_ref);
  if (isNew && !(await claim(trx, 'invitation', invitationKey(trx.kernel, accountId, email), user_id)))
    throw new Refusal('InvitationPending');
  await save(trx, user, events);
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return user.state.phase !== 'member';
};

const mailInvitation = async (trx: CommandTrx, eventId: string, { user_id, email_ref }: Proposed): Promise<void> => {
  const { kernel, context } = trx;
  await endLinks(trx, user_id, ['invitation'], context.now);
  const holderId = await holderOf(trx, kernel, (await readPersonal(trx, [email_ref]))(email_ref));
  const holder = holderId === null ? null : await kernel.facts.user(trx, holderId);
  const template = holder?.phase === 'member' && holder.verified ? 'join_registered' : 'invitation';
  await enqueueEffect(trx, eventId, 'mail', { template, user_id });
};

/** A second member of staff agrees: the person becomes the owner, and everybody of the account is told by mail. */
export const agreeToOwner = async (
  plain: CommandTrx,
  principal: Principal,
  given: AnswerProposal,
): Promise<Answered> => {
  const { account_id, proposal_id, reason } = given;
  const { trx, account, team, by, now } = await lockAccount(plain, principal, account_id);
  const proposal = openProposal(account.state, proposal_id, now);
  const { user_id, invited } = proposal;
  const reason_ref = await storePersonal(trx, user_id, 'reason', reason);
  const events = decideOwner({ type: 'Agree', by, proposal_id, reason_ref }, account.state, now);
  requireOwnerGone(team);
  if (invited) requireNobodyLeft(team);
  else aMember(team, user_id);
  const { recorded, version } = await save(trx, account, events);
  const { event_id } = recorded[0]!.meta;
  const wasInvited = await makeOwner(trx, account_id, proposal);
  if (wasInvited) await mailInvitation(trx, event_id, proposal);
  await enqueueEffect(trx, event_id, 'owner_notice', { account_id, invited: wasInvited });
  const message = wasInvited ? staffWords.ownerInvited : staffWords.ownerAgreed;
  return { status: 200, data: { account_id, proposal_id, version }, message };
};

/** Turns a proposal down. */
export const turnOwnerDown = async (
  plain: CommandTrx,
  principal: Principal,
  given: AnswerProposal,
): Promise<Answered> => {
  const { account_id, proposal_id, reason } = given;
  const { trx, account, by, now } = await lockAccount(plain, principal, account_id);
  const { user_id } = openProposal(account.state, proposal_id, now);
  const reason_ref = await storePersonal(trx, user_id, 'reason', reason);
  const events = decideOwner({ type: 'TurnDown', by, proposal_id, reason_ref }, account.state, now);
  const { version } = await save(trx, account, events);
  return { status: 200, data: { account_id, proposal_id, version }, message: staffWords.ownerTurnedDown };
};

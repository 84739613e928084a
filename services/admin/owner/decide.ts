import type { AccountEvent } from '#contracts/account/events.ts';
import type { OwnerProposal } from '#contracts/account/owner-events.ts';
import type { AccountState } from '#contracts/account/state.ts';
import { proposalSeconds } from '#contracts/admin/owner.ts';
import { Refusal } from '#contracts/api/errors.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { UserEvent } from '#contracts/user/events.ts';
import type { UserState } from '#contracts/user/state.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { canSignIn } from '#kernel/commands/can-sign-in.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';

/** Refuses while an account has an owner who can sign in: who owns it is theirs to say. */
export const requireOwnerGone = (team: readonly UserFacts[]): void => {
  if (team.some((one) => one.permissions.account_owner && canSignIn(one))) throw new Refusal('OwnerPresent');
};

/** What staff can ask about the owner of an account; `by` is who of them asks. */
export type OwnerCommand =
  | { type: 'Propose'; by: string; proposal: Omit<OwnerProposal, 'staff_id' | 'ts_expires'> }
  | { type: 'Agree' | 'TurnDown'; by: string; proposal_id: string; reason_ref: string };

/** The proposal of an account that waits for its answer. Refuses with ProposalClosed. */
export const openProposal = (account: AccountState, proposalId: string, now: UnixSeconds): OwnerProposal => {
  const proposal = account.owner_proposal;
  if (!account.exists) throw new Refusal('NotFound');
  if (proposal?.id !== proposalId || proposal.ts_expires <= now) throw new Refusal('ProposalClosed');
  return proposal;
};

/**
 * Decides what staff do about the owner of an account. Of two who agree the second is another one than the first, and
 * neither is the person; whoever proposed may turn it down themself.
 */
export const decideOwner = (command: OwnerCommand, account: AccountState, now: UnixSeconds): AccountEvent[] => {
  const { by } = command;
  if (command.type === 'Propose') {
    const { id: proposal_id, ...proposal } = command.proposal;
    if (!account.exists) throw new Refusal('NotFound');
    if (account.owner_proposal && account.owner_proposal.ts_expires > now) throw new Refusal('ProposalOpen');
    if (proposal.user_id === by) throw new Refusal('PermissionDenied', staffWords.ownerIsYou);
    const ts_expires = now + proposalSeconds;
    return [{ type: 'OwnerProposed', data: { proposal_id, staff_id: by, ...proposal, ts_expires } }];
  }
  const { proposal_id, reason_ref } = command;
  const { email_ref, user_id, staff_id } = openProposal(account, proposal_id, now);
  if (command.type === 'TurnDown')
    return [{ type: 'OwnerProposalTurnedDown', data: { proposal_id, email_ref, reason_ref } }];
  if (staff_id === by) throw new Refusal('SecondStaffNeeded');
  if (user_id === by) throw new Refusal('PermissionDenied', staffWords.ownerIsYou);
  return [{ type: 'OwnerProposalAgreed', data: { proposal_id, user_id, email_ref, reason_ref } }];
};

/** What makes somebody an owner by the events that every change of a role has; null when they are not there any more. */
export const decideOwnership = (account_id: string, email_ref: string, user: UserState): UserEvent[] | null => {
  const permissions = { account_owner: [] };
  switch (user.phase) {
    case 'none':
      return [{ type: 'InvitationSent', data: { account_id, email_ref, permissions, is_mobile: false } }];
    case 'member':
    case 'invited':
      return user.permissions.account_owner ? [] : [{ type: 'UserPermissionsChanged', data: { permissions } }];
    default:
      return null;
  }
};

import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';

/**
 * What a person does to their second factors and staff to how they get in, one event of each kind; the references are those
 * of a number and a reason.
 */
export const factorEventsOf = (passkey_id: string, phone_ref: string, reason_ref: string): StoryrailEvent[] => [
  { type: 'UserTotpEnabled', data: {} },
  { type: 'UserPasskeyAdded', data: { passkey_id } },
  { type: 'UserRecoveryCodesMade', data: {} },
  { type: 'UserPhoneChanged', data: { from_ref: null, to_ref: phone_ref } },
  { type: 'UserPasskeyRenamed', data: { passkey_id } },
  { type: 'UserPasskeyRemoved', data: { passkey_id } },
  { type: 'UserTotpRemoved', data: {} },
  { type: 'UserFactorsReset', data: { reason_ref } },
  { type: 'UserSessionsEnded', data: { reason_ref } },
  { type: 'UserDisabled', data: { reason_ref } },
  { type: 'UserEnabled', data: { reason_ref } },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
  { type: 'UserSocialUnlinked', data: { provider: 'google' } },
];

/** How staff propose an owner, turn them down, and agree to them: one event of each kind. */
export const ownerEventsOf = (user_id: string, email_ref: string, reason_ref: string): StoryrailEvent[] => {
  const proposal_id = uuidv7();
  const proposed = { proposal_id, staff_id: uuidv7(), user_id, invited: false, email_ref, reason_ref };
  const proposal = { type: 'OwnerProposed', data: { ...proposed, ts_expires: 1_900_000_000 } } as const;
  const told = { proposal_id, email_ref, reason_ref };
  return [
    proposal,
    { type: 'OwnerProposalTurnedDown', data: told },
    proposal,
    { type: 'OwnerProposalAgreed', data: { ...told, user_id } },
  ];
};

/** What the audit says each change of a factor, and of how somebody gets in, changed. */
export const factorChanges = {
  AccountSecondFactorRequired: { field: 'sms_otp', from: null, to: true },
  UserEmailChangeCancelled: { field: 'pending_email', from: 'nora.ek@marlow.test', to: null },
  UserPasswordChanged: null,
  UserTotpEnabled: { field: 'authenticator', from: null, to: true },
  UserPasskeyAdded: { field: 'passkeys', from: null, to: 1 },
  UserRecoveryCodesMade: null,
  UserPhoneChanged: { field: 'phone_verified', from: null, to: true },
  UserPasskeyRenamed: null,
  UserPasskeyRemoved: { field: 'passkeys', from: 1, to: null },
  UserTotpRemoved: { field: 'authenticator', from: true, to: null },
  UserFactorsReset: { field: 'phone_verified', from: true, to: null },
  UserSessionsEnded: null,
  UserDisabled: { field: 'disabled', from: null, to: true },
  UserEnabled: { field: 'disabled', from: true, to: null },
  UserSocialLinked: { field: 'social_sign_in', from: null, to: ['Google'] },
  UserSocialUnlinked: { field: 'social_sign_in', from: ['Google'], to: null },
};

/** What the audit says that signing in and out, and leaving, changed, and that proposing `nora@marlow.test` as the owner did. */
export const signInChanges = {
  InvitationResent: null,
  UserRemoved: { field: 'roles', from: ['Account Owner'], to: [] },
  UserLeft: null,
  OwnerProposed: { field: 'proposed_owner', from: null, to: 'nora@marlow.test' },
  OwnerProposalTurnedDown: { field: 'proposed_owner', from: 'nora@marlow.test', to: null },
  OwnerProposalAgreed: { field: 'proposed_owner', from: 'nora@marlow.test', to: null },
  LoginAsStarted: { field: 'login_as', from: false, to: true },
  LoginAsEnded: { field: 'login_as', from: true, to: false },
  UserSignedIn: { field: 'signed_in', from: false, to: true },
  SignInFailed: { field: 'failed_sign_ins', from: 0, to: 3 },
  UserSignedOut: { field: 'signed_in', from: true, to: false },
  SessionEnded: { field: 'signed_in', from: true, to: false },
  PasswordResetRequested: null,
};

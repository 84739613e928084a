import type { StoryrailEvent } from '#contracts/events.ts';

/** What a person does to what they sign in with, one event of each kind; `phone_ref` is that of a number. */
export const factorEventsOf = (passkey_id: string, phone_ref: string): StoryrailEvent[] => [
  { type: 'UserTotpEnabled', data: {} },
  { type: 'UserPasskeyAdded', data: { passkey_id } },
  { type: 'UserRecoveryCodesMade', data: {} },
  { type: 'UserPhoneChanged', data: { from_ref: null, to_ref: phone_ref } },
  { type: 'UserPasskeyRemoved', data: { passkey_id } },
  { type: 'UserTotpRemoved', data: {} },
  { type: 'UserFactorsReset', data: {} },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
  { type: 'UserSocialUnlinked', data: { provider: 'google' } },
];

/** What the audit says each of them changed. */
export const factorChanges = {
  UserTotpEnabled: { field: 'authenticator', from: null, to: true },
  UserPasskeyAdded: { field: 'passkeys', from: null, to: 1 },
  UserRecoveryCodesMade: null,
  UserPhoneChanged: { field: 'phone_verified', from: null, to: true },
  UserPasskeyRemoved: { field: 'passkeys', from: 1, to: null },
  UserTotpRemoved: { field: 'authenticator', from: true, to: null },
  UserFactorsReset: { field: 'phone_verified', from: true, to: null },
  UserSocialLinked: { field: 'social_sign_in', from: null, to: ['Google'] },
  UserSocialUnlinked: { field: 'social_sign_in', from: ['Google'], to: null },
};

/** What the audit says that signing in and out changed. */
export const signInChanges = {
  LoginAsStarted: { field: 'login_as', from: false, to: true },
  LoginAsEnded: { field: 'login_as', from: true, to: false },
  UserSignedIn: { field: 'signed_in', from: false, to: true },
  SignInFailed: { field: 'failed_sign_ins', from: 0, to: 3 },
  UserSignedOut: { field: 'signed_in', from: true, to: false },
  SessionEnded: { field: 'signed_in', from: true, to: false },
  PasswordResetRequested: null,
};

import { defineWords } from './define.ts';

/** The mails about a change of what somebody signs in with, to the person and to the owners of the account. */
export const factorMailWords = defineWords('factor-mails', {
  subject: 'Your Storyrail sign-in was changed',
  end: "If this was you, there's nothing to do. If it wasn't, set a new password now and tell your account owner.",
  subjectOf: 'The Storyrail sign-in of {person} was changed',
  changedOf: 'We tell account owners when a member of their team changes how they sign in. This is about {person}.',
  endOf: "If you didn't expect this, ask them about it.",
  totpEnabled: 'An authenticator app was set up for your account.',
  totpEnabledOf: 'An authenticator app was set up.',
  totpRemoved: 'The authenticator app was removed from your account.',
  totpRemovedOf: 'The authenticator app was removed.',
  passkeyAdded: 'A passkey was added to your account.',
  passkeyAddedOf: 'A passkey was added.',
  passkeyRemoved: 'A passkey was removed from your account.',
  passkeyRemovedOf: 'A passkey was removed.',
  codesMade: 'New recovery codes were created for your account. Earlier ones no longer work.',
  codesMadeOf: 'New recovery codes were created.',
  phoneAdded: 'A phone number was verified for your account.',
  phoneAddedOf: 'A phone number was verified.',
  phoneRemoved: 'The phone number was removed from your account.',
  phoneRemovedOf: 'The phone number was removed.',
  phoneChanged: 'The phone number of your account was changed.',
  phoneChangedOf: 'The phone number was changed.',
  linked: 'Your account can now be signed in to with a {provider} account.',
  linkedOf: 'A {provider} account was connected for signing in.',
  unlinked:
    'The {provider} account was disconnected from your account. Signing in with {provider} connects it again if it has the same email.',
  unlinkedByPerson:
    'The {provider} account was disconnected from your account and no longer signs you in. You can connect it again in User Settings.',
  unlinkedOf: 'The {provider} account was disconnected.',
  reset:
    "Storyrail staff reset your second factors and signed you out. When you sign in next, we'll email you a link first.",
  resetOf: 'Storyrail staff reset the second factors and ended all sessions.',
});

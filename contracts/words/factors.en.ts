import { defineWords } from './define.ts';

/** What second factors and text messages answer and refuse. */
export const factorWords = defineWords('factors', {
  code: 'Enter the code.',
  nameMissing: 'Enter a name for this passkey.',
  phoneMissing: 'Please provide your phone number',
  phoneInvalid: 'Enter a valid phone number, with its country code.',
  phoneUnreachable: "This number can't get text messages. Use a mobile number.",
  phoneCountry: "Text messages to this country aren't available here. Use another number.",
  authenticatorOn: 'Your authenticator app is set up.',
  authenticatorOff: 'Your authenticator app was removed.',
  passkey: 'Passkey',
  passkeyAdded: 'Your passkey was added.',
  passkeyRenamed: 'Your passkey was renamed.',
  passkeyRemoved: 'Your passkey was removed.',
  phoneVerified: 'Your phone number is verified.',
  required: 'Everyone in your account now signs in with a second factor.',
  neverOff: "Two-factor login can't be turned off again.",
  phoneFirst: 'Verify your phone number first.',
  staffReset: 'The second factors of this user were reset.',
  staffResetMembers: 'Only members of an account have second factors.',
  linkOpened: 'Thanks. You can sign in now.',
  tooManyTries: 'Too many wrong codes. Wait a while and try again.',
  tooManyCodes: "You've asked for several codes. Wait a while before you ask for another.",
  accountCodes: 'Your account has used its text messages for today. Use another way, or try again tomorrow.',
  sms: '{code} is your Storyrail code. It works for 2 minutes.',
});

import { defineWords } from '#contracts/words/define.ts';

/** Texts of the own settings of staff. */
export const staffSettingsWords = defineWords('staff-settings', {
  title: 'Your settings',
  factorFirst: 'The admin area needs a second factor',
  setUp: 'It opens once you have an authenticator app or a passkey. Set one up to continue.',
  ownSettings: 'Open your settings',
  signInAgain: 'Sign in again with your authenticator app or passkey to open it.',
  signOut: 'Sign out',
  isSet: 'You can use the admin area now.',
  open: 'Open the admin area',
});

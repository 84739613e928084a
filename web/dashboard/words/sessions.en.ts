import { defineWords } from '#contracts/words/define.ts';

/** Texts of where a person is signed in. */
export const sessionsWords = defineWords('sessions', {
  title: "Where you're signed in",
  thisDevice: 'This device',
  ownFacts:
    '{place, select, known {{address} · since} other {Since}} {since} · {current, select, true {active now} other {last used {used}}}',
  staffTitle: '{name}, Storyrail staff',
  staffFacts: 'Signed in as you since {since}',
  most: 'These are the {mostSessions} sessions used last. Signing out everywhere ends all of them.',
  signOut: 'Sign out',
  signOutOf: 'Sign out of {device}',
  signedOut: '{device} was signed out.',
  signOutEverywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out everywhere?',
  everywhereText: 'This ends all your sessions, this one included. Sign in again wherever you need to.',
  loading: 'Loading your sessions',
  failed: "Your sessions couldn't load",
});

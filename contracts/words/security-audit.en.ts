import { defineWords } from './define.ts';

/** How the audit tells of signing in and out. */
export const securityAuditWords = defineWords('security-audit', {
  signedIn: 'signed in',
  signInFailed: 'failed to sign in {count, plural, one {once} other {{count} times}}',
  signedOut: 'signed out',
  tokenReused: 'was signed out, an old token was used again',
  passwordChanged: 'was signed out everywhere',
  emailChanged: 'was signed out because the email changed',
  resetAsked: 'asked for a password reset',
  loginAsStarted: 'signed in as {person}',
  loginAsEnded: 'signed out as {person}',
});

import { defineWords } from './define.ts';

/** How the audit tells of signing in and out. */
export const securityAuditWords = defineWords('security-audit', {
  signedIn: 'signed in',
  signInFailed: 'entered a wrong password or code {count, plural, one {once} other {# times}}',
  signedOut: 'signed out',
  tokenReused: 'was signed out because an old token was reused',
  passwordChanged: 'was signed out everywhere because the password changed',
  emailChanged: 'was signed out because the email changed',
  endedByUser: 'signed out another session',
  signedOutEverywhere: 'signed out everywhere',
  factorsReset: 'was signed out because staff reset the second factors',
  endedByStaff: 'was signed out by staff',
  disabled: 'was signed out because staff changed their access',
  removed: 'was signed out because they are no longer in the team',
  joinedTeam: 'was signed out because they joined another team',
  resetAsked: 'requested a password reset',
  loginAsStarted: 'signed in as {person}',
  loginAsEnded: 'ended the session as {person}',
});

import { defineWords } from './define.ts';

/** What people and teams answer and refuse. */
export const userWords = defineWords('user', {
  signedUp: "You've successfully signed up. Now you can login.",
  emailVerified: 'Your email is verified.',
  emailConfirmed: 'Your new email is confirmed.',
  emailBack: 'Your email is back. We have mailed you a link to set a new password.',
  resetMailed: 'If this e-mail has an account, a link is on its way.',
  passwordChanged: 'Password changed successfully!',
  saved: 'Saved.',
  savedAndMailed: 'Saved. Open the link that we have mailed to the new address.',
  tooManyPasswords:
    'Too many wrong passwords for this email. Wait a while, sign in in a browser that you used before, or set a new password.',
  invited: 'User successfully invited',
  invitationRevoked: 'Invitation successfully revoked',
  permissionsChanged: 'User successfully edited',
  tooManyInvitations: 'Your account has sent many invitations. Wait a while before you invite more people.',
  noApp: 'You must choose at least 1 app',
  ownRole: 'You cannot change your own role.',
});

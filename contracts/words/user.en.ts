import { defineWords } from './define.ts';

/** What people and teams answer and refuse. */
export const userWords = defineWords('user', {
  signedUp: "You've successfully signed up. Now you can login.",
  emailVerified: 'Your email is verified.',
  verifyFirst: "Verify your email first. Use the link we've emailed you, or try again in a few minutes.",
  emailConfirmed: 'Your new email is confirmed.',
  emailBack: "Your email is back. We've emailed you a link to set a new password.",
  resetMailed: 'If this email has an account, a link is on its way.',
  passwordChanged: 'Password changed successfully!',
  sessionEnded: 'Session signed out.',
  disabledAt: 'Storyrail staff paused your access. Contact Storyrail support at {email} to get it back.',
  askedSince: 'Signing in takes a second factor now. Try again.',
  signedOutEverywhere: 'Signed out everywhere.',
  saved: 'Saved.',
  savedAndMailed: 'Saved. Open the link we emailed to the new address.',
  tooManyPasswords:
    'Too many wrong passwords for this email. Wait a while, use a browser you signed in with before, or set a new password.',
  invited: 'User successfully invited',
  invitationRevoked: 'Invitation successfully revoked',
  invitationResent: 'Invitation sent again',
  removed: 'The user has been deleted',
  left: 'You left the team.',
  deletedMember: 'Deleted member',
  permissionsChanged: 'User successfully edited',
  tooManyInvitations: 'Your account has sent many invitations. Wait a while before you invite more people.',
  noApp: 'You must choose at least 1 app',
  ownRemoval: "You can't delete yourself. Leave the team instead.",
  staffRemoval: 'Storyrail staff can only be removed by other staff.',
  ownRole: "You can't change your own role.",
  joiningTeam: 'You are joining the team',
  ownAccountInUse:
    "You're already in a team. You can join another one once your own account has no apps and no other members.",
});

import { defineWords } from './define.ts';

/** What staff is answered and refused. */
export const staffWords = defineWords('staff', {
  premiumChanged: 'Account premium status changed!',
  featuresChanged: 'Account features changed!',
  verificationChanged: 'User verify changed!',
  verifiesMembers: 'Only members of an account can be verified.',
  actsAsMembers: 'You can only log in as members of an account.',
  reasonMissing: 'Enter a reason.',
  sessionsEnded: 'This user was signed out everywhere.',
  userDisabled: 'This user was disabled.',
  userEnabled: 'This user was enabled.',
  accessOfMembers: 'Only members of an account have access that can be changed.',
  disabledAlready: 'This user is already disabled.',
  enabledAlready: "This user isn't disabled.",
  neverOfStaff: "Staff can't be disabled here. Remove them as staff first.",
  actsAsEnabled: "You can't log in as a disabled user.",
  neverAsStaff: "You can't log in as staff.",
  invitationOpen: "This person hasn't accepted their invitation yet.",
  emailUnverified: "This person hasn't verified their email yet.",
  eventsOfWhat: 'Enter a stream, or the ID of an item, event or command.',
  streamEmpty: 'This stream has no events.',
  beingRebuilt: 'A rebuild of this read model is already running.',
  rebuildBrokeOff: "The rebuild didn't finish. Start it again.",
  rangeBackwards: 'The range must end after it starts.',
  rangeTooLong: 'Use at most {most} days.',
});

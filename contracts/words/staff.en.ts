import { defineWords } from './define.ts';

/** What staff is answered and refused. */
export const staffWords = defineWords('staff', {
  premiumChanged: 'Account premium status changed!',
  featuresChanged: 'Account features changed!',
  verificationChanged: 'User verify changed!',
  verifiesMembers: 'Only members of an account can be verified.',
  actsAsMembers: 'Only members of an account can be signed in as.',
  neverAsStaff: 'Nobody signs in as a member of staff.',
  invitationOpen: 'This person has not accepted an invitation yet. Ask again afterwards.',
  emailUnverified: 'This person has not verified the e-mail yet. Ask again afterwards.',
  eventsOfWhat: 'Name a stream, a thing, an event or a command.',
  streamEmpty: 'No event stands in this stream.',
  beingRebuilt: 'This read model is being built anew already.',
  rebuildBrokeOff: 'It broke off before it was done. Start it again.',
  rangeBackwards: 'The end lies before the start.',
  rangeTooLong: 'Use at most {most} days.',
});

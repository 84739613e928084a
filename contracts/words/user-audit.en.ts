import { defineWords } from './define.ts';

/** How the audit tells of people. */
export const userAuditWords = defineWords('user-audit', {
  registered: 'signed up',
  emailVerified: 'verified their email',
  nameChanged: 'changed {fields}',
  emailChangeAsked: 'asked to change their email to {email}',
  emailChanged: 'changed their email to {email}',
  emailChangeUndone: 'changed their email back from {from} to {to}',
  passwordChanged: 'changed their password',
  onboarded: 'finished the first steps',
  invited: 'invited {person} as {roles}',
  invitationCancelled: 'revoked the invitation for {person}',
  invitationAccepted: 'accepted the invitation',
  roleChanged: 'changed the role of {person} to {roles}',
  madeStaff: 'made {person} staff',
  staffRemoved: 'removed {person} from staff',
  verified: 'verified {person}',
  unverified: 'unverified {person}',
  firstname: 'the first name',
  lastname: 'the last name',
  noRole: 'no role',
  roleOf: '{role} of {title}',
  stateInvited: 'invited',
  stateMember: 'member',
  stateCancelled: 'invitation revoked',
});

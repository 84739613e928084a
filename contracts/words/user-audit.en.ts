import { defineWords } from './define.ts';

/** How the audit tells of people. */
export const userAuditWords = defineWords('user-audit', {
  registered: 'signed up',
  emailVerified: 'verified the e-mail',
  nameChanged: 'changed {fields}',
  emailChangeAsked: 'asked to change the e-mail to {email}',
  emailChanged: 'changed the e-mail to {email}',
  emailChangeUndone: 'undid the change of the e-mail to {from}, it is {to} again',
  passwordChanged: 'changed the password',
  invited: 'invited {person} as {roles}',
  invitationCancelled: 'revoked the invitation of {person}',
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

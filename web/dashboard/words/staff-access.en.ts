import { defineWords } from '#contracts/words/define.ts';

/** What staff do about how people get in, and about accounts without an owner. */
export const staffAccessWords = defineWords('staff-access', {
  reason: 'Reason',
  reasonHint: "The account's owners see it in their activity.",
  cancel: 'Cancel',
  resetFactors: 'Reset second factors',
  askReset: 'Reset second factors?',
  resetText:
    "This removes {name}'s authenticator app, passkeys, phone number and recovery codes, unlinks their Google and LinkedIn accounts, and signs them out everywhere. Before they sign in next, they must open a link that we email to {email}. They and the account owners get an email about it.",
  signOut: 'End sessions',
  askSignOut: 'End all sessions?',
  signOutText: 'This signs {name} out on every device. They can sign in again right away.',
  disable: 'Disable user',
  askDisable: 'Disable this user?',
  disableText:
    "{name} is signed out everywhere and can't sign in until staff enable them again. Their content stays. They get an email about it.",
  enable: 'Enable user',
  askEnable: 'Enable this user?',
  enableText: '{name} can sign in again. They get an email about it.',
  onlyMembers: 'This person has not joined an account yet.',
  notStaff: 'Remove them as staff first.',
  disabled: 'Disabled',
  enabled: 'Enabled',
  access: 'Access',
  ownerProposed: 'Owner proposed',
  waiting: 'Waiting for an answer',
  noOwnerTitle: 'No owner can sign in',
  noOwnerText: 'Its owner is disabled, unverified or gone. Propose a new one. Someone else of staff must agree.',
  propose: 'Propose an owner',
  proposeText:
    'They become an account owner once someone else of staff agrees, within 7 days. Then everyone in the account gets an email.',
  inviteText:
    'Nobody who can sign in is left here. Enter the email of the new owner. They get an invitation once someone else of staff agrees.',
  newOwner: 'New owner',
  newOwnerExample: 'Name or email',
  noPerson: 'Nobody matches “{text}”.',
  email: 'Email',
  proposedTitle: '{name} is proposed as owner',
  proposedText: 'Proposed by {staff}, open until {until} UTC. Reason: {reason}',
  agree: 'Agree',
  askAgree: 'Make {name} an account owner?',
  agreeText:
    '{name} ({email}) can then manage the team, payment and content of {company}. Check who they are first. Everyone in the account gets an email.',
  turnDown: 'Turn down',
  askTurnDown: 'Turn this proposal down?',
  turnDownText: "{name} doesn't become an account owner. Staff can propose someone else.",
  secondNeeded: 'You proposed this. Someone else of staff must agree.',
});

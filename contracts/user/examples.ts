import { exampleId, exampleIds, examplesOf, stateAfter } from '../examples.ts';
import type { userEvents } from './events.ts';
import { evolveUser, initialUser, type UserState } from './state.ts';

/** Where the personal values of the examples would stand. */
export const exampleRefs = {
  email_ref: exampleId(101),
  firstname_ref: exampleId(102),
  lastname_ref: exampleId(103),
  new_email_ref: exampleId(104),
  new_lastname_ref: exampleId(105),
  phone_ref: exampleId(106),
  reason_ref: exampleId(107),
} as const;
const { email_ref, firstname_ref, lastname_ref, new_email_ref, new_lastname_ref, phone_ref, reason_ref } = exampleRefs;
const { account: account_id } = exampleIds;

export const userExamples = examplesOf<typeof userEvents>()({
  registered: {
    type: 'UserRegistered',
    data: {
      account_id,
      email_ref,
      firstname_ref,
      lastname_ref,
      gdpr: true,
      permissions: { account_owner: [] },
    },
  },
  emailVerified: { type: 'UserEmailVerified', data: {} },
  married: {
    type: 'UserNameChanged',
    data: { changes: [{ field: 'lastname', from_ref: lastname_ref, to_ref: new_lastname_ref }] },
  },
  newEmailAsked: { type: 'UserEmailChangeRequested', data: { to_ref: new_email_ref, session_id: exampleId(110) } },
  newEmailDropped: { type: 'UserEmailChangeCancelled', data: {} },
  emailChanged: { type: 'UserEmailChanged', data: { from_ref: email_ref, to_ref: new_email_ref } },
  emailTakenBack: { type: 'UserEmailChangeUndone', data: { from_ref: new_email_ref, to_ref: email_ref } },
  passwordChanged: { type: 'UserPasswordChanged', data: {} },
  onboarded: { type: 'UserOnboarded', data: {} },
  digestChosen: { type: 'UserNotificationsChanged', data: { digest: 'weekly', muted: ['story_group_updated'] } },
  appointed: { type: 'StaffAppointed', data: {} },
  dismissed: { type: 'StaffDismissed', data: {} },
  unverified: { type: 'UserVerificationChanged', data: { verified: false } },
  authenticatorAdded: { type: 'UserTotpEnabled', data: {} },
  passkeyAdded: { type: 'UserPasskeyAdded', data: { passkey_id: exampleId(111) } },
  passkeyRenamed: { type: 'UserPasskeyRenamed', data: { passkey_id: exampleId(111) } },
  phoneVerified: { type: 'UserPhoneChanged', data: { from_ref: null, to_ref: phone_ref } },
  recoveryCodesMade: { type: 'UserRecoveryCodesMade', data: {} },
  passkeyRemoved: { type: 'UserPasskeyRemoved', data: { passkey_id: exampleId(111) } },
  authenticatorRemoved: { type: 'UserTotpRemoved', data: {} },
  factorsReset: { type: 'UserFactorsReset', data: { reason_ref } },
  sessionsEnded: { type: 'UserSessionsEnded', data: { reason_ref } },
  disabled: { type: 'UserDisabled', data: { reason_ref } },
  enabled: { type: 'UserEnabled', data: { reason_ref } },
  googleLinked: { type: 'UserSocialLinked', data: { provider: 'google' } },
  googleUnlinked: { type: 'UserSocialUnlinked', data: { provider: 'google' } },
  invited: {
    type: 'InvitationSent',
    data: { account_id, email_ref, permissions: { app_owner: [exampleIds.app] }, is_mobile: false },
  },
  accepted: { type: 'InvitationAccepted', data: { firstname_ref, lastname_ref, gdpr: true } },
  madeCreator: { type: 'UserPermissionsChanged', data: { permissions: { story_creator: [exampleIds.app] } } },
  cancelled: { type: 'InvitationCancelled', data: {} },
  resent: { type: 'InvitationResent', data: {} },
  removed: { type: 'UserRemoved', data: {} },
  leftForGood: { type: 'UserLeft', data: {} },
  expired: { type: 'RegistrationExpired', data: {} },
  takenUp: { type: 'InvitationTakenUp', data: { user_id: exampleIds.owner } },
  left: { type: 'UserLeftAccount', data: {} },
  joined: {
    type: 'UserJoinedTeam',
    data: {
      account_id: exampleId(111),
      invitation_id: exampleId(112),
      permissions: { app_owner: [exampleIds.app] },
      is_mobile: false,
    },
  },
  staffRegistered: { type: 'StaffRegistered', data: { account_id, email_ref } },
});

const after = (...events: Parameters<typeof evolveUser>[1][]): UserState =>
  stateAfter(initialUser(exampleIds.owner), evolveUser, events);
/** Who signed up an account, before the address is proven. */
export const newOwner: UserState = after(userExamples.registered);
/** Somebody with an open invitation to own an app. */
export const invitedUser: UserState = after(userExamples.invited);

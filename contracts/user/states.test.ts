import t from 'tap';
import { assertStates, testId } from '../test-states.ts';
import type { UserEvent } from './events.ts';

const events: UserEvent[] = [
  {
    type: 'InvitationSent',
    data: { account_id: testId(1), email_ref: testId(2), permissions: { story_creator: [testId(9)] }, is_mobile: true },
  },
  { type: 'InvitationCancelled', data: {} },
  {
    type: 'UserRegistered',
    data: {
      account_id: testId(1),
      email_ref: testId(2),
      firstname_ref: testId(3),
      lastname_ref: testId(4),
      gdpr: true,
      permissions: { account_owner: [] },
    },
  },
  { type: 'UserEmailVerified', data: {} },
  { type: 'UserNameChanged', data: { changes: [{ field: 'firstname', from_ref: testId(3), to_ref: testId(5) }] } },
  { type: 'UserEmailChangeRequested', data: { to_ref: testId(6) } },
  { type: 'UserEmailChanged', data: { from_ref: testId(2), to_ref: testId(6) } },
  { type: 'UserEmailChangeUndone', data: { from_ref: testId(6), to_ref: testId(2) } },
  { type: 'UserPasswordChanged', data: {} },
  { type: 'InvitationAccepted', data: { firstname_ref: testId(7), lastname_ref: testId(8), gdpr: true } },
  { type: 'UserPermissionsChanged', data: { permissions: { app_owner: [testId(9)] } } },
  { type: 'StaffRegistered', data: { account_id: testId(1), email_ref: testId(2) } },
  { type: 'StaffDismissed', data: {} },
  { type: 'StaffAppointed', data: {} },
  { type: 'UserVerificationChanged', data: { verified: false } },
  { type: 'UserTotpEnabled', data: {} },
  { type: 'UserPasskeyAdded', data: { passkey_id: testId(9) } },
  { type: 'UserPhoneChanged', data: { from_ref: null, to_ref: testId(8) } },
  { type: 'UserRecoveryCodesMade', data: {} },
  { type: 'UserPasskeyRemoved', data: { passkey_id: testId(9) } },
  { type: 'UserTotpRemoved', data: {} },
  { type: 'UserFactorsReset', data: {} },
  { type: 'UserLeftAccount', data: {} },
  {
    type: 'UserJoinedTeam',
    data: {
      account_id: testId(8),
      invitation_id: testId(7),
      permissions: { brodcaster: [testId(9)] },
      is_mobile: true,
    },
  },
  { type: 'InvitationTakenUp', data: { user_id: testId(6) } },
  { type: 'RegistrationExpired', data: {} },
  { type: 'UserOnboarded', data: {} },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
  { type: 'UserSocialUnlinked', data: { provider: 'google' } },
];

t.test('the known events of a user fold to the states that snapshots hold', (t) => {
  assertStates(t, 'user', events, 1, {
    '1 InvitationSent': 'c17046bf9bd8',
    '2 InvitationCancelled': 'c191b486e78b',
    '3 UserRegistered': '9e7d00052ec2',
    '4 UserEmailVerified': '313e69f1811d',
    '5 UserNameChanged': 'eddfbfe41216',
    '6 UserEmailChangeRequested': 'f2dc5602d83e',
    '7 UserEmailChanged': '0782794df442',
    '8 UserEmailChangeUndone': 'eddfbfe41216',
    '9 UserPasswordChanged': 'eddfbfe41216',
    '10 InvitationAccepted': '8eb330e1a676',
    '11 UserPermissionsChanged': '4d9ccb82af44',
    '12 StaffRegistered': '72a5864248c1',
    '13 StaffDismissed': '4d9ccb82af44',
    '14 StaffAppointed': '72a5864248c1',
    '15 UserVerificationChanged': 'fb59ae5c3b2c',
    '16 UserTotpEnabled': 'bb19d01220f6',
    '17 UserPasskeyAdded': '2055496cfb73',
    '18 UserPhoneChanged': 'b0789d2cd0c3',
    '19 UserRecoveryCodesMade': 'b0789d2cd0c3',
    '20 UserPasskeyRemoved': '420cc7358ea4',
    '21 UserTotpRemoved': '32881bbb4da7',
    '22 UserFactorsReset': '3d5f28104cea',
    '23 UserLeftAccount': '16e5588f1988',
    '24 UserJoinedTeam': '3c88d9a6f096',
    '25 InvitationTakenUp': '5d275c394e49',
    '26 RegistrationExpired': '5d275c394e49',
    '27 UserOnboarded': 'd4be18deb437',
  });
  t.end();
});

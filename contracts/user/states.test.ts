import t from 'tap';
import { assertStates, testId } from '../test-states.ts';
import type { UserEvent } from './events.ts';
import { evolveUser, initialUser } from './state.ts';

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
  { type: 'UserSessionsEnded', data: { reason_ref: testId(7) } },
  { type: 'UserDisabled', data: { reason_ref: testId(7) } },
  { type: 'UserEnabled', data: { reason_ref: testId(7) } },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
  { type: 'UserSocialUnlinked', data: { provider: 'google' } },
  { type: 'InvitationResent', data: {} },
  { type: 'UserRemoved', data: {} },
  { type: 'UserLeft', data: {} },
  { type: 'UserPasskeyRenamed', data: { passkey_id: testId(9) } },
  { type: 'UserEmailChangeCancelled', data: {} },
  { type: 'UserNotificationsChanged', data: { digest: 'daily', muted: ['payment'] } },
  { type: 'UserPermissionsChanged', data: { permissions: { brodcaster: [testId(9)] } } },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
  { type: 'UserSocialUnlinked', data: { provider: 'google', own: true } },
  { type: 'UserEmailChanged', data: { from_ref: testId(2), to_ref: testId(6) } },
  { type: 'UserSocialUnlinked', data: { provider: 'linkedin', own: true } },
  { type: 'UserEmailChangeUndone', data: { from_ref: testId(6), to_ref: testId(2) } },
  { type: 'UserSocialLinked', data: { provider: 'google' } },
];

t.test('a provider that a person disconnected is known until they connect it again or take their email back', (t) => {
  const fold = (...more: UserEvent[]) =>
    more.reduce(evolveUser, { ...initialUser(testId(1)), email_ref: testId(2) }).social_left;
  const linked: UserEvent = { type: 'UserSocialLinked', data: { provider: 'google' } };
  const left: UserEvent = { type: 'UserSocialUnlinked', data: { provider: 'google', own: true } };
  const taken: UserEvent = { type: 'UserEmailChanged', data: { from_ref: testId(2), to_ref: testId(6) } };
  const further: UserEvent = { type: 'UserEmailChanged', data: { from_ref: testId(6), to_ref: testId(7) } };
  const undone: UserEvent = { type: 'UserEmailChangeUndone', data: { from_ref: testId(6), to_ref: testId(2) } };
  t.equal(fold(linked, { type: 'UserSocialUnlinked', data: { provider: 'google' } }), undefined, 'not by others');
  t.same(fold(linked, left), { google: testId(2) });
  t.equal(fold(linked, left, linked), undefined);
  t.same(fold(linked, left, taken, undone), { google: testId(2) }, 'before the email was lost');
  t.equal(fold(linked, taken, left, undone), undefined, 'since');
  t.equal(fold(linked, taken, further, left, undone), undefined, 'since, under a further one');
  t.equal(fold(linked, left, { type: 'UserLeft', data: {} }), undefined);
  t.end();
});

t.test('the known events of a user fold to the states that snapshots hold', (t) => {
  assertStates(t, 'user', events, 2, {
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
    '11 UserPermissionsChanged': 'cdb9173844cf',
    '12 StaffRegistered': '8f1bde138563',
    '13 StaffDismissed': 'cdb9173844cf',
    '14 StaffAppointed': '8f1bde138563',
    '15 UserVerificationChanged': '3308fd2ac2a5',
    '16 UserTotpEnabled': '6a01aa056d59',
    '17 UserPasskeyAdded': '2b76ed085a3b',
    '18 UserPhoneChanged': 'f118255d91c4',
    '19 UserRecoveryCodesMade': 'f118255d91c4',
    '20 UserPasskeyRemoved': '1e99040ac735',
    '21 UserTotpRemoved': '1de549f7d49d',
    '22 UserFactorsReset': '0e76053cd919',
    '23 UserLeftAccount': '16e5588f1988',
    '24 UserJoinedTeam': '3c88d9a6f096',
    '25 InvitationTakenUp': '5d275c394e49',
    '26 RegistrationExpired': '5d275c394e49',
    '27 UserOnboarded': 'd4be18deb437',
    '28 UserSessionsEnded': 'd4be18deb437',
    '29 UserDisabled': '58eb5d8566c1',
    '30 UserEnabled': 'd4be18deb437',
    '31 UserSocialLinked': 'e2222197de71',
    '32 UserSocialUnlinked': 'd14e577dcbc2',
    '33 InvitationResent': 'd14e577dcbc2',
    '34 UserRemoved': '4b8d88dad826',
    '35 UserLeft': '4b8d88dad826',
    '36 UserPasskeyRenamed': '4b8d88dad826',
    '37 UserEmailChangeCancelled': '4b8d88dad826',
    '38 UserNotificationsChanged': 'a3a243f00236',
    '39 UserPermissionsChanged': '8fc08ddccec4',
    '40 UserSocialLinked': '087ce7bc84d7',
    '41 UserSocialUnlinked': '9837fb38dcc3',
    '42 UserEmailChanged': '591f544d23f7',
    '43 UserSocialUnlinked': 'fa300c7dd04d',
    '44 UserEmailChangeUndone': 'd261016e7b0d',
    '45 UserSocialLinked': '1784f8a89b28',
  });
  t.end();
});

import t from 'tap';
import { assertStates, testId, testTime } from '../test-states.ts';
import { emptyBrandKit } from './brand-kit.ts';
import type { AccountEvent } from './events.ts';

const proposed = {
  proposal_id: testId(7),
  staff_id: testId(2),
  user_id: testId(3),
  invited: false,
  email_ref: testId(4),
  reason_ref: testId(5),
  ts_expires: testTime + 604_800,
};
const events: AccountEvent[] = [
  {
    type: 'AccountCreated',
    data: {
      name: 'Marlow',
      time_zone: 'UTC',
      trial_ends: testTime,
      profile: { plan: 'pro' },
      package_id: null,
      referral_token: null,
      appsumo_token: null,
    },
  },
  { type: 'AccountDetailsChanged', data: { country: 'SE', time_zone: 'Europe/Stockholm' } },
  { type: 'TestDevicesChanged', data: { test_devices: [{ id: 'D1', name: 'Desk phone', platform: 'ios' }] } },
  { type: 'ProfileAnswered', data: { profile: { instagram_username: ['marlow'], already_created: true } } },
  { type: 'AccountPremiumChanged', data: { premium: true } },
  { type: 'AccountFeaturesChanged', data: { manual_features: { story_limit: 50 } } },
  { type: 'AccountSecondFactorRequired', data: {} },
  { type: 'AccountEnded', data: {} },
  { type: 'AccountReferralTokenMade', data: { referral_token: 'K7MPX2' } },
  { type: 'OwnerProposed', data: proposed },
  { type: 'OwnerProposalTurnedDown', data: { proposal_id: testId(7), email_ref: testId(4), reason_ref: testId(5) } },
  { type: 'OwnerProposed', data: { ...proposed, invited: true } },
  {
    type: 'OwnerProposalAgreed',
    data: { proposal_id: testId(7), user_id: testId(3), email_ref: testId(4), reason_ref: testId(5) },
  },
  {
    type: 'SdkUpdateAnnounced',
    data: { release_id: testId(8), platform: 'ios', version: '2.9.0', url: 'https://a.example', apps: [] },
  },
  { type: 'BrandKitChanged', data: { brand_kit: { ...emptyBrandKit, fonts: ['lora'] } } },
];

t.test('the known events of an account fold to the states that snapshots hold', (t) => {
  assertStates(t, 'account', events, 2, {
    '1 AccountCreated': '56f5d5d1d1d6',
    '2 AccountDetailsChanged': '0919dfc45d02',
    '3 TestDevicesChanged': '5ff62f51eeb6',
    '4 ProfileAnswered': '9d2ed94d3bda',
    '5 AccountPremiumChanged': '72396ec381bc',
    '6 AccountFeaturesChanged': '36f58c19031b',
    '7 AccountSecondFactorRequired': '705e38da0e9c',
    '8 AccountEnded': '642d147bff04',
    '9 AccountReferralTokenMade': '5db13db0b912',
    '10 OwnerProposed': '1d8482a6793a',
    '11 OwnerProposalTurnedDown': '5db13db0b912',
    '12 OwnerProposed': '27d0e0bed8c6',
    '13 OwnerProposalAgreed': '5db13db0b912',
    '14 SdkUpdateAnnounced': 'ed4d696d26e0',
    '15 BrandKitChanged': '5022c77c2876',
  });
  t.end();
});

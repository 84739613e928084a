import t from 'tap';
import { assertStates, testTime } from '../test-states.ts';
import type { AccountEvent } from './events.ts';

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
];

t.test('the known events of an account fold to the states that snapshots hold', (t) => {
  assertStates(t, 'account', events, 1, {
    '1 AccountCreated': '5aee0a87e558',
    '2 AccountDetailsChanged': '1d2418c5b9bc',
    '3 TestDevicesChanged': '7bba137469d2',
    '4 ProfileAnswered': '90a1b7463571',
    '5 AccountPremiumChanged': '7d709c97176e',
    '6 AccountFeaturesChanged': '68b89a8a1939',
    '7 AccountSecondFactorRequired': '0f94806adedc',
    '8 AccountEnded': '2e8fd79f8adb',
  });
  t.end();
});

import { type Features, trialDays } from '../api/plans.ts';
import type { UnixSeconds } from '../time.ts';
import type { AccountEvent, Profile, TestDevice } from './events.ts';

export interface AccountState {
  id: string;
  /** False again once it has ended. */
  exists: boolean;
  name: string;
  country: string | null;
  employee_size: string | null;
  time_zone: string;
  trial_ends: UnixSeconds;
  profile: Profile;
  test_devices: TestDevice[];
  manual_features: Features;
  /** Set by staff: everything is included and nothing is paid. */
  premium: boolean;
  /** Everybody signs in with a second factor; absent before that was turned on. */
  sms_otp?: true;
}
export const initialAccount = (id: string): AccountState => ({
  id,
  exists: false,
  name: '',
  country: null,
  employee_size: null,
  time_zone: 'UTC',
  trial_ends: 0,
  profile: {},
  test_devices: [],
  manual_features: {},
  premium: false,
});
/** Folds one event into an account; an event it does not know changes nothing. */
export const evolveAccount = (state: AccountState, event: AccountEvent): AccountState => {
  switch (event.type) {
    case 'AccountCreated': {
      const { name, time_zone, trial_ends, profile } = event.data;
      return { ...state, exists: true, name, time_zone, trial_ends, profile };
    }
    case 'AccountDetailsChanged':
      return { ...state, ...event.data };
    case 'TestDevicesChanged':
      return { ...state, test_devices: event.data.test_devices };
    case 'ProfileAnswered':
      return { ...state, profile: event.data.profile };
    case 'AccountPremiumChanged':
      return { ...state, premium: event.data.premium };
    case 'AccountFeaturesChanged':
      return { ...state, manual_features: event.data.manual_features as Features };
    case 'AccountSecondFactorRequired':
      return { ...state, sms_otp: true };
    case 'AccountEnded':
      return { ...state, exists: false };
    default:
      return state;
  }
};
/** When the trial of an account made at `now` ends. */
export const trialEnd = (now: UnixSeconds): UnixSeconds => now + trialDays * 86_400;

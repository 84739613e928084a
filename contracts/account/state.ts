import { type Features, trialDays } from '../api/plans.ts';
import type { SdkPlatform } from '../sdk/protocol.ts';
import type { UnixSeconds } from '../time.ts';
import type { BrandKit } from './brand-kit.ts';
import type { AccountEvent, Profile, TestDevice } from './events.ts';
import type { OwnerProposal } from './owner-events.ts';

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
  /** Whom staff proposed as its owner; absent once that is answered. */
  owner_proposal?: OwnerProposal;
  /** What its designs have in common; absent before it set any. */
  brand_kit?: BrandKit;
  /** The newest release of the SDK that was announced to it, by platform; absent before the first. */
  sdk_announced?: Partial<Record<SdkPlatform, string>>;
  /** The code with which the account refers others; null until an account from before there were codes has got one. */
  referral_token: string | null;
  /** What the account came with: a package, the code of who referred it, the id of a deal (before there were any: what the address said). */
  came_with: { package_id: string | null; referral_token: string | null; appsumo_token: string | null };
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
  referral_token: null,
  came_with: { package_id: null, referral_token: null, appsumo_token: null },
});
/** Folds one event into an account; an event it does not know changes nothing. */
export const evolveAccount = (state: AccountState, event: AccountEvent): AccountState => {
  switch (event.type) {
    case 'AccountCreated': {
      const { own_referral_token, package_id, referral_token, appsumo_token, ...details } = event.data;
      const came_with = { package_id, referral_token, appsumo_token };
      return { ...state, ...details, exists: true, referral_token: own_referral_token ?? null, came_with };
    }
    case 'AccountReferralTokenMade':
      return { ...state, referral_token: event.data.referral_token };
    case 'AccountDetailsChanged':
      return { ...state, ...event.data };
    case 'TestDevicesChanged':
      return { ...state, test_devices: event.data.test_devices };
    case 'ProfileAnswered': {
      const { profile, appsumo_token = state.came_with.appsumo_token } = event.data;
      return { ...state, profile, came_with: { ...state.came_with, appsumo_token } };
    }
    case 'BrandKitChanged':
      return { ...state, brand_kit: event.data.brand_kit };
    case 'AccountPremiumChanged':
      return { ...state, premium: event.data.premium };
    case 'AccountFeaturesChanged':
      return { ...state, manual_features: event.data.manual_features as Features };
    case 'AccountSecondFactorRequired':
      return { ...state, sms_otp: true };
    case 'OwnerProposed': {
      const { proposal_id, ...proposal } = event.data;
      return { ...state, owner_proposal: { id: proposal_id, ...proposal } };
    }
    case 'OwnerProposalAgreed':
    case 'OwnerProposalTurnedDown': {
      const { owner_proposal: _, ...answered } = state;
      return answered;
    }
    case 'SdkUpdateAnnounced':
      return { ...state, sdk_announced: { ...state.sdk_announced, [event.data.platform]: event.data.version } };
    case 'AccountEnded':
      return { ...state, exists: false };
    default:
      return state;
  }
};
/** When the trial of an account made at `now` ends. */
export const trialEnd = (now: UnixSeconds): UnixSeconds => now + trialDays * 86_400;

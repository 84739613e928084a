import { exampleFile, exampleId, exampleIds, examplesOf, exampleTime, stateAfter } from '../examples.ts';
import { brandKit } from './brand-kit.ts';
import type { accountEvents } from './events.ts';
import { type AccountState, evolveAccount, initialAccount, trialEnd } from './state.ts';

export const accountExamples = examplesOf<typeof accountEvents>()({
  created: {
    type: 'AccountCreated',
    data: {
      name: 'Marlow',
      time_zone: 'UTC',
      trial_ends: trialEnd(exampleTime),
      profile: {},
      package_id: null,
      referral_token: null,
      appsumo_token: null,
      own_referral_token: 'H4QZT9',
    },
  },
  moved: {
    type: 'AccountDetailsChanged',
    data: { country: 'SE', employee_size: '10-19', time_zone: 'Europe/Stockholm' },
  },
  referralTokenMade: { type: 'AccountReferralTokenMade', data: { referral_token: 'K7MPX2' } },
  renamed: { type: 'AccountDetailsChanged', data: { name: 'Marlow & Co' } },
  deskPhoneAdded: {
    type: 'TestDevicesChanged',
    data: { test_devices: [{ id: 'D1', name: 'Desk phone', platform: 'ios' }] },
  },
  profileAnswered: {
    type: 'ProfileAnswered',
    data: {
      profile: {
        which_one_best_describes_your_role: 'Marketing',
        i_want_to_focus_primarily_on: ['Engagement', 'Sales'],
        app_id: 'com.marlow.shop',
        store_type: 'android',
        is_the_app_live_in_store: true,
      },
    },
  },
  brandKitChanged: {
    type: 'BrandKitChanged',
    data: {
      brand_kit: brandKit.parse({
        colors: [{ name: 'Pine', value: '#12805c' }],
        fonts: ['lora'],
        logo: { light: exampleFile(8, 'png') },
        button: { background: '#12805c', radius: 24 },
      }),
    },
  },
  madePremium: { type: 'AccountPremiumChanged', data: { premium: true } },
  premiumEnded: { type: 'AccountPremiumChanged', data: { premium: false } },
  featuresGiven: { type: 'AccountFeaturesChanged', data: { manual_features: { ivod: true, story_limit: 50 } } },
  factorRequired: { type: 'AccountSecondFactorRequired', data: {} },
  ownerProposed: {
    type: 'OwnerProposed',
    data: {
      proposal_id: exampleId(113),
      staff_id: exampleIds.staff,
      user_id: exampleIds.creator,
      invited: false,
      email_ref: exampleId(114),
      reason_ref: exampleId(115),
      ts_expires: exampleTime + 604_800,
    },
  },
  ownerTurnedDown: {
    type: 'OwnerProposalTurnedDown',
    data: { proposal_id: exampleId(113), email_ref: exampleId(114), reason_ref: exampleId(115) },
  },
  ownerProposedAgain: {
    type: 'OwnerProposed',
    data: {
      proposal_id: exampleId(116),
      staff_id: exampleIds.staff,
      user_id: exampleIds.creator,
      invited: true,
      email_ref: exampleId(114),
      reason_ref: exampleId(115),
      ts_expires: exampleTime + 604_800,
    },
  },
  ownerAgreed: {
    type: 'OwnerProposalAgreed',
    data: {
      proposal_id: exampleId(116),
      user_id: exampleIds.creator,
      email_ref: exampleId(114),
      reason_ref: exampleId(115),
    },
  },
  sdkAnnounced: {
    type: 'SdkUpdateAnnounced',
    data: {
      release_id: exampleId(122),
      platform: 'android',
      version: '2.9.0',
      url: 'https://storyrail.example/sdk/2.9.0',
      apps: [{ app_id: exampleIds.app, version: '2.8.0' }],
    },
  },
  ended: { type: 'AccountEnded', data: {} },
});

/** An account in its trial, as it was just made. */
export const newAccount: AccountState = stateAfter(initialAccount(exampleIds.account), evolveAccount, [
  accountExamples.created,
]);

import { isDeepStrictEqual } from 'node:util';
import type { AccountEvent } from '#contracts/account/events.ts';
import { type AccountState, trialEnd } from '#contracts/account/state.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { Features } from '#contracts/api/plans.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { UserEvent } from '#contracts/user/events.ts';
import type { UserState } from '#contracts/user/state.ts';
import { staffWords } from '#contracts/words/staff.en.ts';

/** The account of those who are staff and nothing else, opened at `now` (unix milliseconds). */
export const openStaffAccount = (now: EpochMs, own_referral_token: string): AccountEvent[] => [
  {
    type: 'AccountCreated',
    data: {
      name: 'Storyrail staff',
      time_zone: 'UTC',
      trial_ends: trialEnd(toSeconds(now)),
      profile: {},
      package_id: null,
      referral_token: null,
      appsumo_token: null,
      own_referral_token,
    },
  },
];

/** What staff can ask of an account. */
export type StaffAccountCommand =
  | { type: 'SetPremium'; premium: boolean }
  | { type: 'SetFeatures'; manual_features: Features };

/** Decides what staff change about an account; what it already is makes no event. */
export const decideAccountAsStaff = (command: StaffAccountCommand, account: AccountState): AccountEvent[] => {
  if (!account.exists) throw new Refusal('NotFound');
  switch (command.type) {
    case 'SetPremium':
      return command.premium === account.premium
        ? []
        : [{ type: 'AccountPremiumChanged', data: { premium: command.premium } }];
    case 'SetFeatures':
      return isDeepStrictEqual(command.manual_features, account.manual_features)
        ? []
        : [{ type: 'AccountFeaturesChanged', data: { manual_features: command.manual_features } }];
  }
};

/** What staff, or the operator for staff, can ask of a user. */
export type StaffUserCommand =
  /** Without a value it becomes what it is not. */
  | { type: 'SetVerified'; verified: boolean | undefined }
  | { type: 'RegisterStaff'; account_id: string; email_ref: string }
  | { type: 'AppointStaff' }
  | { type: 'DismissStaff' };

/** Decides what staff or the operator change about a user; what they already are makes no event. */
export const decideUserAsStaff = (command: StaffUserCommand, user: UserState): UserEvent[] => {
  switch (command.type) {
    case 'SetVerified': {
      if (user.phase !== 'member') throw new Refusal('NotFound', staffWords.verifiesMembers);
      const verified = command.verified ?? !user.verified;
      return verified === user.verified ? [] : [{ type: 'UserVerificationChanged', data: { verified } }];
    }
    case 'RegisterStaff': {
      const { account_id, email_ref } = command;
      if (user.phase !== 'none') throw new Refusal('UserExists');
      return [{ type: 'StaffRegistered', data: { account_id, email_ref } }];
    }
    case 'AppointStaff':
      if (user.phase !== 'member') throw invalidField('email', staffWords.invitationOpen);
      if (user.staff) return [];
      // Whoever signed up with an address knows the password that its holder's click on a link would let in.
      if (!user.verified) throw invalidField('email', staffWords.emailUnverified);
      return [{ type: 'StaffAppointed', data: {} }];
    case 'DismissStaff':
      return user.staff ? [{ type: 'StaffDismissed', data: {} }] : [];
  }
};

/** Refuses to let staff act as somebody who is not there, is staff, or is disabled. */
export const requireActable = (user: Pick<UserState, 'phase' | 'staff' | 'disabled'>): void => {
  if (user.phase !== 'member') throw new Refusal('NotFound', staffWords.actsAsMembers);
  if (user.staff) throw new Refusal('PermissionDenied', staffWords.neverAsStaff);
  if (user.disabled) throw new Refusal('Conflict', staffWords.actsAsEnabled);
};

import { isDeepStrictEqual } from 'node:util';
import { type BrandKit, emptyBrandKit } from '#contracts/account/brand-kit.ts';
import type { AccountPatch } from '#contracts/account/commands.ts';
import type { AccountEvent, Profile } from '#contracts/account/events.ts';
import { isRefusedProfile } from '#contracts/account/refused-profile.ts';
import type { AccountState } from '#contracts/account/state.ts';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { differingFields } from '#kernel/platform/differing-fields.ts';

/** What can be asked of an account. */
export type AccountCommand =
  | { type: 'ChangeAccount'; patch: AccountPatch; by: 'account_owner' | 'app_owner' }
  | { type: 'AnswerProfile'; profile: Profile; appsumo_token?: string }
  | { type: 'SetBrandKit'; brand_kit: BrandKit }
  /** `hasPhone`: whoever asks has a verified number. */
  | { type: 'RequireFactor'; hasPhone: boolean };

/** What an account gets that has no referral code yet; one that has a code keeps it. */
export const decideReferralToken = (referral_token: string, account: AccountState): AccountEvent[] => {
  if (!account.exists) throw new Refusal('NotFound');
  return account.referral_token === null ? [{ type: 'AccountReferralTokenMade', data: { referral_token } }] : [];
};

/** Decides what a command does to an account; what it already is makes no event. App owners change test devices only. */
export const decideAccount = (command: AccountCommand, account: AccountState): AccountEvent[] => {
  if (!account.exists) throw new Refusal('NotFound');
  switch (command.type) {
    case 'ChangeAccount': {
      const { test_devices, ...details } = command.patch;
      const given = Object.values(details).some((value) => value !== undefined);
      if (given && command.by !== 'account_owner') throw new Refusal('PermissionDenied');
      const changed = differingFields(details, account);
      const devices = differingFields({ test_devices }, account).test_devices;
      return [
        ...(Object.keys(changed).length > 0 ? [{ type: 'AccountDetailsChanged' as const, data: changed }] : []),
        ...(devices ? [{ type: 'TestDevicesChanged' as const, data: { test_devices: devices } }] : []),
      ];
    }
    case 'AnswerProfile': {
      const { profile, appsumo_token = account.came_with.appsumo_token } = command;
      // One that was named before the rule stays: the other answers can be changed beside it.
      const stays = profile.app_id === account.profile.app_id && profile.store_type === account.profile.store_type;
      if (!stays && isRefusedProfile(profile)) throw refusalAt('data.app_id', 'AppRefused');
      const brought = appsumo_token !== account.came_with.appsumo_token;
      if (!brought && isDeepStrictEqual(profile, account.profile)) return [];
      return [{ type: 'ProfileAnswered', data: { profile, ...(brought && appsumo_token && { appsumo_token }) } }];
    }
    case 'SetBrandKit': {
      const { brand_kit } = command;
      if (isDeepStrictEqual(brand_kit, account.brand_kit ?? emptyBrandKit)) return [];
      return [{ type: 'BrandKitChanged', data: { brand_kit } }];
    }
    case 'RequireFactor':
      if (account.sms_otp) return [];
      if (!command.hasPhone) throw new Refusal('PhoneNumberRequired', factorWords.phoneFirst);
      return [{ type: 'AccountSecondFactorRequired', data: {} }];
  }
};

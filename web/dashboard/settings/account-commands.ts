import type { AccountPatch } from '#contracts/account/commands.ts';
import type { Profile, TestDevice } from '#contracts/account/events.ts';
import { asCommand, call, http } from '../api/http.ts';

/** The acts on the account, one method each, sent under the key of the act; all throw ApiError. */
export const accountCommands = {
  /** Changes what the account is called and where it is. */
  changeAccount: (fields: AccountPatch, key: string) =>
    call<{ id: string }>('PATCH', '/account', { ...asCommand(key), body: fields }),
  /** Replaces the list of test devices; 412 once somebody else has changed it since that version. */
  changeTestDevices: (test_devices: TestDevice[], version: number, key: string) =>
    call<{ id: string }>('PATCH', '/account', { ...asCommand(key, version), body: { test_devices } }),
  /** Changes the profile as it is now: somebody else may have changed it since it was shown. */
  changeProfile: async (change: (profile: Profile) => Profile, key: string): Promise<void> => {
    const data = change(await http.get<Profile>('/account/profile'));
    await http.put('/account/profile', { data }, asCommand(key));
  },
} as const;

import type { AccountEvent } from '#contracts/account/events.ts';
import type { AccountState } from '#contracts/account/state.ts';
import type { SdkRelease } from '#contracts/admin/sdk-release.ts';
import { comesBefore, versionNumbers } from '#contracts/sdk/app-version.ts';

/** A version of the SDK that an app used. */
export interface AppSdk {
  app_id: string;
  version: string;
}

/** A version as it is announced once: 2.9, 02.9.0 and 2.9.0.0 are all 2.9.0. */
export const sameVersion = (version: string): string => {
  const [major = 0, minor = 0, patch = 0, fourth = 0] = versionNumbers(version) ?? [];
  return [major, minor, patch, ...(fourth === 0 ? [] : [fourth])].join('.');
};

/** What tells an account of a release; nothing where it was told of that one, or a newer one, before. */
export const decideAnnouncement = (
  { release_id, platform, version, url }: SdkRelease & { release_id: string },
  apps: AppSdk[],
  { exists, sdk_announced }: Pick<AccountState, 'exists' | 'sdk_announced'>,
): AccountEvent[] => {
  const told = sdk_announced?.[platform];
  if (!exists || (told !== undefined && !comesBefore(told, version))) return [];
  return [{ type: 'SdkUpdateAnnounced', data: { release_id, platform, version, url, apps } }];
};

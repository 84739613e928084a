import { comesBefore, versionNumbers } from './app-version.ts';
import type { SdkPlatform } from './protocol.ts';

/**
 * The first SDK that leaves a story by its conditions; older ones show a group in its order. The web player comes with the
 * installation, so every one of them does.
 */
const conditionsSince: Readonly<Record<SdkPlatform, string>> = { ios: '2.8.0', android: '2.8.0', web: '1.0.0' };

/** Whether an SDK follows conditions; one whose version has no number is taken to. */
export const followsConditions = (platform: SdkPlatform, version: string): boolean =>
  versionNumbers(version) === null || !comesBefore(version, conditionsSince[platform]);

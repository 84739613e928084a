import { v7 as uuidv7 } from 'uuid';
import { accountExamples } from '#contracts/account/examples.ts';
import { appExamples } from '#contracts/app/examples.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { operationExamples } from '#contracts/operation/examples.ts';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';

/** What an account's audit has of what people are shown: first steps, choices of notifications, a referral code, a brand kit, traffic, releases of the SDK, money. */
export const noticeEventsOf = (
  account: string,
  user_id: string,
  { app_id, instance_id }: { app_id: string; instance_id: string },
): [stream: string, event: StoryrailEvent][] => {
  const sdk = {
    release_id: uuidv7(),
    platform: 'android',
    version: '2.9.0',
    url: 'https://storyrail.example/2.9.0',
  } as const;
  return [
    [`user-${user_id}`, { type: 'UserOnboarded', data: {} }],
    [
      `user-${user_id}`,
      { type: 'UserNotificationsChanged', data: { digest: 'weekly', muted: ['story_group_updated'] } },
    ],
    [`account-${account}`, { type: 'AccountReferralTokenMade', data: { referral_token: 'K7MPX2' } }],
    [`account-${account}`, accountExamples.brandKitChanged],
    [`app-${app_id}`, { ...appExamples.trafficJumped, data: { ...appExamples.trafficJumped.data, instance_id } }],
    [`account-${account}`, { type: 'SdkUpdateAnnounced', data: { ...sdk, apps: [] } }],
    [`operation-${account}-202611`, { type: 'SdkReleaseAnnounced', data: { user_id, ...sdk } }],
    [
      `operation-${account}-202611`,
      { ...operationExamples.promoCodeMade, data: { ...operationExamples.promoCodeMade.data, user_id } },
    ],
    [
      `operation-${account}-202611`,
      { ...operationExamples.promoCodeEnded, data: { ...operationExamples.promoCodeEnded.data, user_id } },
    ],
    [
      `operation-${account}-202611`,
      { ...operationExamples.dealCodesMade, data: { ...operationExamples.dealCodesMade.data, user_id } },
    ],
    // The first two of it are told with more about them.
    ...Object.values(subscriptionExamples)
      .filter(({ type }) => type !== 'SubscriptionStarted' && type !== 'PlanUpgraded')
      .map((event): [string, StoryrailEvent] => [`subscription-${account}`, event]),
  ];
};

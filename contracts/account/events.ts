import { z } from 'zod';
import { unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { type FeatureName, featureNames } from '../api/plans.ts';
import { text } from '../api/text.ts';
import type { EventsOf } from '../event.ts';
import { sdkPlatforms } from '../sdk/protocol.ts';
import { accountWords } from '../words/account.en.ts';
import { worded } from '../words/worded.ts';
import { brandKit } from './brand-kit.ts';
import { ownerEvents } from './owner-events.ts';

export const devicePlatform = z.enum(['android', 'ios'], worded(accountWords.allInputs));
/** A device on which test groups show. Its id is compared by case. */
export const testDevice = z.strictObject({
  id: text({ min: 1, max: limits.deviceId, required: accountWords.allInputs }),
  name: text({ min: 1, max: limits.deviceName, required: accountWords.allInputs }),
  platform: devicePlatform,
});
export type TestDevice = z.infer<typeof testDevice>;
const answer = text({ max: 200 });
/** The answers of 'Set Up Your Profile'. All optional on the server; asking for them is the dashboard's rule. */
export const profile = z.strictObject({
  is_the_app_live_in_store: z.union([z.boolean(), answer]).optional(),
  which_one_best_describes_your_role: answer.optional(),
  i_want_to_focus_primarily_on: z.union([answer, z.array(answer).max(20)]).optional(),
  app_id: answer.optional(),
  store_type: answer.optional(),
  already_created: z.boolean().optional(),
  instagram_username: z.array(answer).max(20).optional(),
  plan: answer.optional(),
  dynamic_segmentation: z
    .array(z.strictObject({ name: answer, path: text({ max: limits.url }) }))
    .max(100)
    .optional(),
});
export type Profile = z.infer<typeof profile>;
/** What staff may switch on by hand; `story_limit` -1 is no limit. */
export const manualFeatures = z.strictObject({
  ...(Object.fromEntries(featureNames.map((name) => [name, z.literal(true).optional()])) as Record<
    FeatureName,
    z.ZodOptional<z.ZodLiteral<true>>
  >),
  story_limit: z.int().min(-1).max(1_000_000).optional(),
});
export const accountEvents = {
  AccountCreated: z.object({
    name: z.string(),
    time_zone: z.string(),
    trial_ends: unixSeconds,
    profile,
    package_id: z.string().nullable(),
    referral_token: z.string().nullable(),
    /** The id of the deal whose code it came with, never the code. */
    appsumo_token: z.string().nullable(),
    /** The code with which this account refers others; `referral_token` is the one that it came with. */
    own_referral_token: z.string().optional(),
  }),
  /** An account from before there were codes got its own. */
  AccountReferralTokenMade: z.object({ referral_token: z.string() }),
  AccountDetailsChanged: z.object({
    name: z.string().optional(),
    country: z.string().nullable().optional(),
    employee_size: z.string().nullable().optional(),
    time_zone: z.string().optional(),
  }),
  TestDevicesChanged: z.object({ test_devices: z.array(testDevice) }),
  /** `appsumo_token` is the id of a deal whose code the person came with after the account was made. */
  ProfileAnswered: z.object({ profile, appsumo_token: z.string().optional() }),
  /** Its logos are keys of the file store. */
  BrandKitChanged: z.object({ brand_kit: brandKit }),
  AccountPremiumChanged: z.object({ premium: z.boolean() }),
  AccountFeaturesChanged: z.object({ manual_features: manualFeatures }),
  /** From now on everybody of the account signs in with a second factor. */
  AccountSecondFactorRequired: z.object({}),
  ...ownerEvents,
  /** Staff announced a release of the SDK; `apps` used an older one in the 30 days before, each with the newest of those. */
  SdkUpdateAnnounced: z.object({
    release_id: z.uuid(),
    platform: z.enum(sdkPlatforms),
    version: z.string(),
    url: z.string(),
    apps: z.array(z.object({ app_id: z.uuid(), version: z.string() })),
  }),
  /** Nobody is left in it: the last person joined another team, or the sign-up was never verified. */
  AccountEnded: z.object({}),
};
export type AccountEvent = EventsOf<typeof accountEvents>;

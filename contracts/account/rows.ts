import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { mediaPath } from '../api/media-files.ts';
import { planIds } from '../api/plans.ts';
import { may, type Permissions } from '../api/roles.ts';
import { devicePlatform, type Profile } from './events.ts';

/**
 * A profile as somebody gets it: the paths of its lists of viewers, kept as keys of files, are addresses below `base`. The
 * lists are there for groups, and only for those who edit some.
 */
export const profileRow = (
  { dynamic_segmentation: lists, ...answers }: Profile,
  base: string,
  held: Permissions,
): Profile => ({
  ...answers,
  ...(lists &&
    may(held, 'storyGroup.edit') && {
      dynamic_segmentation: lists.map(({ name, path }) => ({ name, path: base + mediaPath(path) })),
    }),
});
const features = z.record(z.string(), z.union([z.literal(true), z.number()]));
/** GET /account. */
export const accountRow = z.object({
  id,
  name: z.string(),
  country: z.string().nullable(),
  employee_size: z.string().nullable(),
  time_zone: z.string(),
  sms_otp: z.boolean(),
  payment_status: z.int(),
  premium: z.union([z.literal(0), z.literal(1)]),
  plan: z.string(),
  /** What the plan is called. */
  plan_nickname: z.string(),
  trial_ends: unixSeconds,
  /** The plan with which it signed up, until it has subscribed to one; null without. */
  package_id: z.enum(planIds).nullable(),
  seats: z.int(),
  /** Where questions about the plan go; null when this installation names no address. */
  contact_email: z.string().nullable(),
  /** Where the creator app is found, by store; null where this installation names no link. */
  creator_app: z.object({ ios: z.string().nullable(), android: z.string().nullable() }),
  /** The code with which the account refers others; null for a moment after an update from a release without codes. */
  referral_token: z.string().nullable(),
  /** Where somebody signs up with the code. */
  referral_link: z.string().nullable(),
  test_devices: z.array(z.object({ id: z.string(), name: z.string(), platform: devicePlatform })),
  settings: z.object({ features, manual_features: features }),
  /** Whether this is the demo account and its stories and viewers are still being made. */
  filling: z.boolean(),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type AccountRow = z.infer<typeof accountRow>;

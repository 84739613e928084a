import { z } from 'zod';
import type { EventsOf } from './event.ts';
import { id, unixSeconds } from './ids.ts';
import { employeeSizes, limits } from './limits.ts';
import { mediaPath } from './media.ts';
import { type FeatureName, type Features, featureNames, trialDays } from './plans.ts';
import { may, type Permissions } from './roles.ts';
import { text } from './text.ts';
import type { UnixSeconds } from './time.ts';

const isTimeZone = (value: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

/** An IANA time zone name that this runtime knows. */
export const timeZone = z
  .string()
  .refine((value) => value.length <= 64, { error: 'This is not a time zone.', abort: true })
  .refine(isTimeZone, 'This is not a time zone.')
  .meta({ maxLength: 64 });
export const companyName = text({
  min: 1,
  max: limits.companyName,
  required: 'Please provide your company name',
});
const employeeSize = z.enum(employeeSizes, 'Choose a company size.');
/** An ISO 3166-1 alpha-2 country code. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code.');

/** A device on which test groups show. Its id is compared by case. */
const testDevice = z.strictObject({
  id: text({ min: 1, max: 128, required: 'Please fill all inputs' }),
  name: text({ min: 1, max: 60, required: 'Please fill all inputs' }),
  platform: z.enum(['android', 'ios'], 'Please fill all inputs'),
});
export type TestDevice = z.infer<typeof testDevice>;

export const testDevices = z
  .array(testDevice)
  .max(limits.testDevices, `Use at most ${limits.testDevices} devices.`)
  .superRefine((devices, context) => {
    const seen = new Set<string>();
    devices.forEach((device, index) => {
      if (seen.has(device.id))
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          message: 'This device id is already exist!',
        });
      seen.add(device.id);
    });
  });

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
    appsumo_token: z.string().nullable(),
  }),
  AccountDetailsChanged: z.object({
    name: z.string().optional(),
    country: z.string().nullable().optional(),
    employee_size: z.string().nullable().optional(),
    time_zone: z.string().optional(),
  }),
  TestDevicesChanged: z.object({ test_devices: z.array(testDevice) }),
  ProfileAnswered: z.object({ profile }),
  AccountPremiumChanged: z.object({ premium: z.boolean() }),
  AccountFeaturesChanged: z.object({ manual_features: manualFeatures }),
};
export type AccountEvent = EventsOf<typeof accountEvents>;

export interface AccountState {
  id: string;
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
});

/** Folds one event into an account; an event it does not know changes nothing. */
export const evolveAccount = (state: AccountState, event: AccountEvent): AccountState => {
  switch (event.type) {
    case 'AccountCreated': {
      const { name, time_zone, trial_ends, profile } = event.data;
      return { ...state, exists: true, name, time_zone, trial_ends, profile };
    }
    case 'AccountDetailsChanged':
      return { ...state, ...event.data };
    case 'TestDevicesChanged':
      return { ...state, test_devices: event.data.test_devices };
    case 'ProfileAnswered':
      return { ...state, profile: event.data.profile };
    case 'AccountPremiumChanged':
      return { ...state, premium: event.data.premium };
    case 'AccountFeaturesChanged':
      return { ...state, manual_features: event.data.manual_features as Features };
    default:
      return state;
  }
};

/** When the trial of an account made at `now` ends. */
export const trialEnd = (now: UnixSeconds): UnixSeconds => now + trialDays * 86_400;

/** PATCH /account. Fields that the screen drops before sending are refused here like any unknown field. */
export const accountPatch = z.strictObject({
  name: companyName.optional(),
  country: country.nullable().optional(),
  employee_size: employeeSize.nullable().optional(),
  time_zone: timeZone.optional(),
  test_devices: testDevices.optional(),
});
export type AccountPatch = z.infer<typeof accountPatch>;

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
  trial_ends: unixSeconds,
  seats: z.int(),
  /** Where questions about the plan go; null when this installation names no address. */
  contact_email: z.string().nullable(),
  test_devices: z.array(z.object({ id: z.string(), name: z.string(), platform: z.string() })),
  settings: z.object({ features, manual_features: features }),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type AccountRow = z.infer<typeof accountRow>;

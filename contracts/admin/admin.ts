import { z } from 'zod';
import { manualFeatures, profile } from '../account/events.ts';
import { id, queryFlag, queryInt, querySeconds, unixSeconds } from '../api/ids.ts';
import { paymentStatus } from '../api/plans.ts';
import { role } from '../api/role-schemas.ts';
import { isCleanText } from '../api/text.ts';
import { userRow } from '../user/rows.ts';
import { faultWords } from '../words/faults.en.ts';
import { sayFault, worded } from '../words/worded.ts';

import { ownerProposalRow } from './owner.ts';

// The shapes of the audit, the log and the read models for staff are in admin-log.ts.

/** How many rows an admin table shows on a page. */
export const adminPageSizes = [10, 20, 50, 100] as const;
/** How long a member of staff may act as somebody, in seconds. */
export const loginAsSeconds = 1800;
/** How long the cookie of the pages under /ops lives, in seconds. */
export const opsSessionSeconds = 600;

const readJson = (value: string, context: z.RefinementCtx): unknown => {
  let clean = true;
  try {
    const read: unknown = JSON.parse(value, (_key, inner) => {
      clean &&= typeof inner !== 'string' || isCleanText(inner);
      return inner;
    });
    if (clean) return read;
  } catch {
    clean = true;
  }
  context.addIssue({
    code: 'custom',
    message: sayFault(clean ? faultWords.json : faultWords.unsearchable),
  });
  return z.NEVER;
};
/** A value that stands in a query string as JSON. */
export const jsonQuery = <T extends z.ZodType>(schema: T) =>
  z.string().max(60_000).transform(readJson).pipe(schema).meta({ type: 'string' });

/** The first and the last row of a page, counted from 0. */
export const range = z
  .tuple([z.int().min(0).max(10_000_000), z.int().min(0).max(10_000_000)])
  .refine(([from, to]) => to >= from && to - from < 1000, worded(faultWords.rows));

/**
 * The query of an admin list: `filter` {field: value}, `sort` [field, ASC or DESC], `range` [first, last], each as JSON.
 * `limit` and `offset` say the same as `range`.
 */
export const listQuery = <F extends z.ZodType, S extends readonly [string, ...string[]]>(filter: F, sorts: S) =>
  z.strictObject({
    filter: jsonQuery(filter).optional(),
    sort: jsonQuery(z.tuple([z.enum(sorts), z.enum(['ASC', 'DESC'])])).optional(),
    range: jsonQuery(range).optional(),
    limit: queryInt(1, 1000).optional(),
    offset: queryInt(0, 10_000_000).optional(),
    format: z.enum(['json', 'csv']).optional(),
  });

const words = z.string().trim().min(1).max(200).refine(isCleanText, worded(faultWords.unsearchable));
/** One id, or up to a thousand. */
export const ids = z.union([id, z.array(id).max(1000)]);
/** How many there are of something. */
export const count = z.int().min(0).max(1_000_000_000);
const yes = z.union([z.literal(0), z.literal(1)]);
/** `from` and `to` of a number or a time, both included. */
const between = <K extends string, T extends z.ZodType>(field: K, value: T) =>
  ({ [`${field}_gte`]: value.optional(), [`${field}_lte`]: value.optional() }) as {
    [N in `${K}_gte` | `${K}_lte`]: z.ZodOptional<T>;
  };

const paymentState = z.literal(Object.values(paymentStatus));

/** What the admin calls a user: deleted, active when verified, pending otherwise. */
export const userStates = ['active', 'pending', 'deleted'] as const;
/** Columns that the users table sorts by. */
export const adminUserSorts = [
  'id',
  'email',
  'firstname',
  'lastname',
  'company_name',
  'country',
  'employee_size',
  'type',
  'account_id',
  'payment_status',
  'status',
  'verified',
  /** Deleted, pending, active. */
  'state',
  'ts_registration',
  'ts_login',
  'total_apps',
  'total_story_groups',
  'total_stories',
] as const;

/** Filters of GET /admin/user. Texts match anywhere, whatever their case; `q` looks in e-mail, names and company. */
export const adminUserFilter = z.strictObject({
  id: ids.optional(),
  q: words.optional(),
  email: words.optional(),
  firstname: words.optional(),
  lastname: words.optional(),
  company_name: words.optional(),
  country: z.string().max(2).optional(),
  employee_size: z.string().max(10).optional(),
  account_id: id.optional(),
  type: z.union([z.literal(1), z.literal(2)]).optional(),
  role: role.optional(),
  payment_status: paymentState.optional(),
  premium: yes.optional(),
  status: z.union([z.literal(1), z.literal(2)]).optional(),
  verified: yes.optional(),
  disabled: yes.optional(),
  state: z.enum(userStates).optional(),
  store_type: words.optional(),
  already_created: z.boolean().optional(),
  ...between('ts_registration', unixSeconds),
  ...between('ts_login', unixSeconds),
  ...between('total_apps', count),
  ...between('total_story_groups', count),
  ...between('total_stories', count),
});
export type AdminUserFilter = z.output<typeof adminUserFilter>;
export const adminUserQuery = listQuery(adminUserFilter, adminUserSorts);
export type AdminUserQuery = z.output<typeof adminUserQuery>;

/** A row of GET /admin/user; totals count what the person may see. */
export const adminUserRow = userRow
  .pick({
    id: true,
    account_id: true,
    email: true,
    firstname: true,
    lastname: true,
    company_name: true,
    country: true,
    employee_size: true,
    type: true,
    roles: true,
    payment_status: true,
    status: true,
    verified: true,
    ts_registration: true,
    ts_verification: true,
    ts_login: true,
  })
  .extend({
    settings: userRow.shape.settings.pick({ is_mobile: true }),
    premium: yes,
    state: z.enum(userStates),
    /** Where the person last signed in and registered from; null where that is unknown or was erased. */
    login_ip: z.string().nullable(),
    registration_ip: z.string().nullable(),
    /** 1 until the invitation is accepted: such a user is pending, and cannot be verified or acted as. */
    invited: yes,
    /** 1 while staff let nobody sign in as them. */
    disabled: yes,
    profile: profile.pick({ app_id: true, store_type: true, already_created: true }),
    total_apps: count,
    total_story_groups: count,
    total_stories: count,
  });
export type AdminUserRow = z.output<typeof adminUserRow>;

/** Columns that the accounts table sorts by. */
export const adminAccountSorts = [
  'id',
  'name',
  'country',
  'employee_size',
  'payment_status',
  'owner_email',
  'ts_created',
  'ts_updated',
  'trial_ends',
  'total_users',
  'total_apps',
  'total_story_groups',
  'total_stories',
] as const;

/** Filters of GET /admin/account; `q` looks in the name and in the owner's e-mail and name. */
export const adminAccountFilter = z.strictObject({
  id: ids.optional(),
  q: words.optional(),
  name: words.optional(),
  owner_email: words.optional(),
  country: z.string().max(2).optional(),
  employee_size: z.string().max(10).optional(),
  payment_status: paymentState.optional(),
  premium: yes.optional(),
  /** An owner is proposed, and a second member of staff has yet to answer. */
  owner_proposed: yes.optional(),
  ...between('ts_created', unixSeconds),
  ...between('trial_ends', unixSeconds),
  ...between('total_users', count),
  ...between('total_apps', count),
  ...between('total_story_groups', count),
  ...between('total_stories', count),
});
export type AdminAccountFilter = z.output<typeof adminAccountFilter>;
/** GET /admin/account; with `account_id` and without `range` it answers that one account. */
export const adminAccountQuery = listQuery(adminAccountFilter, adminAccountSorts).extend({ account_id: id.optional() });
export type AdminAccountQuery = z.output<typeof adminAccountQuery>;

const featureValues = z.record(z.string(), z.union([z.literal(true), z.number()]));
/** A row of GET /admin/account. `owner` is the account's first owner. */
export const adminAccountRow = z.object({
  id,
  name: z.string(),
  country: z.string().nullable(),
  employee_size: z.string().nullable(),
  time_zone: z.string(),
  payment_status: z.int(),
  premium: yes,
  plan: z.string(),
  seats: z.int(),
  trial_ends: unixSeconds,
  settings: z.object({ features: featureValues, manual_features: featureValues }),
  owner: z.object({ id, name: z.string(), email: z.string(), verified: yes }).nullable(),
  /** 1 while no owner is verified and enabled. */
  owner_missing: yes,
  owner_proposal: ownerProposalRow.nullable(),
  total_users: count,
  total_apps: count,
  total_instances: count,
  total_story_groups: count,
  total_stories: count,
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type AdminAccountRow = z.output<typeof adminAccountRow>;

/** GET /admin/stats; the days default to the last 30 (UTC) and are at most 366. */
export const adminStatsQuery = z.strictObject({ ts_start: querySeconds.optional(), ts_end: querySeconds.optional() });
const counts = z.record(z.string(), count);
/** An account whose payment failed: cents that are asked for, since when, and when that is tried next (null: no more). */
const failedPayment = z.object({
  account_id: id,
  name: z.string(),
  amount: z.int(),
  ts_since: unixSeconds,
  ts_next: unixSeconds.nullable(),
});
export type FailedPayment = z.output<typeof failedPayment>;
/** The answer of GET /admin/stats; `daily` has a row for every day (YYYY-MM-DD, UTC), oldest first. */
export const adminStats = z.object({
  users: z.object({ total: count, active: count, pending: count, deleted: count, staff: count }),
  accounts: z.object({ total: count, premium: count, by_payment_status: counts, by_country: counts }),
  /**
   * What subscriptions bring in a month, in cents before discounts, and how many accounts pay; those that cancel, are
   * premium or pay nothing are left out. `failed` are those whose payment failed: how many, how much of `monthly` is
   * theirs, and the first of them.
   */
  payments: z.object({
    monthly: z.int(),
    accounts: count,
    failed: z.object({ accounts: count, monthly: z.int(), first: z.array(failedPayment) }),
  }),
  apps: z.object({ total: count, by_store_type: counts }),
  instances: z.object({ total: count }),
  story_groups: z.object({ total: count, active: count }),
  stories: z.object({ total: count, active: count }),
  daily: z.array(
    z.object({
      date: z.string(),
      users: count,
      accounts: count,
      apps: count,
      story_groups: count,
      stories: count,
      impressions: count,
      clicks: count,
    }),
  ),
});
export type AdminStats = z.output<typeof adminStats>;

/** GET /admin/account/premium (`is_premium` as in a query) and its POST twin. */
export const premiumQuery = z.strictObject({ account_id: id, is_premium: queryFlag });
export const premiumBody = z.strictObject({ account_id: id, is_premium: z.boolean() });
export const premiumAnswer = z.object({ account_id: id, premium: yes, payment_status: z.int(), version: z.int() });

/** GET /admin/user/verification and its POST twin; without `verified` it changes what it is. */
export const verificationQuery = z.strictObject({ user_id: id, verified: queryFlag.optional() });
export const verificationBody = z.strictObject({ user_id: id, verified: z.boolean().optional() });
export const verificationAnswer = z.object({ user_id: id, verified: yes, version: z.int() });

/** GET /admin/user/login_as and its POST twin. */
export const loginAsBody = z.strictObject({ user_id: id });
/** An access token that acts as the user until `ts_end`; it is not renewed and ends at POST /logout. */
export const loginAsAnswer = z.object({
  token: z.string(),
  expires_in: z.int(),
  ts_end: unixSeconds,
  user: z.object({ id, account_id: id, name: z.string(), email: z.string() }),
});

/** POST /admin/account/features: replaces what staff has switched on. */
export const featuresBody = z.strictObject({ account_id: id, manual_features: manualFeatures });
export const featuresAnswer = z.object({ account_id: id, manual_features: featureValues, version: z.int() });

/** POST /api/ops/session: the end of the cookie that opens /ops. */
export const opsSessionAnswer = z.object({ ts_end: unixSeconds });

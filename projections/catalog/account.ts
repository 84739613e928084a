import type { Generated } from 'kysely';
import type { Profile, TestDevice } from '#contracts/account/events.ts';
import type { OwnerProposal } from '#contracts/account/owner-events.ts';
import type { CustomPlan, Features, HeldPlanId } from '#contracts/api/plans.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { CatalogWriter, Json } from './noun.ts';

/** Tables of accounts; see tables/account.sql. */
export type AccountTables = {
  account: {
    id: string;
    name: string;
    country: string | null;
    employee_size: string | null;
    time_zone: string;
    trial_ends: UnixSeconds;
    manual_features: Json<Features>;
    test_devices: Json<TestDevice[]>;
    profile: Json<Profile>;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
    version: number;
    premium: boolean;
    ended: boolean;
    plan: Generated<HeldPlanId | null>;
    ts_subscribed: Generated<number | null>;
    standing: Generated<number | null>;
    promo_until: Generated<UnixSeconds | null>;
    custom_plan: Json<CustomPlan> | null;
    sms_otp: boolean;
    referral_token: string | null;
    referred_by: string | null;
    referral_earned: Generated<boolean>;
    owner_proposal: Json<OwnerProposal> | null;
    package_id: string | null;
  };
};

/** Writes an account's row. */
export const writeAccount: CatalogWriter<'account'> = async (trx, events, after) => {
  const { meta } = events.at(-1)!;
  const row = {
    name: after.name,
    country: after.country,
    employee_size: after.employee_size,
    time_zone: after.time_zone,
    trial_ends: after.trial_ends,
    manual_features: JSON.stringify(after.manual_features),
    test_devices: JSON.stringify(after.test_devices),
    profile: JSON.stringify(after.profile),
    ts_updated: toSeconds(meta.ts),
    version: meta.version,
    premium: after.premium,
    sms_otp: after.sms_otp ?? false,
    ended: !after.exists,
    referral_token: after.referral_token,
    referred_by: after.came_with.referral_token,
    package_id: after.came_with.package_id,
    owner_proposal: after.owner_proposal ? JSON.stringify(after.owner_proposal) : null,
  };
  await trx.query
    .withTables<AccountTables>()
    .insertInto('account')
    .values({ id: after.id, ts_created: toSeconds(events[0]!.meta.ts), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};
